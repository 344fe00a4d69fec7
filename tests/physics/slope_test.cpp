#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::run_for;
using test::scene_of;
using test::turn;

constexpr double degree = std::numbers::pi / 180;

/// A block of 0.1 m at rest on a fixed slab tilted about z by `angle`; turned by yaw about the slab's normal.
std::shared_ptr<Scene> slope(double angle, double yaw, double lift = 0) {
  const Quat tilt = turn({0, 0, 1}, angle);
  const Vec3 normal = tilt * Vec3::UnitY();
  const Pose slab{tilt * Vec3(0, -0.5, 0), tilt};
  const Pose block{normal * (0.05 + lift), tilt * turn({0, 1, 0}, yaw)};
  return scene_of({body_of("slab", make_box({20, 1, 4}), BodyKind::fixed, slab),
                   body_of("block", make_box(Vec3::Constant(0.1)), BodyKind::rigid, block)});
}

/// Distance gone downhill and speed, after a while.
struct Slide {
  double distance, speed;
};

Slide slide(const std::shared_ptr<Scene>& scene, double angle, double seconds) {
  const Vec3 downhill = -(turn({0, 0, 1}, angle) * Vec3::UnitX());
  Simulation simulation(scene);
  const Vec3 start = simulation.snapshot()->bodies[1].pose.position;
  run_for(simulation, seconds);
  const BodyState body = simulation.snapshot()->bodies[1];
  return {downhill.dot(body.pose.position - start), downhill.dot(body.velocity)};
}

class Yaw : public testing::TestWithParam<double> {};

TEST_P(Yaw, BlockHoldsBelowTheFrictionAngle) {
  // tan 26° = 0.488 < μ = 0.5; regularised friction creeps at v_s tan α / μ = 0.98·10⁻⁴ m/s.
  const double angle = 26 * degree;
  const Slide s = slide(slope(angle, GetParam()), angle, 3);
  EXPECT_LT(s.speed, 1.2e-4);
  EXPECT_LT(s.distance, 1e-3);
}

TEST_P(Yaw, BlockSlidesAsCoulombSaysAboveIt) {
  const double angle = 30 * degree;
  auto scene = slope(angle, GetParam());
  Simulation simulation(scene);
  const Vec3 downhill = -(turn({0, 0, 1}, angle) * Vec3::UnitX());
  run_for(simulation, 0.5);
  const double first = downhill.dot(simulation.snapshot()->bodies[1].velocity);
  run_for(simulation, 1);
  const double acceleration = downhill.dot(simulation.snapshot()->bodies[1].velocity) - first;
  const double expected = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle)); // 0.657 m/s²
  EXPECT_NEAR(acceleration, expected, 0.03 * expected);
}

INSTANTIATE_TEST_SUITE_P(Turned, Yaw, testing::Values(0.0, 0.3, std::numbers::pi / 4, 1.2));

TEST(Slope, ViscousBlockReachesItsTerminalSpeed) {
  // ν A v = m g sin α: with 10⁴ Pa·s/m on 0.01 m² and 1 kg at 10°, 17.03 mm/s.
  const double angle = 10 * degree;
  auto scene = slope(angle, 0.3);
  scene->settings.friction.law = FrictionLaw::viscous;
  scene->settings.friction.viscosity = 1e4;
  const Slide s = slide(scene, angle, 2);
  EXPECT_NEAR(s.speed, 9.81 * std::sin(angle) / 100, 0.01 * 9.81 * std::sin(angle) / 100);
}

TEST(Slope, BodiesBringTheirOwnFriction) {
  const double angle = 20 * degree;
  auto scene = slope(angle, 0.3);
  scene->bodies[0].friction_coefficient = 0.9;
  scene->bodies[1].friction_coefficient = 0.1; // geometric mean 0.3 < tan 20° = 0.364: it slides
  EXPECT_GT(slide(scene, angle, 1).distance, 0.1);
  scene->bodies[1].friction_coefficient = 0.4; // 0.6: it holds
  EXPECT_LT(slide(scene, angle, 1).distance, 1e-3);
}

TEST(Slope, FrictionlessBlockSlidesLikeGravityAlone) {
  const double angle = 20 * degree;
  auto scene = slope(angle, 0.3);
  scene->settings.friction.law = FrictionLaw::none;
  const Slide s = slide(scene, angle, 1);
  EXPECT_NEAR(s.speed, 9.81 * std::sin(angle), 0.01 * 9.81 * std::sin(angle));
}

TEST(Friction, SpinningDiscSlowsDownAsCoulombSays) {
  // A disc of radius R that spins flat: torque (2/3) μ m g R against ½ m R² gives dω/dt = −4 μ g / (3 R).
  const double radius = 0.5, g = 9.81, mu = 0.5;
  auto scene = scene_of({test::ground(), body_of("disc", make_cylinder(radius, 0.2, 500), BodyKind::rigid,
                                                 {{0, 0.1, 0}, Quat::Identity()})});
  scene->bodies[1].spin = {0, 20, 0};
  Simulation simulation(scene);
  run_for(simulation, 0.3);
  const double first = simulation.snapshot()->bodies[1].spin.y();
  run_for(simulation, 0.5);
  const double rate = (first - simulation.snapshot()->bodies[1].spin.y()) / 0.5;
  const double expected = 4 * mu * g / (3 * radius);
  EXPECT_NEAR(rate, expected, 0.03 * expected); // 16 × 16 pixels over the disc
}

} // namespace
} // namespace lamina
