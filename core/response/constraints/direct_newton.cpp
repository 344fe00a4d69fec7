#include "core/response/constraints/newton_system.h"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <limits>
#include <map>

namespace lamina {

namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

class DirectNewton final : public NewtonSystem {
public:
  void begin(const StepInput& step, const BlockSystem& system,
             std::span<const PairConstraints> pairs) override;
  int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) override;
  double energy(const BlockVector& r) const override;

private:
  void find_inertia(const BlockSystem& system);
  void find_pattern(std::span<const PairConstraints> pairs);
  void add_pair(const PairConstraints& pair, const Eigen::Matrix4d* slopes);
  void fill();
  std::uint32_t unknown_of(std::uint32_t block) const { return unknown_of_block_[block]; }

  std::span<const PairConstraints> pairs_;
  std::vector<std::uint32_t> unknown_of_block_; ///< the body's number among those that move; none
  std::vector<std::uint32_t> first_block_;      ///< of each that moves
  std::vector<Mat6> inertia_;                   ///< A of each that moves
  std::vector<Eigen::LLT<Mat6>> inverse_;
  std::vector<Mat6> diagonal_, below_;
  /// Per column of bodies: the rows below the diagonal, and which matrix of below_ each is.
  std::vector<std::vector<std::array<std::uint32_t, 2>>> columns_, analysed_;
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> below_of_; ///< by column, row
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factor_;
  Eigen::VectorXd side_;
};

/// The operator couples no two bodies, so six products give the blocks of all.
void DirectNewton::find_inertia(const BlockSystem& system) {
  inertia_.assign(first_block_.size(), Mat6::Zero());
  BlockVector x(static_cast<Eigen::Index>(system.size())), y;
  for (int k = 0; k < 6; ++k) {
    x.setZero();
    for (const std::uint32_t block : first_block_)
      x[3 * static_cast<Eigen::Index>(block) + k] = 1;
    system.multiply(x, y, true);
    for (std::size_t i = 0; i < first_block_.size(); ++i)
      inertia_[i].col(k) = y.segment<6>(3 * static_cast<Eigen::Index>(first_block_[i]));
  }
  inverse_.resize(inertia_.size());
  for (std::size_t i = 0; i < inertia_.size(); ++i)
    inverse_[i].compute(inertia_[i]);
}

void DirectNewton::find_pattern(std::span<const PairConstraints> pairs) {
  below_of_.clear();
  for (const PairConstraints& pair : pairs) {
    if (pair.cells().empty())
      continue;
    const auto blocks = pair.bodies().rigid_blocks();
    const std::uint32_t a = unknown_of(blocks[0]), b = unknown_of(blocks[2]);
    if (a != none && b != none)
      below_of_.try_emplace({std::min(a, b), std::max(a, b)}, 0);
  }
  columns_.assign(first_block_.size(), {});
  std::uint32_t count = 0;
  for (auto& [place, number] : below_of_) {
    number = count++;
    columns_[place[0]].push_back({place[1], number});
  }
  below_.resize(count);
}

void DirectNewton::begin(const StepInput&, const BlockSystem& system,
                         std::span<const PairConstraints> pairs) {
  pairs_ = pairs;
  unknown_of_block_.assign(system.size() / 3, none);
  first_block_.clear();
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    if (!system.bodies()[i]->moves())
      continue;
    unknown_of_block_[system.first_block(i)] = static_cast<std::uint32_t>(first_block_.size());
    first_block_.push_back(system.first_block(i));
  }
  find_inertia(system);
  find_pattern(pairs);
}

void DirectNewton::add_pair(const PairConstraints& pair, const Eigen::Matrix4d* slopes) {
  Mat6 of_twist = Mat6::Zero();
  for (const CellTwistRows& rows : pair.twist_rows()) {
    const Eigen::Matrix4d& slope = *slopes++;
    if (slope.trace() == 0)
      continue;
    const CellTwistRows weighted = slope.lazyProduct(rows);
    of_twist += rows.transpose().lazyProduct(weighted);
  }
  const Eigen::Matrix<double, 6, 12> weighted_twist = of_twist.lazyProduct(pair.twist());
  const Eigen::Matrix<double, 12, 12> sum = pair.twist().transpose().lazyProduct(weighted_twist);
  const auto blocks = pair.bodies().rigid_blocks();
  const std::uint32_t a = unknown_of(blocks[0]), b = unknown_of(blocks[2]);
  if (a != none)
    diagonal_[a] += sum.topLeftCorner<6, 6>();
  if (b != none)
    diagonal_[b] += sum.bottomRightCorner<6, 6>();
  if (a != none && b != none)
    below_[below_of_.at({std::min(a, b), std::max(a, b)})] +=
        a < b ? Mat6(sum.bottomLeftCorner<6, 6>()) : Mat6(sum.topRightCorner<6, 6>());
}

/// Brings the blocks into the columns of the sparse matrix.
void DirectNewton::fill() {
  const auto size = static_cast<Eigen::Index>(6 * first_block_.size());
  matrix_.resize(size, size);
  Eigen::Index count = 0;
  for (const auto& column : columns_)
    count += 21 + 36 * static_cast<Eigen::Index>(column.size());
  matrix_.reserve(count);
  for (std::size_t j = 0; j < columns_.size(); ++j)
    for (int c = 0; c < 6; ++c) {
      const auto column = static_cast<Eigen::Index>(6 * j) + c;
      matrix_.startVec(column);
      for (int r = c; r < 6; ++r)
        matrix_.insertBack(static_cast<Eigen::Index>(6 * j) + r, column) = diagonal_[j](r, c);
      for (const auto& [row, number] : columns_[j])
        for (int r = 0; r < 6; ++r)
          matrix_.insertBack(static_cast<Eigen::Index>(6 * row) + r, column) = below_[number](r, c);
    }
  matrix_.finalize();
}

int DirectNewton::solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) {
  diagonal_ = inertia_;
  for (Mat6& block : below_)
    block.setZero();
  const Eigen::Matrix4d* next = slopes.data();
  for (const PairConstraints& pair : pairs_) {
    if (pair.cells().empty())
      continue;
    add_pair(pair, next);
    next += pair.cells().size();
  }
  fill();
  if (columns_ != analysed_ || factor_.rows() != matrix_.rows()) {
    factor_.analyzePattern(matrix_);
    analysed_ = columns_;
  }
  factor_.factorize(matrix_);

  side_.resize(matrix_.rows());
  for (std::size_t i = 0; i < first_block_.size(); ++i)
    side_.segment<6>(static_cast<Eigen::Index>(6 * i)) =
        r.segment<6>(3 * static_cast<Eigen::Index>(first_block_[i]));
  const Eigen::VectorXd solution = factor_.solve(side_);
  x.setZero(r.size());
  for (std::size_t i = 0; i < first_block_.size(); ++i)
    x.segment<6>(3 * static_cast<Eigen::Index>(first_block_[i])) =
        solution.segment<6>(static_cast<Eigen::Index>(6 * i));
  return 1;
}

double DirectNewton::energy(const BlockVector& r) const {
  double sum = 0;
  for (std::size_t i = 0; i < first_block_.size(); ++i) {
    const Vec6 own = r.segment<6>(3 * static_cast<Eigen::Index>(first_block_[i]));
    sum += own.dot(inverse_[i].solve(own));
  }
  return sum;
}

} // namespace

std::unique_ptr<NewtonSystem> make_direct_newton() {
  return std::make_unique<DirectNewton>();
}

} // namespace lamina
