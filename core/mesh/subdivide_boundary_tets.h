#pragma once

#include "core/mesh/tet_mesh.h"

#include <cstddef>

namespace lamina {

/// A solid in which distances to the boundary are positive inside of every tetrahedron.
struct SubdividedTets {
  TetMesh mesh;               ///< the nodes of before, in their order, and after them the new ones
  std::size_t subdivided = 0; ///< tetrahedra that got a node in their middle
};

/// Divides each tetrahedron all of whose nodes lie on the boundary into four around its centroid (M04 section
/// 6.2): depth that is interpolated between nodes on the boundary would be nothing within. The boundary and
/// the volume stay. The first of the four takes the place of the one divided; the others come at the end.
SubdividedTets subdivide_boundary_tets(TetMesh mesh);

} // namespace lamina
