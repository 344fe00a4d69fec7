#pragma once

#include <cstddef>
#include <cstdint>

namespace lamina {

/// The length that two bodies share in a column is linear over a tile, but for kinks (W12): the kind that
/// makes up most of a tile's bound.
enum class KinkKind : std::uint8_t {
  unknown,  ///< no tile, or one that nothing is known of
  none,     ///< the tile has no bound: it is exact
  edge,     ///< an edge of a mesh
  steep,    ///< the depth of a steep or narrow face
  transient ///< a line where faces of both bodies cross
};
inline constexpr std::size_t kink_kinds = 5;

} // namespace lamina
