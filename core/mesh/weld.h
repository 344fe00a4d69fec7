#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// For each vertex the index of the first vertex at exactly the same position (0 and −0 are the same).
std::vector<std::uint32_t> first_at_same_position(const std::vector<Vec3>& vertices);

struct WeldCounts {
  std::size_t merged = 0;       ///< vertices used by triangles that were merged into an earlier one
  std::size_t unreferenced = 0; ///< vertices that no triangle uses, removed
  std::size_t collapsed = 0;    ///< triangles with two corners at one position, removed
};

/// Merges exact duplicates of positions, drops collapsed triangles and vertices that no triangle uses. What
/// remains keeps its order. All indices must be valid.
WeldCounts weld(TriangleMesh& mesh);

/// Removes the vertices that no triangle uses; the others keep their order. Returns how many were removed.
std::size_t remove_unreferenced(TriangleMesh& mesh);

} // namespace lamina
