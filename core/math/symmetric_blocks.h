#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// A symmetric sparse matrix of 3×3 blocks: diagonal, and what lies above it, row by row. Its pattern is laid
/// once; its values come and go.
class SymmetricBlocks {
public:
  using Edge = std::array<std::uint32_t, 2>;

  /// `edges`: pairs of different blocks that are coupled, in any order and more than once if need be.
  void set_pattern(std::size_t blocks, std::span<const Edge> edges) {
    std::vector<Edge> sorted;
    sorted.reserve(edges.size());
    for (const Edge& e : edges)
      sorted.push_back({std::min(e[0], e[1]), std::max(e[0], e[1])});
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    diagonal_.assign(blocks, Mat3::Zero());
    upper_.assign(sorted.size(), Mat3::Zero());
    column_.clear();
    row_end_.assign(blocks, 0);
    for (const Edge& e : sorted) {
      column_.push_back(e[1]);
      ++row_end_[e[0]];
    }
    for (std::size_t i = 1; i < blocks; ++i)
      row_end_[i] += row_end_[i - 1];
  }

  std::size_t size() const { return diagonal_.size(); }
  std::size_t edge_count() const { return upper_.size(); }

  /// Where the block of a < b is kept: an index for upper().
  std::uint32_t slot(std::uint32_t a, std::uint32_t b) const {
    const auto begin = column_.begin() + row_begin(a), end = column_.begin() + row_end_[a];
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, b) - column_.begin());
  }

  void clear() {
    std::fill(diagonal_.begin(), diagonal_.end(), Mat3::Zero());
    std::fill(upper_.begin(), upper_.end(), Mat3::Zero());
  }
  Mat3& diagonal(std::size_t i) { return diagonal_[i]; }
  const Mat3& diagonal(std::size_t i) const { return diagonal_[i]; }
  Mat3& upper(std::size_t slot) { return upper_[slot]; }

  /// y += factor · A x; both have three numbers a block.
  template <class In, class Out>
  void add_product(double factor, const In& x, Out&& y) const {
    std::uint32_t k = 0;
    for (std::size_t i = 0; i < diagonal_.size(); ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      const Vec3 own = factor * x.template segment<3>(at);
      Vec3 sum = diagonal_[i] * own;
      for (; k < row_end_[i]; ++k) {
        const auto other = 3 * static_cast<Eigen::Index>(column_[k]);
        const Mat3& block = upper_[k];
        sum += factor * (block * x.template segment<3>(other));
        y.template segment<3>(other).noalias() += block.transpose() * own;
      }
      y.template segment<3>(at) += sum;
    }
  }

private:
  std::uint32_t row_begin(std::uint32_t i) const { return i == 0 ? 0 : row_end_[i - 1]; }

  std::vector<Mat3> diagonal_, upper_;
  std::vector<std::uint32_t> column_, row_end_;
};

} // namespace lamina
