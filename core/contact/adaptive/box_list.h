#pragma once

#include "core/contact/adaptive/depth_ranges.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// A box over a tile: along the depth (m), along u and along v (units).
struct DepthBox {
  std::array<double, 3> low, high;

  DepthBox(const DepthRange& depths, double low_u, double high_u, double low_v, double high_v)
      : low{depths.low, low_u, low_v}, high{depths.high, high_u, high_v} {}
};

/// Boxes that lie in memory as vectors read them, eight in a block.
class BoxList {
public:
  static constexpr std::size_t in_block = 8;
  /// Per axis the ends of eight boxes. Those that are not there meet nothing.
  struct Block {
    Block() {
      for (std::size_t k = 0; k < 3; ++k) {
        low[k].fill(std::numeric_limits<double>::infinity());
        high[k].fill(-std::numeric_limits<double>::infinity());
      }
    }
    std::array<std::array<double, in_block>, 3> low, high;
  };

  void clear() {
    blocks_.clear();
    size_ = 0;
  }
  void add(const DepthBox& box) {
    if (size_ % in_block == 0)
      blocks_.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      blocks_.back().low[k][size_ % in_block] = box.low[k];
      blocks_.back().high[k][size_ % in_block] = box.high[k];
    }
    ++size_;
  }
  std::size_t size() const { return size_; }
  std::span<const Block> blocks() const { return blocks_; }

private:
  std::vector<Block> blocks_;
  std::size_t size_ = 0;
};

struct TileStages;
extern const TileStages vector_tile_stages;

/// Finds boxes of a list that meet one. Memory is reused.
class BoxSearch {
public:
  explicit BoxSearch(const TileStages& stages) : stages_(&stages) {}
  /// Ascending; until the next search.
  std::span<const std::uint32_t> meeting(const BoxList& boxes, const DepthBox& box);

private:
  const TileStages* stages_;
  std::vector<std::uint32_t> met_;
};

} // namespace lamina::adaptive
