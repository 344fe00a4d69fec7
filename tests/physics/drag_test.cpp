#include "core/base/error.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::run_for;
using test::scene_of;

/// A box of the given density in the air, grabbed off its centre and pulled to a target.
Simulation dragged(double density, const Vec3& target) {
  auto scene = scene_of({body_of("box", make_box({0.2, 0.1, 0.1}))});
  scene->bodies[0].density = density;
  Simulation simulation(scene);
  simulation.apply(BeginDrag{0, {0.1, 0.05, 0.05}});
  simulation.apply(MoveDrag{target});
  return simulation;
}

/// A fixed wall, 0.1 m thick, and a box 0.4 m before it.
std::shared_ptr<Scene> wall_and_box() {
  return scene_of({body_of("wall", make_box({0.1, 2, 2}), BodyKind::fixed, {{0.5, 0, 0}, Quat::Identity()}),
                   body_of("box", make_box({0.1, 0.1, 0.1}))});
}

TEST(Drag, HeavyAndLightBodiesFollowAlike) {
  Simulation light = dragged(10, {0.5, 0.2, 0}), heavy = dragged(20000, {0.5, 0.2, 0});
  for (int step = 0; step < 300; ++step) {
    ASSERT_TRUE(light.step());
    ASSERT_TRUE(heavy.step());
    const Vec3 a = light.snapshot()->bodies[0].pose.position, b = heavy.snapshot()->bodies[0].pose.position;
    ASSERT_NEAR((a - b).norm(), 0, 1e-3) << "step " << step;
  }
  const auto snapshot = light.snapshot();
  // Gravity stretches a spring of natural frequency f by g / (2πf)²: 62 mm at 2 Hz.
  EXPECT_NEAR((snapshot->drags[0].grabbed - Vec3(0.5, 0.2 - 0.0621, 0)).norm(), 0, 0.01);
}

TEST(Drag, NothingExplodesHoweverHardOnePulls) {
  Simulation simulation = dragged(1000, {1e6, -1e6, 1e6});
  double fastest = 0;
  for (int step = 0; step < 300; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    const auto snapshot = simulation.snapshot();
    const BodyState& body = snapshot->bodies[0];
    const Vec3 arm = snapshot->drags[0].grabbed - body.pose.position;
    fastest = std::max(fastest, (body.velocity + body.spin.cross(arm)).norm());
  }
  // At the grabbed point at most ten weights and gravity act against critical damping 2mω v.
  EXPECT_LT(fastest, 11 * 9.81 / (4 * 3.14159 * 2) * 1.05);
}

TEST(Drag, LettingGoKeepsTheSpeed) {
  Simulation simulation = dragged(1000, {3, 0, 0});
  run_for(simulation, 0.2);
  const Vec3 before = simulation.snapshot()->bodies[0].velocity;
  simulation.apply(EndDrag{});
  ASSERT_TRUE(simulation.step());
  const Vec3 after = simulation.snapshot()->bodies[0].velocity;
  ASSERT_GT(before.norm(), 0.5);
  EXPECT_NEAR((after - before - Vec3(0, -9.81 * 0.01, 0)).norm(), 0, 1e-6); // only gravity acts
}

TEST(Drag, PullsABodyAgainstAWallWithoutPushingItThrough) {
  auto scene = wall_and_box();
  Simulation simulation(scene);
  simulation.apply(BeginDrag{1, {0, 0, 0}});
  simulation.apply(MoveDrag{{3, 0, 0}});
  run_for(simulation, 3);
  // Ten weights press it in by at most twice ten times the rest penetration.
  EXPECT_LT(simulation.snapshot()->bodies[1].pose.position.x(), 0.4 + 2e-3);
}

// A wall of 0.1 m, pulled against with a thousand weights: as much as can be set.
TEST(Drag, ConstraintsHoldABodyAtAWallWhateverTheForce) {
  auto scene = wall_and_box();
  scene->settings.response.response = ResponseKind::constraints;
  Simulation simulation(scene);
  simulation.apply(BeginDrag{1, {0, 0, 0}});
  simulation.apply(MoveDrag{{1, 0, 0}});
  run_for(simulation, 2);
  const double before = simulation.snapshot()->bodies[1].pose.position.x();
  EXPECT_LT(before, 0.4 + 1e-3); // it has hit the wall
  simulation.apply(SetSetting{"drag_force_cap", 1000.0});
  simulation.apply(MoveDrag{{1000, 0, 0}});
  for (int step = 0; step < 300; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    // Half of the rest depth of 0.1 mm is left as it is.
    ASSERT_LT(simulation.snapshot()->bodies[1].pose.position.x(), before + 5e-5) << step;
  }
}

// In its first step it would go by 0.8 m: past the wall.
TEST(Drag, DoesNotPullABodyThroughAWallWithinAStep) {
  auto scene = wall_and_box();
  scene->settings.drag.force_cap = 1000;
  Simulation simulation(scene);
  simulation.apply(BeginDrag{1, {0, 0, 0}});
  simulation.apply(MoveDrag{{1000, 0, 0}});
  for (int step = 0; step < 100; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    ASSERT_LT(simulation.snapshot()->bodies[1].pose.position.x(), 0.5) << step;
  }
  EXPECT_NEAR(simulation.snapshot()->bodies[1].pose.position.x(), 0.4, 1e-3);
}

// A pile of twelve boxes is stirred by the lowest of them for two seconds and left.
TEST(Drag, AStirredPileComesToRest) {
  std::vector<SceneBody> bodies{test::ground()};
  for (int i = 0; i < 12; ++i)
    bodies.push_back(body_of("box " + std::to_string(i), make_box(Vec3::Constant(0.2)), BodyKind::rigid,
                             {{0.21 * (i % 3), 0.1 + 0.2 * (i / 3), 0.05 * (i / 3)}, Quat::Identity()}));
  auto scene = scene_of(bodies);
  scene->settings.response.response = ResponseKind::constraints;
  Simulation simulation(scene);
  run_for(simulation, 0.5);
  simulation.apply(BeginDrag{2, {0.21, 0.1, 0.1}});
  for (int move = 0; move < 20; ++move) {
    simulation.apply(MoveDrag{{0.21 + 0.5 * std::sin(0.8 * move), 0.2, 0.5 * std::cos(0.8 * move)}});
    run_for(simulation, 0.1);
  }
  simulation.apply(EndDrag{});
  run_for(simulation, 5);
  const auto snapshot = simulation.snapshot();
  for (std::size_t i = 1; i < snapshot->bodies.size(); ++i) {
    EXPECT_TRUE(snapshot->bodies[i].asleep) << i;
    EXPECT_GT(snapshot->bodies[i].pose.position.y(), 0.09) << i;
  }
}

TEST(Drag, TurnsABodyByTheAngleAskedForAndHoldsItThere) {
  for (const Vec3& turn : {Vec3(0, 0, 1.2), Vec3(0.7, -1.1, 0.4)}) {
    Simulation simulation(scene_of({body_of("box", make_box({0.2, 0.1, 0.05}))}));
    simulation.apply(BeginDrag{0, {0, 0, 0}}); // at its centre, where its weight turns nothing
    simulation.apply(TurnDrag{turn});
    run_for(simulation, 3);
    // A critically damped spring of 2 Hz is within e^-37 of its rest after three seconds; what is left is the
    // residual of the solver, 1e-3 of the weight.
    const BodyState body = simulation.snapshot()->bodies[0];
    const Quat wanted(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    EXPECT_LT(body.pose.orientation.angularDistance(wanted), 1e-3);
    EXPECT_LT(body.spin.norm(), 1e-3);
  }
}

TEST(Drag, AGroupKeepsItsDistancesAndComesAlong) {
  Simulation simulation(scene_of(
      {body_of("a", make_box({0.1, 0.1, 0.1})),
       body_of("b", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0.3, 0.1, 0}, Quat::Identity()}),
       body_of("c", make_box({0.2, 0.1, 0.1}), BodyKind::rigid, {{-0.3, 0, 0.2}, Quat::Identity()})}));
  simulation.apply(BeginDrag{0, {0, 0, 0}, {1, 2, 1}}); // the second mention of a body changes nothing
  simulation.apply(MoveDrag{{0.5, 0.4, -0.2}});
  run_for(simulation, 3);
  const auto snapshot = simulation.snapshot();
  ASSERT_EQ(snapshot->drags.size(), 3u);
  const Vec3 a = snapshot->bodies[0].pose.position, b = snapshot->bodies[1].pose.position,
             c = snapshot->bodies[2].pose.position;
  // All hang through alike, so their distances are those at the beginning.
  EXPECT_LT((a - Vec3(0.5, 0.4 - 0.0621, -0.2)).norm(), 1e-3);
  EXPECT_LT((b - a - Vec3(0.3, 0.1, 0)).norm(), 1e-6);
  EXPECT_LT((c - a - Vec3(-0.3, 0, 0.2)).norm(), 1e-6);
}

TEST(Drag, OfAGroupWithABodyThatCannotMoveIsRefusedAndLeavesWhatWasHeld) {
  auto scene =
      scene_of({body_of("box", make_box({0.1, 0.1, 0.1})),
                body_of("wall", make_box({0.1, 2, 2}), BodyKind::fixed, {{2, 0, 0}, Quat::Identity()})});
  Simulation simulation(scene);
  simulation.apply(BeginDrag{0, {0, 0, 0}});
  EXPECT_THROW(simulation.apply(BeginDrag{0, {0, 0, 0}, {1}}), InputError);
  EXPECT_THROW(simulation.apply(BeginDrag{0, {0, 0, 0}, {7}}), InputError);
  EXPECT_EQ(simulation.snapshot()->drags.size(), 1u);
}

} // namespace
} // namespace lamina
