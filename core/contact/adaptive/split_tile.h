#pragma once

#include "core/contact/adaptive/tile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lamina::adaptive {

/// Where a range of units from `origin` on is split: at the coarsest line of the world within it, 2^exponent
/// units from the next such line. No exponent if it is too narrow.
struct SplitLine {
  std::int64_t at = 0;
  int exponent = -1;
};
SplitLine split_line(std::int64_t low, std::int64_t high, std::int64_t origin);

/// What a tile is split into: four parts, or two where it is split along one way alone, or the other is too
/// narrow.
class SplitTile {
public:
  /// `origin`: of the region, in units from where lines are counted. `ways`: as TileVolume::ways; a way that
  /// is too narrow gives way to the other.
  SplitTile(const Tile& tile, const std::array<std::int64_t, 2>& origin, std::uint8_t ways);

  /// One part, the tile itself, if it is too narrow both ways.
  std::span<const Tile> parts() const& { return {parts_.data(), count_}; }
  std::span<const Tile> parts() && = delete; ///< they would be gone
  /// The lines along u and v, m from where they are counted. No two tiles of a tree have the same.
  std::array<double, 2> key(double unit) const;

private:
  std::array<Tile, 4> parts_;
  std::size_t count_ = 0;
  std::array<std::int64_t, 2> line_; ///< units from where lines are counted; a border where it is too narrow
};

} // namespace lamina::adaptive
