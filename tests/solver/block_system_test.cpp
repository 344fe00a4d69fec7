#include "core/solver/block_system.h"

#include "core/body/rigid_body.h"
#include "tests/support/scenes.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

/// Three bodies, the last one fixed, with random contact terms of all kinds.
struct RandomSystem {
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Body*> pointers;
  ContactTerms terms;
  BlockSystem system;
  std::mt19937 random{7};

  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }
  Vec3 vector() { return Vec3(number(), number(), number()); }

  RandomSystem() {
    for (int i = 0; i < 3; ++i) {
      SceneBody body =
          test::body_of("body", make_box({0.3, 0.2, 0.1}), i == 2 ? BodyKind::fixed : BodyKind::rigid);
      bodies.push_back(std::make_unique<RigidBody>(body));
      pointers.push_back(bodies.back().get());
    }
    system.set_bodies(pointers);
    system.clear_terms(0.01);
    BlockVector v(6);
    for (Body* body : pointers)
      body->predict(0, 0.01, true, v);
    for (std::uint32_t t = 0; t < 4; ++t) {
      std::vector<BlockEntry> row;
      for (const std::uint32_t block : {0u, 1u, 2u, 3u})
        row.push_back({block + 2 * (t % 2), vector()});
      terms.set_coefficient(terms.add_row(row), 5 + number());
    }
    const std::vector<BlockJacobian> jacobian{
        {0, Mat3::Identity()}, {1, Mat3::Random()}, {4, -Mat3::Identity()}, {5, Mat3::Random()}};
    system.add_sample(2 * Mat3::Identity(), jacobian);
    Eigen::Matrix<double, 12, 12> root = Eigen::Matrix<double, 12, 12>::Random();
    terms.add_dense({{0, 1, 2, 3}, root * root.transpose()});
    system.add_terms(terms);
  }
};

TEST(BlockSystem, OperatorIsSymmetricAndPositive) {
  RandomSystem r;
  BlockVector x = BlockVector::Random(18), y = BlockVector::Random(18), ax, ay;
  r.system.filter(x);
  r.system.filter(y);
  r.system.multiply(x, ax, true);
  r.system.multiply(y, ay, true);
  EXPECT_NEAR(x.dot(ay), y.dot(ax), 1e-9 * ax.norm() * y.norm());
  EXPECT_GT(x.dot(ax), 0);
}

TEST(BlockSystem, ConjugateGradientsFindTheDenseSolution) {
  RandomSystem r;
  r.system.factor_preconditioner();
  Eigen::MatrixXd dense(12, 12);
  for (int column = 0; column < 12; ++column) {
    BlockVector unit = BlockVector::Zero(18), product;
    unit[column] = 1;
    r.system.multiply(unit, product, true);
    dense.col(column) = product.head(12);
  }
  BlockVector b = BlockVector::Random(18);
  r.system.filter(b);
  BlockVector x = BlockVector::Zero(18);
  const SolveReport report = solve_conjugate_gradients(r.system, b, 1e-12, b.norm(), 200, x);
  const Eigen::VectorXd expected = dense.llt().solve(b.head(12));
  EXPECT_NEAR((x.head(12) - expected).norm(), 0, 1e-8 * expected.norm())
      << report.iterations << " iterations";
}

TEST(BlockSystem, PrescribedVelocitiesStayAndAreFelt) {
  RandomSystem r;
  r.system.factor_preconditioner();
  const BlockVector b = BlockVector::Zero(18);
  BlockVector x = BlockVector::Zero(18);
  x.tail(6).setConstant(0.5);
  solve_conjugate_gradients(r.system, b, 1e-12, 1, 200, x);
  EXPECT_EQ(x.tail(6), BlockVector::Constant(6, 0.5));
  EXPECT_GT(x.head(12).norm(), 1e-3) << "a moving wall must drag along what touches it";
}

TEST(BlockSystem, ReportsWhenIterationsRunOut) {
  RandomSystem r;
  r.system.factor_preconditioner();
  BlockVector b = BlockVector::Random(18), x = BlockVector::Zero(18);
  const SolveReport report = solve_conjugate_gradients(r.system, b, 1e-14, b.norm(), 1, x);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_GT(report.residual, 1e-14);
}

} // namespace
} // namespace lamina
