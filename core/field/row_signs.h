#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::field {

/// Nodes of a cube of 8³ that lie inside: that at (i, j, k) is number (k · 8 + j) · 8 + i.
using InsideNodes = std::bitset<512>;

/// Which nodes of a grid lie inside a surface: by the winding number along the rows of nodes, of which each
/// crosses the surface at a sorted list of places. Inside is where it is above zero, so that shells within
/// one another count as their union.
///
///      row ──●──●──╫──●──●──●──╫──●──►      ╫ crossing, in at the first, out at the second
///
/// A surface without holes needs rows along one direction. Otherwise rows of all three directions are
/// followed from both ends, and most of the six decide: a row that goes through a hole is outvoted.
class RowSigns {
public:
  /// Positions (in cells) lie within [0, nodes − 1] along each axis, and triangles with corners that are no
  /// numbers are left out. `winding_at_infinity` as Surface's.
  RowSigns(std::span<const Triangle> triangles, std::span<const Vec3> positions,
           const std::array<int, 3>& nodes, bool closed, int winding_at_infinity);

  /// Of the cube whose lowest node is the one given.
  InsideNodes inside(const std::array<int, 3>& lowest) const;

private:
  struct Crossing {
    float at; ///< along the row, in cells
    int step; ///< of the winding number, upwards
  };
  struct Rows {
    std::vector<std::uint32_t> starts; ///< of a row's crossings; one more at the end
    std::vector<Crossing> crossings;
  };
  void find_rows(std::size_t axis, std::span<const Triangle> triangles, std::span<const Vec3> positions);
  void vote(std::size_t axis, const std::array<int, 3>& lowest, std::array<std::uint8_t, 512>& votes) const;

  std::array<int, 3> nodes_;
  int winding_at_infinity_;
  std::vector<Rows> rows_; ///< along x alone, or along x, y and z
};

} // namespace lamina::field
