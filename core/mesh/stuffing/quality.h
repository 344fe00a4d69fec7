#pragma once

#include "core/mesh/tet_mesh.h"

#include <span>
#include <vector>

namespace lamina::stuffing {

/// The least and the greatest angle between two faces of a tetrahedron, degrees.
struct DihedralAngles {
  double least = 180, greatest = 0;
};

/// Of some tetrahedra, on the nodes of a mesh; they must not be flat.
DihedralAngles dihedral_angles(const std::vector<Vec3>& nodes, std::span<const Tetrahedron> tetrahedra);

/// Of all tetrahedra.
DihedralAngles dihedral_angles(const TetMesh& mesh, int threads);

} // namespace lamina::stuffing
