#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lamina {

/// A symmetric sparse matrix of 3×3 blocks: diagonal, and what lies above it, row by row. Its pattern is laid
/// once; its values come and go.
class SymmetricBlocks {
public:
  using Edge = std::array<std::uint32_t, 2>;

  /// `edges`: pairs of different blocks that are coupled, in any order and more than once if need be.
  void set_pattern(std::size_t blocks, std::span<const Edge> edges) {
    // Sorted by rows first, which takes no comparisons, then each short row.
    std::vector<std::uint32_t> next(blocks + 1, 0), columns(edges.size());
    for (const Edge& e : edges)
      ++next[std::min(e[0], e[1]) + 1];
    for (std::size_t i = 1; i <= blocks; ++i)
      next[i] += next[i - 1];
    for (const Edge& e : edges)
      columns[next[std::min(e[0], e[1])]++] = std::max(e[0], e[1]);
    column_.clear();
    row_end_.resize(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      const auto begin = columns.begin() + (i == 0 ? 0 : next[i - 1]), end = columns.begin() + next[i];
      std::sort(begin, end);
      column_.insert(column_.end(), begin, std::unique(begin, end));
      row_end_[i] = static_cast<std::uint32_t>(column_.size());
    }
    diagonal_.assign(blocks, Mat3::Zero());
    upper_.assign(column_.size(), Mat3::Zero());
  }

  /// Takes another numbering of blocks, of which few have other edges than before. `before`: which block each
  /// was, in ascending order, or `none` of blocks that are new. Rows with `anew` set get `edges` (pairs of
  /// different blocks; those of other rows are left out) and zeros; others keep their values, and all that
  /// they are coupled with was there before. By block, `moved` says how far the slots of a row that stays
  /// have moved.
  void renew_pattern(std::span<const std::uint32_t> before, std::span<const std::uint8_t> anew,
                     std::vector<Edge> edges, std::vector<std::uint32_t>& moved);
  static constexpr std::uint32_t none = ~std::uint32_t{0};

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

  /// Calls visit(row, column, block) for what lies above the diagonal.
  template <class Visit>
  void for_each_upper(const Visit& visit) const {
    std::uint32_t k = 0;
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      for (; k < row_end_[i]; ++k)
        visit(i, std::size_t{column_[k]}, upper_[k]);
  }

  /// By block, and by slot; row i ends at slot row_end[i]. Blocks are column by column.
  struct Arrays {
    std::span<const Mat3> diagonal, upper;
    std::span<const std::uint32_t> column, row_end;
  };
  Arrays arrays() const { return {diagonal_, upper_, column_, row_end_}; }

  /// y += factor · A x; both have three numbers a block, one after the other.
  void add_product(double factor, const double* x, double* y) const {
    std::uint32_t k = 0;
    for (std::size_t i = 0; i < diagonal_.size(); ++i) {
      const double x0 = x[3 * i], x1 = x[3 * i + 1], x2 = x[3 * i + 2];
      const double f0 = factor * x0, f1 = factor * x1, f2 = factor * x2;
      const double* d = diagonal_[i].data();
      double sum0 = d[0] * x0 + d[3] * x1 + d[6] * x2;
      double sum1 = d[1] * x0 + d[4] * x1 + d[7] * x2;
      double sum2 = d[2] * x0 + d[5] * x1 + d[8] * x2;
      for (; k < row_end_[i]; ++k) {
        const std::size_t other = 3 * static_cast<std::size_t>(column_[k]);
        const double* block = upper_[k].data(); // column by column
        const double z0 = x[other], z1 = x[other + 1], z2 = x[other + 2];
        sum0 += block[0] * z0 + block[3] * z1 + block[6] * z2;
        sum1 += block[1] * z0 + block[4] * z1 + block[7] * z2;
        sum2 += block[2] * z0 + block[5] * z1 + block[8] * z2;
        y[other] += block[0] * f0 + block[1] * f1 + block[2] * f2;
        y[other + 1] += block[3] * f0 + block[4] * f1 + block[5] * f2;
        y[other + 2] += block[6] * f0 + block[7] * f1 + block[8] * f2;
      }
      y[3 * i] += factor * sum0;
      y[3 * i + 1] += factor * sum1;
      y[3 * i + 2] += factor * sum2;
    }
  }

private:
  std::uint32_t row_begin(std::uint32_t i) const { return i == 0 ? 0 : row_end_[i - 1]; }

  std::vector<Mat3> diagonal_, upper_;
  std::vector<std::uint32_t> column_, row_end_;
};

inline void SymmetricBlocks::renew_pattern(std::span<const std::uint32_t> before,
                                           std::span<const std::uint8_t> anew, std::vector<Edge> edges,
                                           std::vector<std::uint32_t>& moved) {
  for (Edge& e : edges)
    if (e[0] > e[1])
      std::swap(e[0], e[1]);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  // In the memory of the last time.
  thread_local SymmetricBlocks old;
  old = *this;
  std::vector<std::uint32_t> now(old.size(), none);
  for (std::uint32_t i = 0; i < before.size(); ++i)
    if (before[i] != none)
      now[before[i]] = i;
  diagonal_.resize(before.size());
  row_end_.resize(before.size());
  moved.assign(before.size(), 0);
  column_.clear();
  upper_.clear();
  auto edge = edges.begin();
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    for (; edge != edges.end() && (*edge)[0] <= i; ++edge)
      if ((*edge)[0] == i && anew[i])
        column_.push_back((*edge)[1]);
    upper_.resize(column_.size(), Mat3::Zero());
    if (!anew[i]) {
      const std::uint32_t begin = old.row_begin(before[i]), end = old.row_end_[before[i]];
      moved[i] = static_cast<std::uint32_t>(column_.size()) - begin;
      for (std::uint32_t k = begin; k < end; ++k)
        column_.push_back(now[old.column_[k]]);
      upper_.insert(upper_.end(), old.upper_.begin() + begin, old.upper_.begin() + end);
    }
    diagonal_[i] = anew[i] ? Mat3(Mat3::Zero()) : old.diagonal_[before[i]];
    row_end_[i] = static_cast<std::uint32_t>(column_.size());
  }
}

} // namespace lamina
