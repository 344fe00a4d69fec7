#pragma once

#include "core/mesh/tet_mesh.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lamina {

/// A tetrahedron is flat if its lowest height is below this fraction of its longest edge: nothing could be
/// computed on it.
constexpr double least_tet_height = 1e-6;

/// What the check of a tetrahedral mesh found, and what was done about it.
struct TetReport {
  std::size_t nodes = 0;             ///< as stored
  std::size_t tetrahedra = 0;        ///< as stored
  std::size_t pieces = 0;            ///< connected through shared nodes
  std::size_t turned = 0;            ///< tetrahedra listed inside out, and turned
  std::size_t duplicates = 0;        ///< tetrahedra of the same four nodes as another, left out
  std::size_t flat = 0;              ///< flat ones at the surface and collapsed ones, left out
  std::size_t unused_nodes = 0;      ///< nodes that no tetrahedron uses, left out
  std::size_t surface_vertices = 0;  ///< of the boundary
  std::size_t surface_triangles = 0; ///< of the boundary
  double volume_m3 = 0;
  Box bounds;
  bool accepted = false;
  std::string reason;             ///< why not, and the way out; empty if accepted
  std::vector<std::string> notes; ///< one sentence for each repair, for the load report
};

struct PreparedTets {
  TetMesh mesh; ///< ready for use if the report accepts it: all volumes positive, all nodes used
  TetReport report;
};

/// Checks and mends. Tetrahedra that are listed inside out are turned. Duplicates, unused nodes and
/// tetrahedra that use a node twice are left out. Flat ones are left out where they lie on the surface, which
/// moves it by nothing that can be seen. Not accepted are indices out of range, coordinates that are not
/// finite, and faces shared by more than two tetrahedra. Nor are flat tetrahedra inside, since leaving one
/// out would tear the solid. Nor are neighbours on the same side of the face they share: a bad mesh has
/// turned one inside out. Never throws for bad geometry.
PreparedTets prepare_tets(TetMesh mesh);

} // namespace lamina
