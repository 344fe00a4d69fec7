#include "core/solver/block_cholesky.h"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>

namespace lamina {

namespace {

Eigen::Index first_of(std::uint32_t row) {
  return 6 * static_cast<Eigen::Index>(row);
}

/// The inverse of the lower triangle of l, column by column.
void invert_lower(const Mat6& l, Mat6& inverse) {
  inverse.setZero();
  for (int c = 0; c < 6; ++c)
    inverse(c, c) = 1 / l(c, c);
  for (int c = 0; c < 6; ++c)
    for (int r = c + 1; r < 6; ++r) {
      double sum = 0;
      for (int k = c; k < r; ++k)
        sum += l(r, k) * inverse(k, c);
      inverse(r, c) = -sum * inverse(r, r);
    }
}

} // namespace

void BlockCholesky::find_order(std::uint32_t n, std::span<const Place> places) {
  using Graph = Eigen::SparseMatrix<float>;
  std::vector<Eigen::Triplet<float>> entries;
  for (std::uint32_t i = 0; i < n; ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0f);
  for (const auto& [row, column] : places)
    entries.emplace_back(static_cast<int>(row), static_cast<int>(column), 1.0f);
  Graph graph(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> back;
  Eigen::AMDOrdering<int>()(graph.selfadjointView<Eigen::Lower>(), back);
  order_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i)
    order_[static_cast<std::size_t>(back.indices()[static_cast<Eigen::Index>(i)])] = i;
}

/// A column has the rows of its own, and those of each column whose first row below the pivot it is.
void BlockCholesky::find_columns(std::span<const Place> places) {
  const std::size_t n = order_.size();
  std::vector<std::vector<std::uint32_t>> rows(n);
  for (const auto& [row, column] : places) {
    const std::uint32_t a = order_[row], b = order_[column];
    rows[std::min(a, b)].push_back(std::max(a, b));
  }
  columns_.resize(n);
  rows_.clear();
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<std::uint32_t>& own = rows[j];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (!own.empty())
      rows[own.front()].insert(rows[own.front()].end(), own.begin() + 1, own.end());
    columns_[j].begin = static_cast<std::uint32_t>(rows_.size());
    rows_.insert(rows_.end(), own.begin(), own.end());
    columns_[j].end = static_cast<std::uint32_t>(rows_.size());
  }
}

std::uint32_t BlockCholesky::block_of(std::uint32_t row, std::uint32_t column) const {
  const auto first = rows_.begin() + columns_[column].begin, last = rows_.begin() + columns_[column].end;
  return static_cast<std::uint32_t>(std::lower_bound(first, last, row) - rows_.begin());
}

void BlockCholesky::find_targets() {
  target_.clear();
  for (const Range& column : columns_)
    for (std::uint32_t later = column.begin; later < column.end; ++later)
      for (std::uint32_t earlier = column.begin; earlier < later; ++earlier)
        target_.push_back(block_of(rows_[later], rows_[earlier]));
}

void BlockCholesky::analyse(std::uint32_t n, std::span<const Place> places) {
  if (n == order_.size() && std::equal(places.begin(), places.end(), places_.begin(), places_.end()))
    return;
  places_.assign(places.begin(), places.end());
  find_order(n, places);
  find_columns(places);
  find_targets();
  sources_.clear();
  for (const auto& [row, column] : places) {
    const std::uint32_t a = order_[row], b = order_[column];
    sources_.push_back({block_of(std::max(a, b), std::min(a, b)), a < b});
  }
}

void BlockCholesky::factor(std::span<const Mat6> diagonal, std::span<const Mat6> below) {
  pivot_.resize(order_.size());
  lower_.assign(rows_.size(), Mat6::Zero());
  for (std::size_t i = 0; i < order_.size(); ++i)
    pivot_[order_[i]] = diagonal[i];
  for (std::size_t k = 0; k < below.size(); ++k) {
    if (sources_[k].transposed)
      lower_[sources_[k].block] = below[k].transpose();
    else
      lower_[sources_[k].block] = below[k];
  }
  const std::uint32_t* target = target_.data();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Eigen::LLT<Mat6> pivot(pivot_[j]);
    invert_lower(pivot.matrixLLT(), pivot_[j]);
    for (std::uint32_t later = columns_[j].begin; later < columns_[j].end; ++later) {
      const Mat6 block = lower_[later].lazyProduct(pivot_[j].transpose());
      lower_[later] = block;
      pivot_[rows_[later]] -= block.lazyProduct(block.transpose());
      for (std::uint32_t earlier = columns_[j].begin; earlier < later; ++earlier)
        lower_[*target++] -= block.lazyProduct(lower_[earlier].transpose());
    }
  }
}

void BlockCholesky::solve(Eigen::VectorXd& x) const {
  ordered_.resize(x.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    ordered_.segment<6>(first_of(order_[i])) = x.segment<6>(first_of(i));
  for (std::uint32_t j = 0; j < columns_.size(); ++j) {
    const Vec6 own = pivot_[j].lazyProduct(ordered_.segment<6>(first_of(j)));
    ordered_.segment<6>(first_of(j)) = own;
    for (std::uint32_t k = columns_[j].begin; k < columns_[j].end; ++k)
      ordered_.segment<6>(first_of(rows_[k])) -= lower_[k].lazyProduct(own);
  }
  for (auto j = static_cast<std::uint32_t>(columns_.size()); j-- > 0;) {
    Vec6 own = ordered_.segment<6>(first_of(j));
    for (std::uint32_t k = columns_[j].begin; k < columns_[j].end; ++k)
      own -= lower_[k].transpose().lazyProduct(ordered_.segment<6>(first_of(rows_[k])));
    ordered_.segment<6>(first_of(j)) = pivot_[j].transpose().lazyProduct(own);
  }
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    x.segment<6>(first_of(i)) = ordered_.segment<6>(first_of(order_[i]));
}

} // namespace lamina
