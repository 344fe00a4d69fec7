#pragma once

#include "core/math/types.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::stuffing {

/// The seven directions of the lattice's edges, in half sides of a cube: three along the axes, between nodes
/// of one colour, and four along the diagonals, between nodes of both.
inline constexpr std::array<std::array<int, 3>, 7> directions = {
    {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};

/// Neighbour n of a node lies along direction n / 2: forwards if n is even, backwards if it is odd.
inline constexpr int neighbour_count = 14;

inline constexpr bool is_long(int direction) {
  return direction < 3;
}

/// A body-centred cubic lattice: the corners of cubes (colour 0) and their middles (colour 1). Each node has
/// 6 neighbours at a side of a cube, and 8 at √3/2 of it. Nodes have whole coordinates in half sides.
class BccLattice {
public:
  /// So many cubes along the longest side of the box, the others to its middle. Two rings of cubes lie free
  /// around it, so that nodes near the box have all their neighbours.
  BccLattice(const Box& box, int cells_along);

  double cube() const { return cube_; } ///< side, m
  /// Corners along each axis; there are as many middles, of which the last lie beyond the last corners.
  const std::array<int, 3>& counts() const { return counts_; }
  std::size_t node_count() const;

  std::uint32_t node(int x, int y, int z, int colour) const {
    return static_cast<std::uint32_t>(
        2 * ((static_cast<std::ptrdiff_t>(z) * counts_[1] + y) * counts_[0] + x) + colour);
  }
  /// The node at whole coordinates that are all even or all odd.
  std::uint32_t node_at(const std::array<int, 3>& half_steps) const {
    return node(half_steps[0] >> 1, half_steps[1] >> 1, half_steps[2] >> 1, half_steps[0] & 1);
  }
  std::array<int, 3> half_steps(std::uint32_t node) const;
  Vec3 position(std::uint32_t node) const;     ///< m
  Vec3 position(const Vec3& half_steps) const; ///< m
  Vec3 to_half_steps(const Vec3& point) const; ///< of a point in metres

  std::uint32_t neighbour(std::uint32_t node, int n) const {
    return static_cast<std::uint32_t>(node + steps_[node & 1][static_cast<std::size_t>(n)]);
  }
  /// Which neighbour b is of a; they must be neighbours.
  int neighbour_number(std::uint32_t a, std::uint32_t b) const;

private:
  double cube_ = 0;
  Vec3 origin_;
  std::array<int, 3> counts_{};
  std::array<std::array<std::ptrdiff_t, neighbour_count>, 2> steps_{};
};

} // namespace lamina::stuffing
