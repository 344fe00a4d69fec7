#pragma once

#include "core/math/types.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::stuffing {

/// A place in the lattice, in half sides of its finest cubes.
using Place = std::array<int, 3>;

/// The directions of edges: three along axes, four along the diagonals of a cube, and, where cubes of two
/// sizes meet, six along the diagonals of its sides.
inline constexpr std::array<Place, 13> directions = {{{1, 0, 0},
                                                      {0, 1, 0},
                                                      {0, 0, 1},
                                                      {1, 1, 1},
                                                      {1, 1, -1},
                                                      {1, -1, 1},
                                                      {1, -1, -1},
                                                      {0, 1, 1},
                                                      {1, 0, 1},
                                                      {1, 1, 0},
                                                      {0, 1, -1},
                                                      {1, 0, -1},
                                                      {1, -1, 0}}};
/// Those of a lattice whose cubes are all alike.
inline constexpr std::size_t uniform_directions = 7;

inline constexpr bool along_axis(int direction) {
  return direction < 3;
}
inline constexpr bool along_diagonal(int direction) {
  return direction >= 3 && direction < 7;
}

/// A body-centred cubic lattice of cubes: their corners (colour 0) and their middles (colour 1). Nodes have
/// whole coordinates in half sides, all even or all odd.
class BccLattice {
public:
  /// So many cubes along the longest side of the box, each divided into 2^levels finer ones along its side.
  /// The box lies in their middle, with two rings of undivided cubes free around it.
  BccLattice(const Box& box, int cells_along, int levels);

  double cube() const { return cube_; } ///< side of an undivided cube, m
  int levels() const { return levels_; }
  /// Undivided cubes along each axis.
  const std::array<int, 3>& cubes() const { return cubes_; }
  /// Corners of the finest cubes along each axis; there are as many middles, of which the last lie beyond
  /// them.
  const std::array<int, 3>& counts() const { return counts_; }
  std::size_t node_count() const;

  std::uint32_t node_at(const Place& place) const {
    return static_cast<std::uint32_t>(
        2 * ((static_cast<std::ptrdiff_t>(place[2] >> 1) * counts_[1] + (place[1] >> 1)) * counts_[0] +
             (place[0] >> 1)) +
        (place[0] & 1));
  }
  Place place(std::uint32_t node) const;
  Vec3 position(const Vec3& place) const; ///< m
  Vec3 position(std::uint32_t node) const {
    const Place at = place(node);
    return position(Vec3(at[0], at[1], at[2]));
  }
  Vec3 to_place(const Vec3& point) const; ///< of a point in metres

private:
  double cube_ = 0;
  int levels_ = 0;
  Vec3 origin_;
  std::array<int, 3> cubes_{}, counts_{};
};

/// The direction of the edge from one place to another, and whether it runs along it or against it.
struct EdgeDirection {
  int direction = 0;
  bool forward = true;
};
EdgeDirection edge_direction(const Place& from, const Place& to);

} // namespace lamina::stuffing
