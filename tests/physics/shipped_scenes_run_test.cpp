#include "tests/physics/shipped_scenes.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lamina {
namespace {

class ShippedSceneRuns : public testing::TestWithParam<std::string> {};

// A second, or a hundred steps where steps are short: enough to see a scene that stops, explodes or leaks.
TEST_P(ShippedSceneRuns, WithoutStoppingAndNobodyFallsThrough) {
  const auto scene = std::make_shared<Scene>(test::shipped_scene(GetParam()));
  const double level = test::floor_level(*scene);
  Simulation simulation(scene);
  const int steps =
      test::sanitized ? 10 : static_cast<int>(std::min(100.0, 1 / scene->settings.simulation.time_step));
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << "step " << i << ": " << simulation.problem();
  const auto snapshot = simulation.snapshot();
  for (std::size_t i = 0; i < snapshot->bodies.size(); ++i) {
    const BodyState& state = snapshot->bodies[i];
    if (!moves_freely((*snapshot->infos)[i].kind))
      continue;
    EXPECT_TRUE(state.pose.position.allFinite());
    EXPECT_GT(state.pose.position.y(), level) << (*snapshot->infos)[i].name << " fell through";
    // Nothing in these scenes is faster than 3 m/s at the start or falls more than 4 m.
    EXPECT_LT(state.velocity.norm(), 12) << (*snapshot->infos)[i].name << " was thrown out";
    if (!state.positions)
      continue;
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& p : *state.positions)
      lowest = std::min(lowest, p.y());
    EXPECT_GT(lowest, level - 0.05) << (*snapshot->infos)[i].name << " sinks in";
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedSceneRuns, testing::ValuesIn(test::shipped_scene_names()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

} // namespace
} // namespace lamina
