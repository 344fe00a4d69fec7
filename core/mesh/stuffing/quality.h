#pragma once

#include "core/mesh/tet_mesh.h"

namespace lamina::stuffing {

/// The least and the greatest angle between two faces of a tetrahedron, degrees.
struct DihedralAngles {
  double least = 180, greatest = 0;
};

/// Of all tetrahedra, which must not be flat.
DihedralAngles dihedral_angles(const TetMesh& mesh, int threads);

} // namespace lamina::stuffing
