#include "tests/physics/complementarity.h"
#include "tests/support/scenes.h"

namespace lamina {
namespace {

// Among them what falls in heaps, is driven, wedged, overlaps at the start, and deforms.
TEST(Complementarity, HoldsInEveryStepOfShippedScenes) {
  for (const char* name : {"arch", "bowl", "dominoes", "gears", "grasp", "heap", "nut-on-screw", "pinch",
                           "soft-bunny", "start-tangled", "walker", "welcome"})
    test::expect_constraints_hold(name, test::sanitized ? 5 : 120);
}

// Between a floor and a press that has no room for it nothing holds. Steps end all the same, and the box
// comes out of it unharmed.
TEST(Complementarity, WhatIsCrushedIsLetGoAtRest) {
  std::vector<SceneBody> bodies{
      test::body_of("floor", make_box({4, 0.5, 4}), BodyKind::fixed, {{0, -0.25, 0}, Quat::Identity()}),
      test::body_of("box", make_box({1, 1, 1}), BodyKind::rigid, {{0, 0.5, 0}, Quat::Identity()}),
      test::body_of("press", make_box({3, 0.5, 3}), BodyKind::scripted, {{0, 1.27, 0}, Quat::Identity()})};
  bodies[2].motion.amplitude = {0, -0.1, 0};
  bodies[2].motion.frequency = 0.5;
  Simulation simulation(test::scene_of(std::move(bodies)));
  bool crushed = false;
  for (int i = 0; i < (test::sanitized ? 60 : 400); ++i) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    crushed = crushed || simulation.statistics().complementarity_m_s > 0.05;
    // The press moves by 0.31 m/s at most.
    EXPECT_LT(simulation.snapshot()->bodies[1].velocity.norm(), 0.5) << "step " << i;
  }
  EXPECT_TRUE(crushed);
}

} // namespace
} // namespace lamina
