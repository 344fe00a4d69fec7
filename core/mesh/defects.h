#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Where a surface is no clean volume, for showing it. Edges are given by their two vertices, in the order of
/// the edge table; their numbers are those of MeshReport.
struct MeshDefects {
  TriangleMesh mesh;                                     ///< as stored, but welded; indices below refer to it
  std::vector<std::array<std::uint32_t, 2>> boundary;    ///< used by one triangle
  std::vector<std::array<std::uint32_t, 2>> nonmanifold; ///< used by more than two
  std::vector<std::array<std::uint32_t, 2>> misoriented; ///< used by two that run the same way
  std::vector<std::uint32_t> inverted; ///< triangles of closed pieces that face inwards, without cavities
  std::size_t inverted_pieces = 0;
};

/// Looks for the defects of a mesh with valid indices and finite vertices; repairs nothing but welds exact
/// duplicates of positions.
MeshDefects find_defects(TriangleMesh mesh);

} // namespace lamina
