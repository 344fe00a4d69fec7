#pragma once

#include "core/body/breakable_solid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Where the nodes of a solid are, m.
struct NodePlaces {
  std::span<const Vec3> rest, world;
};

/// How a solid differs from what it was:
///
///     nodes          ×  another node, or moved         tetrahedra at × differ
///     · · ○ ○ ○ · ·  ○  shares a tetrahedron with ×    sums over the tetrahedra at × and ○ are made anew
///     · · ○ × ○ · ·  ·  stays                          sums at · are what they were
///     · · ○ ○ ○ · ·
struct SolidChange {
  static constexpr std::uint32_t none = TetNeighbours::none;
  std::vector<std::uint32_t> before;  ///< of each node, which one it was, in ascending order; none: ×
  std::vector<std::uint8_t> is_anew;  ///< of each node, whether it is × or ○
  std::vector<std::uint32_t> anew;    ///< these nodes, ascending
  std::vector<std::uint32_t> changed; ///< tetrahedra at ×, ascending
  std::vector<std::uint32_t> around;  ///< tetrahedra at × and ○, ascending
};

/// A node stays one if it has the same tetrahedra and lies where it lay, bit for bit.
SolidChange find_change(const SolidForm& form, const TetNeighbours& neighbours, const NodePlaces& before,
                        const NodePlaces& now);

} // namespace lamina
