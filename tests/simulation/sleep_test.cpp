#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// Bodies at rest fall asleep, and wake when anything happens to them.

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::turn;

constexpr double g = 9.81;

std::shared_ptr<Scene> constrained(std::vector<SceneBody> bodies) {
  auto scene = test::scene_of(std::move(bodies));
  scene->settings.response.response = ResponseKind::constraints;
  return scene;
}

SceneBody box(const std::string& name, const Vec3& at) {
  return body_of(name, make_box(Vec3::Constant(1)), BodyKind::rigid, {at, Quat::Identity()});
}

/// Two boxes on another, and one apart.
std::shared_ptr<Scene> stack_and_box() {
  return constrained({ground(), box("low", {0, 0.5, 0}), box("middle", {0, 1.5, 0}), box("high", {0, 2.5, 0}),
                      box("apart", {5, 0.5, 0})});
}

bool asleep(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].asleep;
}

std::size_t count_asleep(const Simulation& simulation) {
  const auto snapshot = simulation.snapshot();
  return static_cast<std::size_t>(std::count_if(snapshot->bodies.begin(), snapshot->bodies.end(),
                                                [](const BodyState& body) { return body.asleep; }));
}

TEST(Sleep, WhatRestsFallsAsleepAndIsStillCarried) {
  Simulation simulation(stack_and_box());
  run_for(simulation, 0.3);
  EXPECT_EQ(count_asleep(simulation), 0u) << "they have not been slow for long enough";
  run_for(simulation, 2);
  EXPECT_EQ(count_asleep(simulation), 4u);
  const auto snapshot = simulation.snapshot({.pixels = true});
  EXPECT_EQ(snapshot->pairs.size(), 4u) << "what touches is there to be looked at";
  EXPECT_GT(snapshot->statistics.contacts, 0u);
  EXPECT_GT(snapshot->statistics.volume_m3, 0) << "what overlaps is still counted";
  EXPECT_GT(snapshot->statistics.contact_pixels, 0u);
  const Vec3 on_ground = snapshot->bodies[0].contact_force;
  EXPECT_NEAR(on_ground.y(), -4000 * g, 1e-4 * 4000 * g);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_NEAR(snapshot->bodies[i].contact_force.y(), 1000 * g, 1e-4 * 1000 * g) << i;
    EXPECT_EQ(snapshot->bodies[i].velocity, Vec3::Zero()) << i;
  }
  const std::uint64_t hash = simulation.statistics().state_hash;
  run_for(simulation, 1);
  EXPECT_EQ(simulation.statistics().state_hash, hash) << "nothing moves";
  EXPECT_EQ(simulation.statistics().cg_iterations, 0);
}

TEST(Sleep, OnlyConstraintsLetBodiesSleepAndOnlyIfWanted) {
  for (const bool constraints : {false, true}) {
    auto scene = stack_and_box();
    if (constraints)
      scene->settings.response.sleep = false;
    else
      scene->settings.response.response = ResponseKind::penalty;
    Simulation simulation(scene);
    run_for(simulation, 3);
    EXPECT_EQ(count_asleep(simulation), 0u);
  }
}

TEST(Sleep, ATouchWakesAllThatHangsTogether) {
  auto scene = stack_and_box();
  scene->bodies.push_back(box("falling", {0.1, 18, 0}));
  Simulation simulation(scene);
  run_for(simulation, 1.5);
  ASSERT_EQ(count_asleep(simulation), 4u) << "the falling one is under way";
  run_for(simulation, 0.5);
  for (const std::size_t body : {1u, 2u, 3u, 5u})
    EXPECT_FALSE(asleep(simulation, body)) << body;
  EXPECT_TRUE(asleep(simulation, 4)) << "nothing has touched it";
  run_for(simulation, 6);
  EXPECT_EQ(count_asleep(simulation), 5u);
  EXPECT_NEAR(simulation.snapshot()->bodies[5].pose.position.y(), 3.5, 0.01);
}

TEST(Sleep, AHandWakesAndWhatItHoldsStaysAwake) {
  Simulation simulation(stack_and_box());
  run_for(simulation, 2);
  ASSERT_EQ(count_asleep(simulation), 4u);
  simulation.apply(BeginDrag{3, {0, 3, 0}});
  EXPECT_EQ(count_asleep(simulation), 1u) << "the stack wakes at once";
  EXPECT_EQ(simulation.snapshot({.pixels = true})->pairs.size(), 4u) << "its contacts are still shown";
  run_for(simulation, 2);
  EXPECT_FALSE(asleep(simulation, 3)) << "it is held, though at rest";
  simulation.apply(MoveDrag{{0, 5, 0}});
  run_for(simulation, 1);
  EXPECT_GT(simulation.snapshot()->bodies[3].pose.position.y(), 3);
  simulation.apply(EndDrag{});
  run_for(simulation, 4);
  EXPECT_EQ(count_asleep(simulation), 4u);
}

TEST(Sleep, AChangeWakesAll) {
  const Quat tilt = turn({0, 0, 1}, 0.3); // below the friction angle
  Simulation simulation(constrained(
      {body_of("slab", make_box({200, 10, 40}), BodyKind::fixed, {tilt * Vec3(0, -5, 0), tilt}),
       body_of("block", make_box(Vec3::Constant(1)), BodyKind::rigid, {tilt * Vec3(0, 0.5, 0), tilt})}));
  run_for(simulation, 2);
  ASSERT_TRUE(asleep(simulation, 1));
  simulation.apply(SetFriction{1, 0.0});
  run_for(simulation, 1);
  EXPECT_NEAR(simulation.snapshot()->bodies[1].velocity.norm(), g * std::sin(0.3), 0.01);
}

TEST(Sleep, WhatBeginsToMoveWakesWhatLiesOnIt) {
  auto platform = body_of("platform", make_box({4, 0.2, 4}), BodyKind::scripted);
  platform.motion.keyframes = {{0, {}}, {3, {}}, {4, {{0, 1, 0}, Quat::Identity()}}};
  Simulation simulation(
      constrained({platform, box("on it", {0, 0.6, 0}), ground(), box("aside", {8, 0.5, 0})}));
  run_for(simulation, 2.9);
  ASSERT_TRUE(asleep(simulation, 1));
  run_for(simulation, 0.6);
  EXPECT_FALSE(asleep(simulation, 1));
  EXPECT_TRUE(asleep(simulation, 3));
  EXPECT_NEAR(simulation.snapshot()->bodies[1].pose.position.y(), 1.1, 0.01);
  run_for(simulation, 3);
  EXPECT_TRUE(asleep(simulation, 1)) << "the platform has come to rest";
}

TEST(Sleep, SupportsThatLeaveInOneStepWakeToo) {
  auto platform = body_of("platform", make_box({4, 0.2, 4}), BodyKind::scripted);
  platform.motion.keyframes = {{0, {}}, {3, {}}, {3.01, {{0, -20, 0}, Quat::Identity()}}};
  Simulation simulation(constrained({platform, box("on it", {0, 0.6, 0})}));
  run_for(simulation, 3.5);
  EXPECT_LT(simulation.snapshot()->bodies[1].pose.position.y(), 0) << "it falls";
}

// It speeds up by no more than a hundredth of what weighs on it.
TEST(Sleep, WhatBeginsToSlideSlowlyStaysAwake) {
  constexpr double angle = 26.65 * std::numbers::pi / 180;
  const Quat tilt = turn({0, 0, 1}, angle);
  Simulation simulation(constrained(
      {body_of("slab", make_box({200, 10, 40}), BodyKind::fixed, {tilt * Vec3(0, -5, 0), tilt}),
       body_of("block", make_box(Vec3::Constant(1)), BodyKind::rigid, {tilt * Vec3(0, 0.5, 0), tilt})}));
  run_for(simulation, 1);
  const double before = simulation.snapshot()->bodies[1].velocity.norm();
  run_for(simulation, 2);
  const double expected = g * (std::sin(angle) - 0.5 * std::cos(angle));
  EXPECT_NEAR(simulation.snapshot()->bodies[1].velocity.norm() - before, 2 * expected, 2e-4);
}

TEST(Sleep, WhatFloatsStaysAwakeAndWhatHangsFallsAsleep) {
  auto soft =
      body_of("soft", make_box(Vec3::Constant(0.2), 400), BodyKind::soft, {{0, 3, 0}, Quat::Identity()});
  soft.lattice_cells = 4;
  soft.material.young_modulus = 1e6;
  soft.material.damping = 0.05;
  soft.clamps = {{Box{{-1, 3.05, -1}, {1, 4, 1}}, {}}};
  Simulation hanging(constrained({soft}));
  run_for(hanging, 4);
  EXPECT_EQ(count_asleep(hanging), 1u);

  auto scene = constrained({box("alone", {0, 0, 0})});
  scene->gravity.setZero();
  scene->bodies[0].velocity = {1e-3, 0, 0};
  Simulation floating(scene);
  run_for(floating, 4);
  EXPECT_EQ(count_asleep(floating), 0u);
  EXPECT_NEAR(floating.snapshot()->bodies[0].pose.position.x(), 4e-3, 1e-12);
}

TEST(Sleep, ASoftBodyThatHasComeToRestSleepsOnTheGround) {
  auto soft =
      body_of("soft", make_box(Vec3::Constant(0.2), 400), BodyKind::soft, {{0, 0.11, 0}, Quat::Identity()});
  soft.lattice_cells = 4;
  soft.material.young_modulus = 1e6;
  Simulation simulation(constrained({ground(), soft}));
  run_for(simulation, 4);
  ASSERT_TRUE(asleep(simulation, 1));
  EXPECT_NEAR(simulation.snapshot()->bodies[1].contact_force.y(), 8 * g, 0.01 * 8 * g);
  simulation.apply(BeginDrag{1, {0, 0.2, 0}});
  EXPECT_FALSE(asleep(simulation, 1));
}

TEST(Sleep, BelongsToTheStateBitForBit) {
  std::uint64_t end = 0;
  for (const int threads : {1, 2}) {
    auto scene = stack_and_box();
    scene->bodies.push_back(box("falling", {0.1, 18, 0}));
    scene->settings.simulation.threads = threads;
    Simulation simulation(scene);
    run_for(simulation, 1.5);
    ASSERT_EQ(count_asleep(simulation), 4u);
    const std::uint64_t step = simulation.statistics().step;
    const auto then = simulation.snapshot();
    run_for(simulation, 2);
    if (threads == 2) {
      EXPECT_EQ(simulation.statistics().state_hash, end);
    }
    end = simulation.statistics().state_hash;

    ASSERT_TRUE(simulation.go_back(step));
    EXPECT_EQ(count_asleep(simulation), 4u);
    const auto now = simulation.snapshot();
    EXPECT_EQ(now->pairs.size(), then->pairs.size());
    for (std::size_t i = 0; i < now->bodies.size(); ++i)
      EXPECT_LT((now->bodies[i].contact_force - then->bodies[i].contact_force).norm(), 1) << "N";
    run_for(simulation, 2);
    EXPECT_EQ(simulation.statistics().state_hash, end) << "goes on as it did";
  }
}

TEST(Sleep, GoingBackWithOtherSettingsWakesAll) {
  Simulation simulation(stack_and_box());
  run_for(simulation, 2);
  ASSERT_EQ(count_asleep(simulation), 4u);
  simulation.apply(SetSetting{"sleep", false});
  run_for(simulation, 0.1);
  ASSERT_TRUE(simulation.go_back(simulation.statistics().step - 10));
  EXPECT_EQ(count_asleep(simulation), 0u);
  run_for(simulation, 1);
  EXPECT_EQ(count_asleep(simulation), 0u);
}

} // namespace
} // namespace lamina
