#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

// Rigid bodies that begin as they touch, with no volume in common: they rest from the first step on.

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_of;
using test::turn;

constexpr double size = 0.1, slop = 1e-3 * size; // m

std::shared_ptr<Scene> stack(int count, double gap = 0) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < count; ++i)
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(size)), BodyKind::rigid,
                             {{0, gap + size * (i + 0.5), 0}, turn({0, 1, 0}, 0.7 * i)}));
  return scene_of(std::move(bodies));
}

TEST(TouchingStart, AStackOfTwentySinksByTheSlopOfEachAndNoMore) {
  Simulation simulation(stack(20));
  run_for(simulation, 0.5);
  const auto snapshot = simulation.snapshot();
  for (int i = 0; i < 20; ++i) {
    const double sunk = size * (i + 0.5) - snapshot->bodies[i + 1].pose.position.y();
    // A depth within half of the slop is left as it is; the last percent takes a while.
    EXPECT_GT(sunk, 0.48 * slop * (i + 1)) << "box " << i;
    EXPECT_LT(sunk, 1.5 * slop * (i + 1)) << "box " << i;
  }
}

TEST(TouchingStart, NothingFallsInTheFirstStep) {
  Simulation simulation(stack(3));
  ASSERT_TRUE(simulation.step());
  const auto snapshot = simulation.snapshot();
  for (const BodyState& body : snapshot->bodies)
    EXPECT_LT(body.velocity.norm(), 2e-3) << "m/s"; // rounds end at 1e-3 a contact
}

TEST(TouchingStart, WhatIsAboveTheGroundFalls) {
  Simulation simulation(stack(1, 10 * slop));
  ASSERT_TRUE(simulation.step());
  EXPECT_NEAR(simulation.snapshot()->bodies[1].velocity.y(),
              -9.81 * simulation.settings().simulation.time_step, 1e-9);
}

TEST(TouchingStart, BodiesThatTouchMayPart) {
  auto scene = scene_of(
      {body_of("left", make_box(Vec3::Constant(size)), BodyKind::rigid),
       body_of("right", make_box(Vec3::Constant(size)), BodyKind::rigid, {{size, 0, 0}, Quat::Identity()})});
  scene->bodies[1].velocity = {0.5, 0, 0};
  Simulation simulation(scene);
  run_for(simulation, 0.1);
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[1].velocity.x(), 0.5, 1e-12);
  EXPECT_NEAR(snapshot->bodies[1].pose.position.x(), size + 0.05, 1e-12) << "nothing holds it back";
  EXPECT_EQ(snapshot->bodies[0].velocity.x(), 0);
}

// The curved one meets the sheet in a point; its facets are 3 mm wide.
TEST(TouchingStart, ABallOnTheGroundRests) {
  Simulation simulation(scene_of({ground(), body_of("ball", make_sphere(size, 5120), BodyKind::rigid,
                                                    {{0, size, 0}, Quat::Identity()})}));
  run_for(simulation, 0.1);
  const auto snapshot = simulation.snapshot();
  EXPECT_LT(snapshot->bodies[1].velocity.norm(), 1e-3);
  EXPECT_NEAR(size - snapshot->bodies[1].pose.position.y(), 0, 5 * slop);
}

TEST(TouchingStart, IsTheSameAgainFromStepZero) {
  Simulation simulation(stack(4));
  run_for(simulation, 0.05);
  const auto first = simulation.statistics().state_hash;
  ASSERT_TRUE(simulation.go_back(0));
  run_for(simulation, 0.05);
  EXPECT_EQ(simulation.statistics().state_hash, first);
  simulation.apply(Reset{});
  run_for(simulation, 0.05);
  EXPECT_EQ(simulation.statistics().state_hash, first);
}

} // namespace
} // namespace lamina
