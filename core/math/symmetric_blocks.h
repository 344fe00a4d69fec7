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
/// once; its values come and go. Rows that were renewed may lie out of order, with gaps between them.
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
    rows_.resize(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      const auto begin = columns.begin() + (i == 0 ? 0 : next[i - 1]), end = columns.begin() + next[i];
      std::sort(begin, end);
      rows_[i].begin = static_cast<std::uint32_t>(column_.size());
      column_.insert(column_.end(), begin, std::unique(begin, end));
      rows_[i].end = static_cast<std::uint32_t>(column_.size());
    }
    edges_ = column_.size();
    diagonal_.assign(blocks, Mat3::Zero());
    upper_.assign(column_.size(), Mat3::Zero());
  }

  /// Takes another numbering of blocks, of which few have other edges than before. `before`: which block each
  /// was, in ascending order, or `none` of blocks that are new. Rows `anew` (ascending) get `edges` (pairs of
  /// different blocks; those of other rows are left out) and zeros; others keep their values, and all that
  /// they are coupled with was there before.
  void renew_pattern(std::span<const std::uint32_t> before, std::span<const std::uint32_t> anew,
                     std::span<const Edge> edges);
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::size_t size() const { return diagonal_.size(); }
  std::size_t edge_count() const { return edges_; }

  /// Where the block of a < b is kept: an index for upper(), until rows are renewed.
  std::uint32_t slot(std::uint32_t a, std::uint32_t b) const {
    const auto begin = column_.begin() + rows_[a].begin, end = column_.begin() + rows_[a].end;
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, b) - column_.begin());
  }
  /// The first slot of a row. Slots of a row that is not renewed stay as far behind it as they are.
  std::uint32_t row_begin(std::uint32_t a) const { return rows_[a].begin; }

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
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      for (std::uint32_t k = rows_[i].begin; k < rows_[i].end; ++k)
        visit(i, std::size_t{column_[k]}, upper_[k]);
  }

  /// Where a row lies in the arrays of what is above the diagonal.
  struct Row {
    std::uint32_t begin, end;
  };
  /// Diagonal and rows by block, the others by row. Blocks are column by column.
  struct Arrays {
    std::span<const Mat3> diagonal, upper;
    std::span<const std::uint32_t> column;
    std::span<const Row> rows;
  };
  Arrays arrays() const { return {diagonal_, upper_, column_, rows_}; }

  /// y += factor · A x; both have three numbers a block, one after the other.
  void add_product(double factor, const double* x, double* y) const {
    for (std::size_t i = 0; i < diagonal_.size(); ++i) {
      const double x0 = x[3 * i], x1 = x[3 * i + 1], x2 = x[3 * i + 2];
      const double f0 = factor * x0, f1 = factor * x1, f2 = factor * x2;
      const double* d = diagonal_[i].data();
      double sum0 = d[0] * x0 + d[3] * x1 + d[6] * x2;
      double sum1 = d[1] * x0 + d[4] * x1 + d[7] * x2;
      double sum2 = d[2] * x0 + d[5] * x1 + d[8] * x2;
      for (std::uint32_t k = rows_[i].begin; k < rows_[i].end; ++k) {
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
  void renumber_rows(std::span<const std::uint32_t> before);
  void put_row(std::uint32_t row, std::span<const std::uint32_t> columns);
  void close_gaps();

  std::vector<Mat3> diagonal_, upper_;
  std::vector<std::uint32_t> column_;
  std::vector<Row> rows_;
  std::size_t edges_ = 0; ///< in rows
};

/// Takes another numbering: `before` says of each entry which one it was (in ascending order), or
/// SymmetricBlocks::none of those that get `fresh`.
template <class Entry>
void renumber(std::vector<Entry>& entries, std::span<const std::uint32_t> before, const Entry& fresh) {
  std::size_t first = 0; // those before it stay where they are
  while (first < before.size() && (before[first] == first || before[first] == SymmetricBlocks::none))
    ++first;
  const std::size_t begin = first < before.size() ? before[first] : entries.size();
  const std::vector<Entry> moved(entries.begin() + static_cast<std::ptrdiff_t>(begin), entries.end());
  entries.resize(before.size(), fresh);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] == SymmetricBlocks::none)
      entries[i] = fresh;
    else if (i >= first)
      entries[i] = moved[before[i] - begin];
}

/// Rows that are new lie where the rows with these numbers did, if nobody else has these.
inline void SymmetricBlocks::renumber_rows(std::span<const std::uint32_t> before) {
  const std::vector<Row> old = rows_;
  std::vector<std::uint32_t> now(old.size(), none);
  for (std::uint32_t i = 0; i < before.size(); ++i)
    if (before[i] != none)
      now[before[i]] = i;
  rows_.resize(before.size());
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    if (before[i] == none) {
      rows_[i] = i < old.size() && now[i] == none ? old[i] : Row{0, 0};
      continue;
    }
    rows_[i] = old[before[i]];
    for (std::uint32_t k = rows_[i].begin; k < rows_[i].end; ++k)
      column_[k] = now[column_[k]];
  }
}

inline void SymmetricBlocks::renew_pattern(std::span<const std::uint32_t> before,
                                           std::span<const std::uint32_t> anew, std::span<const Edge> edges) {
  renumber(diagonal_, before, Mat3(Mat3::Zero()));
  renumber_rows(before);
  // Sorted by rows first, as in set_pattern().
  std::vector<std::uint32_t> of_row(before.size() + 1, 0);
  std::vector<std::uint8_t> is_anew(before.size(), 0);
  for (const std::uint32_t row : anew)
    is_anew[row] = 1;
  const auto row_of = [](const Edge& e) { return std::min(e[0], e[1]); };
  for (const Edge& e : edges)
    of_row[row_of(e) + 1] += is_anew[row_of(e)];
  for (std::size_t i = 1; i < of_row.size(); ++i)
    of_row[i] += of_row[i - 1];
  std::vector<std::uint32_t> columns(of_row.back());
  for (const Edge& e : edges)
    if (is_anew[row_of(e)])
      columns[of_row[row_of(e)]++] = std::max(e[0], e[1]);
  std::uint32_t begin = 0;
  for (const std::uint32_t row : anew) {
    const auto first = columns.begin() + begin, last = columns.begin() + of_row[row];
    begin = of_row[row];
    std::sort(first, last);
    put_row(row, {first, std::unique(first, last)});
  }
  edges_ = 0;
  for (const Row& row : rows_)
    edges_ += row.end - row.begin;
  if (4 * edges_ < 3 * upper_.size())
    close_gaps();
}

/// With zeros, where the row was if it is no longer than before.
inline void SymmetricBlocks::put_row(std::uint32_t i, std::span<const std::uint32_t> columns) {
  diagonal_[i].setZero();
  Row& row = rows_[i];
  const auto size = static_cast<std::uint32_t>(columns.size());
  if (size > row.end - row.begin) {
    row.begin = static_cast<std::uint32_t>(column_.size());
    column_.resize(column_.size() + size);
    upper_.resize(column_.size());
  }
  row.end = row.begin + size;
  std::copy(columns.begin(), columns.end(), column_.begin() + row.begin);
  std::fill(upper_.begin() + row.begin, upper_.begin() + row.end, Mat3::Zero());
}

inline void SymmetricBlocks::close_gaps() {
  std::vector<Mat3> upper;
  std::vector<std::uint32_t> column;
  upper.reserve(edges_);
  column.reserve(edges_);
  for (Row& row : rows_) {
    const auto begin = static_cast<std::uint32_t>(column.size());
    upper.insert(upper.end(), upper_.begin() + row.begin, upper_.begin() + row.end);
    column.insert(column.end(), column_.begin() + row.begin, column_.begin() + row.end);
    row = {begin, static_cast<std::uint32_t>(column.size())};
  }
  upper_ = std::move(upper);
  column_ = std::move(column);
}

} // namespace lamina
