#include "core/response/constraints/convex_problem.h"

#include "core/body/rigid_body.h"
#include "tests/support/scenes.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

/// Three bodies, the last one fixed, that touch each other at random cells.
struct RandomProblem {
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Body*> pointers;
  BlockSystem system;
  std::vector<PairConstraints> pairs;
  BlockVector side, start;
  Settings settings;
  StepInput step;
  std::mt19937 random;

  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }
  Vec3 vector() { return Vec3(number(), number(), number()); }

  explicit RandomProblem(unsigned seed) : random(seed) {
    for (int i = 0; i < 3; ++i) {
      bodies.push_back(std::make_unique<RigidBody>(test::body_of(
          "body", make_box({0.3, 0.2, 0.1}), i == 2 ? BodyKind::fixed : BodyKind::rigid, {vector(), {}})));
      pointers.push_back(bodies.back().get());
    }
    system.set_bodies(pointers);
    system.clear_terms(0.01);
    BlockVector v(6);
    for (Body* body : pointers)
      body->predict(0, 0.01, true, v);
    system.factor_preconditioner();
    step.h = 0.01;
    step.settings = &settings;
    side = BlockVector::NullaryExpr(18, [this] { return 5 * number(); });
    start = BlockVector::NullaryExpr(18, [this] { return number(); });
    system.filter(side);
    system.filter(start);
    for (const auto& [a, b] : {std::array{0u, 1u}, {1u, 2u}, {0u, 2u}})
      touch(a, b);
  }

  void touch(std::uint32_t a, std::uint32_t b) {
    std::vector<LastCell> cells;
    for (int c = 0; c < 5; ++c)
      cells.push_back({0.2 * vector(), vector().normalized(), 0.01, 0, 0.05, c == 0 ? 0 : 0.5});
    PairConstraints& pair = pairs.emplace_back();
    pair.begin_lost({a, b}, {{pointers[a], pointers[b]}, {2 * a, 2 * b}}, cells);
    for (CellConstraint& cell : pair.cells()) {
      cell.stiffness = 20 * (2 + number());
      cell.separation = 0.2 * number();
      cell.slides = number() > 0.5;
      cell.limit = 1 + number();
      cell.slip = 0.1 + 0.1 * number();
      cell.guess << number(), number(), number(), number();
    }
  }

  /// The sum to be minimised, but for cells that slide with a fixed limit, which have one of two parts.
  double merit(const BlockVector& v) const {
    BlockVector product;
    system.multiply(v, product, true);
    double sum = 0.5 * v.dot(product) - side.dot(v);
    for (const PairConstraints& pair : pairs) {
      std::vector<Vec4> u(pair.cells().size());
      pair.get_velocities(v, u);
      for (std::size_t c = 0; c < u.size(); ++c) {
        const CellConstraint& cell = pair.cells()[c];
        const Vec4 impulse = answer(cell, u[c]).impulse;
        if (!cell.slides && cell.rubs()) {
          sum += impulse.squaredNorm() / (2 * cell.stiffness);
          continue;
        }
        // Huber's function: quadratic within the ball of the limit, linear outside.
        const double y = (cell.guess - cell.stiffness * u[c]).tail<3>().norm();
        const double limit = cell.rubs() ? cell.limit : 0;
        const double rubbing = y <= limit ? 0.5 * y * y : limit * y - 0.5 * limit * limit;
        sum += (0.5 * impulse[0] * impulse[0] + rubbing) / cell.stiffness;
      }
    }
    return sum;
  }

  /// A v − b − Σ Jᵀ λ.
  BlockVector gradient(const BlockVector& v) {
    BlockVector product;
    system.multiply(v, product, true);
    BlockVector pushed = BlockVector::Zero(v.size());
    for (PairConstraints& pair : pairs) {
      std::vector<Vec4> u(pair.cells().size());
      pair.get_velocities(v, u);
      for (std::size_t c = 0; c < u.size(); ++c)
        pair.cells()[c].impulse = answer(pair.cells()[c], u[c]).impulse;
      pair.apply_impulses(pushed);
    }
    BlockVector sum = product - side - pushed;
    system.filter(sum);
    return sum;
  }

  BlockVector solved(NewtonSystem& newton) {
    newton.begin(step, system, pairs);
    ConvexProblem problem;
    problem.begin(system, side, pairs, newton);
    BlockVector v = start;
    problem.minimise(1e-12, 1, 100, v);
    return v;
  }
};

TEST(ConvexProblem, NewtonFindsWhatSlowDescentFinds) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    RandomProblem r(seed);
    const BlockVector found = r.solved(*make_direct_newton());

    // Accelerated gradient descent; 1/L from the greatest curvature that all cells together can have.
    Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(18, 18);
    for (Eigen::Index k = 0; k < 18; ++k) {
      BlockVector unit = BlockVector::Unit(18, k), column;
      r.system.filter(unit);
      r.system.multiply(unit, column, true);
      for (PairConstraints& pair : r.pairs) {
        std::vector<Vec4> u(pair.cells().size());
        pair.get_velocities(unit, u);
        for (std::size_t c = 0; c < u.size(); ++c)
          pair.cells()[c].impulse = pair.cells()[c].stiffness * u[c];
        pair.apply_impulses(column);
      }
      curvature.col(k) = column;
    }
    const double steepest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(0.5 * (curvature + curvature.transpose()))
            .eigenvalues()
            .maxCoeff();
    BlockVector v = r.start, last = v;
    double momentum = 1;
    for (int i = 0; i < 200000; ++i) {
      const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
      const BlockVector ahead = v + (momentum - 1) / next * (v - last);
      const BlockVector slope = r.gradient(ahead);
      last = v;
      v = ahead - slope / steepest;
      momentum = (v - last).dot(slope) > 0 ? 1 : next; // it went too far: begin again
      if (slope.norm() < 1e-12)
        break;
    }
    EXPECT_LT((found - v).norm(), 1e-8) << "seed " << seed;
  }
}

TEST(ConvexProblem, EachStepOfNewtonLessensTheSum) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    RandomProblem r(seed);
    const auto newton = make_direct_newton();
    newton->begin(r.step, r.system, r.pairs);
    ConvexProblem problem;
    problem.begin(r.system, r.side, r.pairs, *newton);
    BlockVector v = r.start;
    double merit = r.merit(v);
    for (int i = 0; i < 20; ++i) {
      problem.minimise(0, 1, 1, v);
      const double next = r.merit(v);
      EXPECT_LE(next, merit + 1e-12 * std::abs(merit)) << "seed " << seed << " step " << i;
      merit = next;
    }
  }
}

TEST(ConvexProblem, ConjugateGradientsFindWhatAFactorisationFinds) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    RandomProblem r(seed);
    const BlockVector direct = r.solved(*make_direct_newton());
    EXPECT_LT((direct - r.solved(*make_iterative_newton())).norm(), 1e-9) << "seed " << seed;
  }
}

} // namespace
} // namespace lamina
