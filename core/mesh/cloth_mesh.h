#pragma once

#include "core/mesh/prepare.h"

#include <memory>

namespace lamina {

/// Cloth is a surface without inside, open or closed. Its mesh has two sides that lie on each other:
///
///   vertices    │ front 0 … n−1       │ back n … 2n−1       │   pairs at one place
///   triangles   │ front 0 … m−1       │ back m … 2m−1       │   the same, turned
///
/// So it is drawn from either side, and whatever touches it meets a triangle that faces it. Vertices are
/// welded and triangles turned as in prepare_mesh(). Refused is what has no triangle, an edge of more than
/// two, one side only, or a triangle without area. The report counts the surface as it came; its volume is 0.
std::shared_ptr<const PreparedMesh> prepare_cloth_mesh(TriangleMesh mesh);

/// The front alone: the surface itself, whose vertices are the first half of the mesh's.
TriangleMesh front_of_cloth(const PreparedMesh& cloth);

/// The volume that closed cloth encloses at rest, m³; 0 of open cloth, and of what faces inwards. Then the
/// front bounds this volume, and looks outwards.
double enclosed_volume(const PreparedMesh& cloth);

/// An open sheet in the plane y = 0, facing up, about the origin: width along x, height along z. Its
/// triangles are nearly equilateral, so that it bends alike in all directions. `cells` triangles stand along
/// the width.
TriangleMesh make_sheet(double width, double height, int cells);

} // namespace lamina
