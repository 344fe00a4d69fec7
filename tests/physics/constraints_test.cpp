#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

// Rigid bodies under the response of constraints, against theory.

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_of;
using test::turn;

constexpr double degree = std::numbers::pi / 180, g = 9.81;

std::shared_ptr<Scene> constrained(std::vector<SceneBody> bodies) {
  auto scene = scene_of(std::move(bodies));
  scene->settings.response.response = ResponseKind::constraints;
  return scene;
}

/// A block of 1 m at rest on a fixed slab tilted about z by `angle`; turned by yaw about the slab's normal.
std::shared_ptr<Scene> slope(double angle, double yaw) {
  const Quat tilt = turn({0, 0, 1}, angle);
  const Vec3 normal = tilt * Vec3::UnitY();
  return constrained(
      {body_of("slab", make_box({200, 10, 40}), BodyKind::fixed, {tilt * Vec3(0, -5, 0), tilt}),
       body_of("block", make_box(Vec3::Constant(1)), BodyKind::rigid,
               {normal * 0.5, tilt * turn({0, 1, 0}, yaw)})});
}

double speed_of(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].velocity.norm();
}

class Yaw : public testing::TestWithParam<double> {};

TEST_P(Yaw, BlockDoesNotCreepBelowTheFrictionAngle) {
  Simulation simulation(slope(26 * degree, GetParam()));
  run_for(simulation, 4); // settles to the depth that is left alone
  const Vec3 start = simulation.snapshot()->bodies[1].pose.position;
  run_for(simulation, 8);
  EXPECT_LT((simulation.snapshot()->bodies[1].pose.position - start).norm() / 8, 1e-10) << "m/s";
}

TEST_P(Yaw, BlockSlidesAsCoulombSays) {
  for (const double angle : {27 * degree, 30 * degree}) {
    Simulation simulation(slope(angle, GetParam()));
    run_for(simulation, 0.5);
    const double first = speed_of(simulation, 1);
    run_for(simulation, 1);
    const double expected = g * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(speed_of(simulation, 1) - first, expected, 1e-4) << angle / degree;
  }
}

INSTANTIATE_TEST_SUITE_P(Turned, Yaw, testing::Values(0.0, 0.3, 1.2));

constexpr double slop = 1e-3; // of bodies of 1 m

TEST(Constraints, ARestingBodyIsCarriedByItsWeight) {
  Simulation simulation(constrained({ground(), body_of("box", make_box(Vec3::Constant(1)), BodyKind::rigid,
                                                       {{0, 0.5, 0}, Quat::Identity()})}));
  run_for(simulation, 2);
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), 1000 * g, 1e-6 * 1000 * g);
  EXPECT_NEAR(0.5 - snapshot->bodies[1].pose.position.y(), slop, 1e-6) << "as deep as the slop";
  EXPECT_LT(snapshot->bodies[1].velocity.norm(), 1e-9);
}

TEST(Constraints, ASpinningDiscSlowsDownAsCoulombSays) {
  const double radius = 0.5, mu = 0.5;
  auto scene = constrained({ground(), body_of("disc", make_cylinder(radius, 0.2, 500), BodyKind::rigid,
                                              {{0, 0.1, 0}, Quat::Identity()})});
  scene->bodies[1].spin = {0, 20, 0};
  Simulation simulation(scene);
  run_for(simulation, 0.3);
  const double first = simulation.snapshot()->bodies[1].spin.y();
  run_for(simulation, 0.5);
  const double rate = (first - simulation.snapshot()->bodies[1].spin.y()) / 0.5;
  const double expected = 4 * mu * g / (3 * radius);
  // Sixteen cells stand for the disc.
  EXPECT_NEAR(rate, expected, 0.06 * expected);
}

TEST(Constraints, APuckStopsAfterItsDistance) {
  auto scene = constrained({ground(), body_of("puck", make_box({1, 0.2, 1}), BodyKind::rigid,
                                              {{0, 0.1, 0}, turn({0, 1, 0}, 0.3)})});
  scene->bodies[1].velocity = {2, 0, 0};
  Simulation simulation(scene);
  run_for(simulation, 2);
  // v²/2μg, less what the first half step does not go: v h / 2.
  EXPECT_NEAR(simulation.snapshot()->bodies[1].pose.position.x(), 4 / (2 * 0.5 * g), 0.02);
  EXPECT_LT(speed_of(simulation, 1), 1e-9);
}

// Facets of 6 mm: those of 13 mm are edges to roll over, and cost 1.2 % in five seconds.
TEST(Constraints, ASphereRollsOn) {
  auto scene = constrained({ground(40), body_of("ball", make_sphere(0.5, 80000), BodyKind::rigid,
                                                {{-8, 0.5, 0}, Quat::Identity()})});
  scene->bodies[1].velocity = {2, 0, 0};
  scene->bodies[1].spin = {0, 0, -4};
  Simulation simulation(scene);
  run_for(simulation, 0.5);
  const double first = speed_of(simulation, 1);
  run_for(simulation, 5);
  EXPECT_NEAR(speed_of(simulation, 1), first, 1e-3 * first);
}

TEST(Constraints, AStackOfTwentyStandsForAMinute) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 20; ++i)
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                             {{0, 0.5 + i, 0}, Quat::Identity()}));
  Simulation simulation(constrained(std::move(bodies)));
  run_for(simulation, 30);
  const auto half = simulation.snapshot();
  run_for(simulation, 30);
  const auto end = simulation.snapshot();
  for (int i = 1; i <= 20; ++i)
    EXPECT_LT((end->bodies[i].pose.position - half->bodies[i].pose.position).norm(), 1e-4) << i;
}

TEST(Constraints, HeavyOnLightStands) {
  for (const double ratio : {1e3, 1e4}) {
    std::vector<SceneBody> bodies{ground()};
    for (int i = 0; i < 2; ++i)
      bodies.push_back(body_of(i ? "heavy" : "light", make_box(Vec3::Constant(1)), BodyKind::rigid,
                               {{0, 0.5 + i, 0}, Quat::Identity()}));
    bodies[2].density = 1000 * ratio;
    Simulation simulation(constrained(std::move(bodies)));
    run_for(simulation, 10);
    EXPECT_NEAR(simulation.snapshot()->bodies[2].pose.position.y(), 1.5 - 2 * slop, 1e-4);
    EXPECT_LT(speed_of(simulation, 2), 1e-6);
  }
}

TEST(Constraints, OverlappingBodiesPartWithoutSpeedOrMomentum) {
  auto scene =
      constrained({body_of("a", make_box(Vec3::Constant(1)), BodyKind::rigid, {{0, 0, 0}, Quat::Identity()}),
                   body_of("b", make_box(Vec3::Constant(1)), BodyKind::rigid,
                           {{0.7, 0.05, -0.02}, turn({1, 2, 3}, 0.2)})});
  scene->gravity.setZero();
  Simulation simulation(scene);
  double fastest = 0;
  for (int step = 0; step < 200; ++step) {
    ASSERT_TRUE(simulation.step());
    const auto snapshot = simulation.snapshot();
    fastest = std::max({fastest, speed_of(simulation, 0), speed_of(simulation, 1)});
    EXPECT_LT(snapshot->statistics.momentum.norm(), 1e-9) << step;
  }
  EXPECT_LT(fastest, 0.02);
  EXPECT_LT(simulation.statistics().deepest_m, 0.01);
}

SceneBody soft_cube(const Vec3& at, double young) {
  SceneBody body =
      body_of("soft", make_box(Vec3::Constant(0.2), 400), BodyKind::soft, {at, Quat::Identity()});
  body.lattice_cells = 4;
  body.material.young_modulus = young;
  return body;
}

TEST(Constraints, ASoftCubeRestsOnTheGround) {
  Simulation simulation(constrained({ground(), soft_cube({0, 0.11, 0}, 1e6)}));
  int most = 0;
  for (int step = 0; step < 300; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    most = std::max(most, simulation.statistics().cg_iterations);
  }
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), 8 * g, 1e-3 * 8 * g);
}

} // namespace
} // namespace lamina
