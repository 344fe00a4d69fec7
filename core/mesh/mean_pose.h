#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <span>

namespace lamina {

/// The pose that takes a mesh nearest to where its vertices have moved (world, m, one a vertex). Nearest
/// means the least mean square distance over the surface at rest, however it is cut into triangles. Closed
/// form of Horn, Closed-form solution of absolute orientation using unit quaternions, 1987. The rotation is
/// the eigenvector of the greatest eigenvalue of a 4×4 matrix, so it never mirrors. The mesh must have an
/// area.
Pose mean_pose(const TriangleMesh& rest, std::span<const Vec3> moved);

} // namespace lamina
