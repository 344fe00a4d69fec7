#include "core/body/corotational_bricks.h"

#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "tests/body/elastic_support.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace lamina {
namespace {

constexpr double young = 2e5;

double lambda_of(double poisson) {
  return young * poisson / ((1 + poisson) * (1 - 2 * poisson));
}
double mu_of(double poisson) {
  return young / (2 * (1 + poisson));
}

Eigen::Matrix<double, 24, 1> corners_moved_by(double side, const std::function<Vec3(const Vec3&)>& field) {
  Eigen::Matrix<double, 24, 1> u;
  for (int k = 0; k < 8; ++k)
    u.segment<3>(3 * k) = field(0.5 * side * Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
  return u;
}

TEST(Brick, OnlyRigidMotionsCostNothing) {
  for (const double poisson : {-0.5, 0.0, 0.3, 0.49, 0.499}) {
    const BrickMatrix k = brick_stiffness(0.1, lambda_of(poisson), mu_of(poisson));
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<BrickMatrix>(k).eigenvalues();
    EXPECT_NEAR(values.head<6>().cwiseAbs().maxCoeff() / values[23], 0, 1e-12) << poisson;
    // The softest of the others is a bending or shearing mode, which has nothing to do with the volume.
    EXPECT_GT(values[6], 0.01 * young * 0.1) << poisson;
  }
}

TEST(Brick, AnEvenStrainHasTheExactEnergy) {
  Mat3 strain;
  strain << 0.02, 0.01, -0.005, 0.01, -0.03, 0.004, -0.005, 0.004, 0.01;
  for (const double poisson : {0.0, 0.3, 0.499}) {
    const double lambda = lambda_of(poisson), mu = mu_of(poisson), side = 0.1;
    const auto u = corners_moved_by(side, [&](const Vec3& x) { return Vec3(strain * x); });
    const double energy = 0.5 * u.dot(brick_stiffness(side, lambda, mu) * u);
    const double density = mu * strain.squaredNorm() + 0.5 * lambda * strain.trace() * strain.trace();
    EXPECT_NEAR(energy / (density * std::pow(side, 3)), 1, 1e-12);
  }
}

/// Of a beam bent to the curvature c: ½ E I c² a length, whatever Poisson's ratio. Its sides are free: where
/// it is stretched it narrows, so that it also bends across.
TEST(Brick, BendsAsABeamDoes) {
  const double side = 0.1, c = 0.3, inertia = std::pow(side, 4) / 12;
  for (const double poisson : {0.0, 0.3, 0.45, 0.499})
    for (int along = 0; along < 3; ++along) {
      const int across = (along + 1) % 3, third = (along + 2) % 3;
      const auto u = corners_moved_by(side, [&](const Vec3& x) -> Vec3 {
        return c * x[across] * (-x[along] * Vec3::Unit(along) + poisson * x[third] * Vec3::Unit(third));
      });
      const double energy = 0.5 * u.dot(brick_stiffness(side, lambda_of(poisson), mu_of(poisson)) * u);
      EXPECT_NEAR(energy / (0.5 * young * inertia * c * c * side), 1, 1e-9) << poisson;
    }
}

/// A box of bricks, turned, moved and shaken.
struct ShakenBox {
  explicit ShakenBox(double most, double poisson = 0.3)
      : lattice(build_lattice(make_box({1, 1, 1}), 2)),
        model(lattice.mesh.nodes.size(), lattice.cell_corners, std::vector<double>(lattice.cells, 0.7),
              lattice.cell_size, {young, poisson, 0}) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> shift(-most, most);
    const Mat3 turn = Eigen::AngleAxisd(2, Vec3(1, 2, 1).normalized()).toRotationMatrix();
    for (const Vec3& node : lattice.mesh.nodes)
      nodes.push_back(turn * (node + Vec3(shift(random), shift(random), shift(random))) + Vec3(3, 1, 2));
  }
  Lattice lattice;
  CorotationalBricks model;
  std::vector<Vec3> nodes;
};

TEST(Bricks, ForcesAreTheGradientOfTheEnergyHoweverDeformed) {
  ShakenBox box(0.05);
  // Truncation grows with the square of the step, rounding with 1e-16 E over it.
  EXPECT_NEAR(test::force_error(box.model, box.nodes, 1e-5), 0, 1e-5);
}

TEST(Bricks, ForcesKeepMomentumAndAngularMomentum) {
  ShakenBox box(0.1);
  box.model.update(box.nodes);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double sum = 0;
  for (std::size_t i = 0; i < box.nodes.size(); ++i) {
    force += box.model.forces()[i];
    torque += box.nodes[i].cross(box.model.forces()[i]);
    sum += box.model.forces()[i].norm();
  }
  EXPECT_NEAR(force.norm() / sum, 0, 1e-12);
  EXPECT_NEAR(torque.norm() / sum, 0, 1e-11);
}

TEST(Bricks, StiffnessIsTheDerivativeOfTheForcesWhereNothingIsStrained) {
  ShakenBox box(0, 0.45);
  EXPECT_NEAR(test::stiffness_error(box.model, box.nodes), 0, 1e-7);
}

} // namespace
} // namespace lamina
