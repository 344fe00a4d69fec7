#pragma once

#include "core/contact/adaptive/tile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::adaptive::w12 {

/// Lists of the faces of two bodies that may lie over tiles. Memory is reused.
class FaceLists {
public:
  /// One list of each body.
  struct Of {
    std::array<std::size_t, 2> first{}, count{};
    bool empty() const { return count[0] + count[1] == 0; }
  };

  /// Begins with all faces over the region. The bodies must stay.
  Of begin(const std::array<const ViewSurface*, 2>& bodies);
  /// Those of a list that may lie over a tile.
  Of over(const Of& list, const Tile& tile);
  std::array<std::span<const std::uint32_t>, 2> of(const Of& list) const;

  /// How much there is, and taking away what came after.
  std::array<std::size_t, 2> sizes() const { return {lists_[0].size(), lists_[1].size()}; }
  void cut(const std::array<std::size_t, 2>& sizes);

private:
  std::array<const ViewSurface*, 2> bodies_{};
  std::array<std::vector<std::uint32_t>, 2> lists_;
};

} // namespace lamina::adaptive::w12
