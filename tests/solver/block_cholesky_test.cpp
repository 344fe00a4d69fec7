#include "core/solver/block_cholesky.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

TEST(BlockCholesky, SolvesWhatADenseFactorisationSolves) {
  std::mt19937 random(3);
  BlockCholesky sparse; // takes one pattern after the other
  for (const std::uint32_t n : {1u, 2u, 7u, 30u, 30u}) {
    std::vector<BlockCholesky::Place> places;
    std::vector<Mat6> diagonal(n, Mat6::Zero()), below;
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6 * n, 6 * n);
    for (std::uint32_t column = 0; column < n; ++column)
      for (std::uint32_t row = column + 1; row < n; ++row) {
        if (random() % 5 != 0)
          continue;
        // What a contact adds: J Jᵀ over the two.
        const Eigen::Matrix<double, 12, 4> j = Eigen::Matrix<double, 12, 4>::Random();
        const Eigen::Matrix<double, 12, 12> sum = 100 * j * j.transpose();
        diagonal[column] += sum.topLeftCorner<6, 6>();
        diagonal[row] += sum.bottomRightCorner<6, 6>();
        places.push_back({row, column});
        below.push_back(sum.bottomLeftCorner<6, 6>());
        dense.block<6, 6>(6 * row, 6 * column) = below.back();
        dense.block<6, 6>(6 * column, 6 * row) = below.back().transpose();
      }
    for (std::uint32_t i = 0; i < n; ++i) {
      diagonal[i] += Mat6::Identity();
      dense.block<6, 6>(6 * i, 6 * i) = diagonal[i];
    }
    const Eigen::VectorXd side = Eigen::VectorXd::Random(6 * n);
    sparse.analyse(n, places);
    sparse.factor(diagonal, below);
    Eigen::VectorXd x = side;
    sparse.solve(x);
    EXPECT_LT((x - dense.llt().solve(side)).norm(), 1e-10 * side.norm()) << n;
  }
}

} // namespace
} // namespace lamina
