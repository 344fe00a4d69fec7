#pragma once

#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <vector>

namespace lamina::test {

inline std::shared_ptr<Scene> shipped(const char* name, int threads) {
  const std::vector<std::filesystem::path> files{resolve_scene_name(name)};
  auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.simulation.threads = threads;
  return scene;
}

/// Pulls a random spot of a random octopus about within the bowl's rim and above its floor for half of every
/// second, so that only contact keeps them out of its wall.
inline void pull_about(Simulation& simulation, int steps, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int step = 0; step < steps; ++step) {
    if (step % 100 == 50) {
      const std::uint32_t body = 1 + static_cast<std::uint32_t>(random() % 3);
      const auto skin = simulation.snapshot()->bodies[body].positions;
      simulation.apply(BeginDrag{body, (*skin)[random() % skin->size()]});
    }
    if (step % 100 >= 50 && step % 10 == 0)
      simulation.apply(
          MoveDrag{Vec3{0.6 * number(random), 0.7 + 0.3 * number(random), 0.6 * number(random)}});
    if (step % 100 == 99)
      simulation.apply(EndDrag{});
    ASSERT_TRUE(simulation.step()) << simulation.problem() << ", step " << step;
  }
  const auto snapshot = simulation.snapshot();
  for (std::size_t body = 1; body < snapshot->bodies.size(); ++body) {
    const Vec3& middle = snapshot->bodies[body].pose.position;
    EXPECT_GT(middle.y(), 0.05) << "body " << body;
    EXPECT_LT(std::hypot(middle.x(), middle.z()), 1.2)
        << "body " << body << ": a metre from the axis is the rim";
  }
}

} // namespace lamina::test
