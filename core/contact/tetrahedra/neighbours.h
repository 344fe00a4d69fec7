#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetrahedra {

/// Which corners share an edge of a mesh of triangles or tetrahedra.
class Neighbours {
public:
  Neighbours() = default;
  /// Of `count` corners, whose numbers the cells hold.
  template <std::size_t N>
  Neighbours(std::span<const std::array<std::uint32_t, N>> cells, std::size_t count) : ends_(count, 0) {
    for (const auto& cell : cells)
      for (const std::uint32_t corner : cell)
        ends_[corner] += N - 1;
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) {
      const std::uint32_t size = end;
      end = sum; // for now where its next neighbour goes
      sum += size;
    }
    others_.resize(sum);
    for (const auto& cell : cells)
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = 0; j < N; ++j)
          if (i != j)
            others_[ends_[cell[i]]++] = cell[j];
    leave_out_doubles();
  }

  /// Ascending, each once.
  std::span<const std::uint32_t> of(std::uint32_t corner) const {
    const std::uint32_t begin = corner == 0 ? 0 : ends_[corner - 1];
    return {others_.data() + begin, ends_[corner] - begin};
  }

private:
  void leave_out_doubles() {
    std::size_t kept = 0, begin = 0;
    for (std::uint32_t& end : ends_) {
      const auto at = [this](std::size_t i) { return others_.begin() + static_cast<std::ptrdiff_t>(i); };
      std::sort(at(begin), at(end));
      const auto last = std::unique_copy(at(begin), at(end), at(kept));
      begin = end;
      kept = static_cast<std::size_t>(last - others_.begin());
      end = static_cast<std::uint32_t>(kept);
    }
    others_.resize(kept);
  }

  std::vector<std::uint32_t> ends_, others_;
};

} // namespace lamina::tetrahedra
