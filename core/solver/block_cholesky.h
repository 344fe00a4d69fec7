#pragma once

#include "core/base/range.h"
#include "core/math/types.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The Cholesky factors L Lᵀ of a sparse symmetric positive definite matrix of 6×6 blocks. Columns are
/// eliminated in the order of least degree. Where L has blocks, and what each of them takes part in, is found
/// once a pattern:
///
///   column j of L    ┌ pivot            the column's blocks below its pivot, times each other, are taken
///                    │ a ─┐             from the blocks (b, a) and (a, a), (b, b) of later columns
///                    │ b ─┘
class BlockCholesky {
public:
  using Place = std::array<std::uint32_t, 2>; ///< row and column of a block

  /// Takes the places of the blocks below the diagonal of n × n blocks, each once, row > column. Does nothing
  /// if they are those of the last call.
  void analyse(std::uint32_t n, std::span<const Place> places);

  /// Factors the matrix; `below` are the blocks in these places.
  void factor(std::span<const Mat6> diagonal, std::span<const Mat6> below);

  /// x, six numbers a row of blocks, from a right-hand side to the solution.
  void solve(Eigen::VectorXd& x) const;

private:
  /// Of a block that is given, where it goes in L.
  struct Source {
    std::uint32_t block;
    bool transposed;
  };

  void find_order(std::uint32_t n, std::span<const Place> places);
  void find_columns(std::span<const Place> places);
  void find_targets();
  std::uint32_t block_of(std::uint32_t row, std::uint32_t column) const;

  std::vector<Place> places_;
  std::vector<std::uint32_t> order_;  ///< the row of L of each row of the matrix
  std::vector<Range> columns_;        ///< of each column of L in rows_ and lower_
  std::vector<std::uint32_t> rows_;   ///< of the blocks of L below its pivots
  std::vector<std::uint32_t> target_; ///< of each two blocks of a column, the later by the earlier: the block
  std::vector<Source> sources_;       ///< of each block below the diagonal of the matrix
  std::vector<Mat6> pivot_, lower_;   ///< inverses of the pivots of L, and its blocks below them
  mutable Eigen::VectorXd ordered_;
};

} // namespace lamina
