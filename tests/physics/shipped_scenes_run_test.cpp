#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace lamina {
namespace {

const std::filesystem::path scenes = std::filesystem::path(LAMINA_SOURCE_DIR) / "scenes";

std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scenes))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Height of the lowest point of what is one-sided: a floor or a bag, below which nothing may sink.
double ground_level(const Scene& scene) {
  double level = -std::numeric_limits<double>::infinity();
  for (const SceneBody& body : scene.bodies)
    if (body.sidedness == Sidedness::one_sided) {
      double lowest = std::numeric_limits<double>::infinity();
      for (std::size_t t = 0; t < body.mesh->shown_triangles; ++t)
        for (const std::uint32_t corner : body.mesh->mesh.triangles[t])
          lowest = std::min(lowest, (body.pose * body.mesh->mesh.vertices[corner]).y());
      level = std::max(level, lowest);
    }
  return level;
}

class ShippedSceneRuns : public testing::TestWithParam<std::string> {};

// A second, or a hundred steps where steps are short: enough to see a scene that stops, explodes or leaks.
TEST_P(ShippedSceneRuns, WithoutStoppingAndNobodyFallsThrough) {
  const std::filesystem::path file = scenes / (GetParam() + ".json");
  const auto scene = std::make_shared<Scene>(open_scene(std::span<const std::filesystem::path>(&file, 1)));
  const double level = ground_level(*scene);
  Simulation simulation(scene);
  const int steps = test::sanitized ? 10 : static_cast<int>(std::min(100.0, 1 / scene->settings.time_step));
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << "step " << i << ": " << simulation.problem();
  const auto snapshot = simulation.snapshot(false);
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

INSTANTIATE_TEST_SUITE_P(All, ShippedSceneRuns, testing::ValuesIn(shipped()), [](const auto& parameter) {
  std::string name = parameter.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

} // namespace
} // namespace lamina
