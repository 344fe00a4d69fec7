#include "tests/physics/constrained.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <span>

// Rigid bodies under the response of constraints, against theory.

namespace lamina {
namespace {

using test::body_of;
using test::constrained;
using test::ground;
using test::run_for;
using test::scene_of;
using test::turn;

constexpr double degree = std::numbers::pi / 180, g = 9.81;

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

constexpr double slop = 1e-3;     // of bodies of 1 m
constexpr double leeway = 0.5e-3; // about it, which is left alone

TEST(Constraints, ARestingBodyIsCarriedByItsWeight) {
  Simulation simulation(constrained({ground(), body_of("box", make_box(Vec3::Constant(1)), BodyKind::rigid,
                                                       {{0, 0.5, 0}, Quat::Identity()})}));
  run_for(simulation, 2);
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), 1000 * g, 1e-6 * 1000 * g);
  EXPECT_NEAR(0.5 - snapshot->bodies[1].pose.position.y(), slop, leeway);
  EXPECT_LT(snapshot->bodies[1].velocity.norm(), 1e-9);
  EXPECT_TRUE(simulation.notices().empty()) << simulation.notices()[0].text;
}

/// rad/s²: how fast what spins flat on the ground slows down, from 20 rad/s.
double slowing_of_spin(const TriangleMesh& mesh, double height) {
  auto scene =
      constrained({ground(), body_of("disc", mesh, BodyKind::rigid, {{0, height / 2, 0}, Quat::Identity()})});
  scene->bodies[1].spin = {0, 20, 0};
  Simulation simulation(scene);
  run_for(simulation, 0.3);
  const double first = simulation.snapshot()->bodies[1].spin.y();
  run_for(simulation, 0.5);
  return (first - simulation.snapshot()->bodies[1].spin.y()) / 0.5;
}

// Friction acts at the mean distance of the surface from its middle. Sixteen cells stand for it.
TEST(Constraints, SpinningDiscsAndBoxesSlowDownAsCoulombSays) {
  const double mu = 0.5, radius = 0.5, side = 0.8;
  const double disc = 4 * mu * g / (3 * radius), box = 6 * mu * g * 0.38260 / side;
  EXPECT_NEAR(slowing_of_spin(make_cylinder(radius, 0.2, 500), 0.2), disc, 0.015 * disc);
  EXPECT_NEAR(slowing_of_spin(make_box({side, 0.2, side}), 0.2), box, 0.015 * box);
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

/// Of the speed of a ball of 1 m that rolls at 2 m/s: what it loses in five seconds. Facets of 6 mm: those of
/// 13 mm are edges to roll over, and cost 1.2 %.
double lost_by_rolling(ResponseKind response) {
  auto scene = constrained({ground(40), body_of("ball", make_sphere(0.5, 80000), BodyKind::rigid,
                                                {{-8, 0.5, 0}, Quat::Identity()})});
  scene->settings.response.response = response;
  scene->bodies[1].velocity = {2, 0, 0};
  scene->bodies[1].spin = {0, 0, -4};
  Simulation simulation(scene);
  run_for(simulation, 0.5);
  const double first = speed_of(simulation, 1);
  run_for(simulation, 5);
  return 1 - speed_of(simulation, 1) / first;
}

TEST(Constraints, ASphereRollsOn) {
  EXPECT_NEAR(lost_by_rolling(ResponseKind::constraints), 0, 1e-3);
}

// A damper on all that closes in front of it and opens behind it would take 86 %. What friction needs as slip
// takes some.
TEST(Penalty, ASphereRollsOn) {
  EXPECT_NEAR(lost_by_rolling(ResponseKind::penalty), 0, 0.03);
}

TEST(Constraints, AStackOfTwentyStandsForAMinute) {
  if (test::sanitized)
    GTEST_SKIP() << "takes minutes with sanitizers";
  Simulation simulation(test::stack_of(20));
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
    EXPECT_NEAR(simulation.snapshot()->bodies[2].pose.position.y(), 1.5 - 2 * slop, 2 * leeway + 1e-4);
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

// From rest: what comes out of depth gets no speed, and what is pushed gets as much as what pushes.
TEST(Constraints, MomentumStaysWhateverOverlapsAtTheStart) {
  test::expect_that_momentum_stays(100, 5);
}

TEST(Constraints, ThreadsChangeNothing) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 12; ++i)
    bodies.push_back(
        body_of("box" + std::to_string(i), make_box({0.3, 0.2, 0.25}), BodyKind::rigid,
                {{0.1 * (i % 3), 0.2 + 0.22 * i, 0.07 * (i % 2)}, turn({1, double(i), 2}, 0.3 * i)}));
  bodies.push_back(body_of("soft", make_box(Vec3::Constant(0.2), 400), BodyKind::soft,
                           {{0.8, 0.11, 0}, Quat::Identity()}));
  for (const bool deforming : {false, true}) {
    std::vector<SceneBody> some = bodies;
    if (!deforming)
      some.pop_back();
    std::uint64_t hash = 0;
    for (const int threads : {1, 2}) {
      auto scene = constrained(some);
      scene->settings.simulation.threads = threads;
      Simulation simulation(scene);
      run_for(simulation, test::sanitized ? 0.1 : 0.8);
      if (threads == 2) {
        EXPECT_EQ(simulation.statistics().state_hash, hash);
      }
      hash = simulation.statistics().state_hash;
    }
  }
}

// Tall and crooked: what rocks on a little must not be fed.
TEST(Constraints, AStackOfTwentyWithRandomOffsetsComesToRest) {
  if (test::sanitized)
    GTEST_SKIP() << "takes minutes with sanitizers";
  std::mt19937 random(3);
  const auto offset = [&] { return std::uniform_real_distribution<double>(-0.1, 0.1)(random); };
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 20; ++i)
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                             {{offset(), 0.5 + i, offset()}, Quat::Identity()}));
  Simulation simulation(constrained(std::move(bodies)));
  run_for(simulation, 40);
  EXPECT_LT(simulation.statistics().kinetic_J, 1e-8);
  EXPECT_GT(simulation.snapshot()->bodies[20].pose.position.y(), 19.4);
}

TEST(Constraints, APyramidStandsWithoutDrifting) {
  if (test::sanitized)
    GTEST_SKIP() << "takes minutes with sanitizers";
  std::vector<SceneBody> bodies{ground()};
  constexpr int rows = 10;
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < rows - row; ++i)
      bodies.push_back(body_of("box" + std::to_string(row) + "." + std::to_string(i),
                               make_box(Vec3::Constant(1)), BodyKind::rigid,
                               {{1.05 * (i + 0.5 * row), 0.5 + row, 0}, Quat::Identity()}));
  Simulation simulation(constrained(std::move(bodies)));
  run_for(simulation, 15); // each layer sinks to the depth that is left alone
  EXPECT_LT(test::drift_in(simulation, 5), 1e-4);
}

// Small cells, as of edges that cross, have to come out of their depth as fast as large ones: a heap whose
// cells take minutes creeps by half a millimetre as long.
TEST(Constraints, AHeapComesToRest) {
  if (test::sanitized)
    GTEST_SKIP() << "takes minutes with sanitizers";
  Simulation simulation(test::heap_of(2, 1));
  run_for(simulation, 40);
  EXPECT_LT(test::drift_in(simulation, 10), 1e-5);
}

// Boxes lean on a bowl with cells of a few pixels. What one view direction misses of such must not kick them.
TEST(Constraints, BoxesInABowlFallAsleep) {
  if (test::sanitized)
    GTEST_SKIP() << "takes minutes with sanitizers";
  Simulation simulation(test::boxes_in_a_bowl(1));
  run_for(simulation, 40);
  const auto snapshot = simulation.snapshot();
  for (const BodyState& body : std::span(snapshot->bodies).subspan(2)) // above ground and bowl
    EXPECT_TRUE(body.asleep) << body.id;
}

// What cannot be: a mass of 10⁻⁶ of what it carries, and a start deeper than any speed gets out of.
TEST(Constraints, ImpossibleStartsEndInNumbers) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 6; ++i) {
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                             {{0.01 * i, -0.4 + 0.02 * i, 0}, turn({0, 1, 0}, 0.1 * i)}));
    bodies.back().density = i % 2 ? 1e6 : 1;
  }
  Simulation simulation(constrained(std::move(bodies)));
  for (int step = 0; step < 100; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    const auto snapshot = simulation.snapshot();
    for (const auto& body : snapshot->bodies)
      ASSERT_TRUE(body.pose.position.allFinite() && body.velocity.norm() < 100);
  }
}

// Heights over the ground of the lowest point: the ratio of two that follow is e², and of all of them 1 at e
// = 1.
TEST(Constraints, ABallBouncesAsItsRestitutionSays) {
  for (const double e : {0.5, 0.8, 1.0}) {
    auto scene = constrained({ground(), body_of("ball", make_sphere(0.5, 5000), BodyKind::rigid,
                                                {{0, 1.5, 0}, Quat::Identity()})});
    scene->bodies[1].restitution = e;
    scene->settings.simulation.time_step = 0.002; // depth at impact is at most a step's way
    Simulation simulation(scene);
    std::vector<double> tops{1};
    double last = 1, height = 1;
    bool rising = false;
    while (tops.size() < 4) {
      ASSERT_TRUE(simulation.step());
      height = simulation.snapshot()->bodies[1].pose.position.y() - 0.5;
      if (rising && height < last)
        tops.push_back(last);
      rising = height > last;
      last = height;
    }
    for (std::size_t i = 1; i < tops.size(); ++i)
      EXPECT_NEAR(tops[i] / tops[i - 1], e * e, e == 1 ? 1e-3 : 0.02) << "e " << e << " bounce " << i;
  }
}

TEST(Constraints, WhatApproachesSlowlyDoesNotBounce) {
  auto scene = constrained({ground(), body_of("box", make_box(Vec3::Constant(1)), BodyKind::rigid,
                                              {{0, 0.5, 0}, Quat::Identity()})});
  scene->bodies[1].restitution = 1;
  scene->settings.response.bounce_speed = 0.2; // it falls by 0.1 m/s in a step
  Simulation simulation(scene);
  run_for(simulation, 2);
  EXPECT_LT(speed_of(simulation, 1), 1e-9);
}

// Five equal balls with gaps: each gives all of its speed to the next.
TEST(Constraints, ACradleHandsTheSpeedToItsLastBall) {
  std::vector<SceneBody> bodies;
  for (int i = 0; i < 5; ++i) {
    bodies.push_back(body_of("ball" + std::to_string(i), make_sphere(0.5, 5000), BodyKind::rigid,
                             {{1.01 * i, 0, 0}, Quat::Identity()}));
    bodies.back().restitution = 1;
    bodies.back().friction_coefficient = 0;
  }
  bodies[0].velocity = {1, 0, 0};
  auto scene = constrained(std::move(bodies));
  scene->gravity.setZero();
  Simulation simulation(scene);
  run_for(simulation, 0.5);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(speed_of(simulation, i), 0.01) << i;
  EXPECT_NEAR(simulation.snapshot()->bodies[4].velocity.x(), 1, 0.01);
}

SceneBody soft_cube(const Vec3& at, double young) {
  SceneBody body =
      body_of("soft", make_box(Vec3::Constant(0.2), 400), BodyKind::soft, {at, Quat::Identity()});
  body.lattice_cells = 4;
  body.material.young_modulus = young;
  return body;
}

// Conjugate gradients leave a residual, whose sum must not be momentum.
TEST(Constraints, MomentumStaysWhereSoftBodiesAndBonesOverlapToo) {
  SceneBody soft = body_of("soft", make_sphere(0.5, 500), BodyKind::soft, {{0.3, 0.1, 0}, Quat::Identity()});
  soft.lattice_cells = 4;
  soft.material = {1e5, 0.3, 0.02};
  SceneBody other = soft;
  other.name = "other";
  other.pose.position = {-0.3, -0.1, 0.2};
  auto scene = constrained({soft, other,
                            body_of("box", make_box(Vec3::Constant(0.6)), BodyKind::rigid,
                                    {{0, 0.5, 0.3}, turn({1, 2, 3}, 0.4)})});
  scene->gravity = Vec3::Zero();
  Simulation simulation(scene);
  double moves = 0; // kg m/s
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(simulation.step());
    const auto now = simulation.snapshot();
    for (std::size_t body = 0; body < now->bodies.size(); ++body)
      moves = std::max(moves, (*now->infos)[body].mass * now->bodies[body].velocity.norm());
    EXPECT_LT(simulation.statistics().momentum.norm(), 1e-12 * moves) << i;
  }
  EXPECT_GT(moves, 1);
}

TEST(Constraints, ASoftCubeRestsOnTheGround) {
  Simulation simulation(constrained({ground(), soft_cube({0, 0.11, 0}, 1e6)}));
  run_for(simulation, 3);
  // It trembles by 10⁻³ of its weight for a while, so that the mean of half a second says what it weighs.
  double sum = 0;
  constexpr int steps = 50;
  for (int i = 0; i < steps; ++i) {
    ASSERT_TRUE(simulation.step());
    sum += simulation.snapshot()->bodies[1].contact_force.y();
  }
  EXPECT_NEAR(sum / steps, 8 * g, 1e-3 * 8 * g);
}

} // namespace
} // namespace lamina
