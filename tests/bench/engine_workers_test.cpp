#include "core/bench/engines/engine_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

namespace lamina::bench {
namespace {

using namespace std::chrono_literals;

/// A program of benchmarks/engines, if it was built.
EngineProgram program_of(const std::string& engine) {
  const std::filesystem::path folder = LAMINA_ENGINES_FOLDER;
  const bool own = engine == "bullet" || engine == "ode";
  const std::filesystem::path file = folder / (own ? "lamina-engines" : "engines/worker.mjs");
  EngineProgram program{own ? file.string() : "node", {}, {engine}, ""};
  if (!own)
    program.arguments = {file.string()};
  if (!std::filesystem::exists(file))
    program.absence = file.string() + " was not built";
  return program;
}

/// Two tori linked as in a chain, 9 cm apart from each other. Their convex hulls would be deep in each other.
EngineScene linked_tori() {
  EngineScene scene = engine_scene("tori");
  scene.bodies.resize(2);
  scene.bodies[0].pose = {Vec3(0, 1, 0), Quat::Identity()};
  scene.bodies[1].pose = {Vec3(0.25, 1, 0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()))};
  scene.seconds = 2;
  return scene;
}

class EngineWorkers : public ::testing::TestWithParam<const char*> {};

TEST_P(EngineWorkers, LetLinkedToriFallOntoTheGroundOrSayThatTheyCannot) {
  const std::string engine = GetParam();
  EnginePrograms programs({program_of(engine)}, {60s, 64u << 20, {}});
  const EngineDescription& description = programs.engines().front();
  if (description.version.empty())
    GTEST_SKIP() << engine << " is absent: " << description.absence;
  const EngineScene scene = linked_tori();
  if (engine == "jolt") {
    EXPECT_THROW(programs.run(engine, scene), EngineCannot);
    return;
  }

  const EngineRun run = programs.run(engine, scene);
  ASSERT_EQ(run.states.size(), 21u);
  for (std::size_t i = 0; i < 2; ++i) {
    // Both fall freely for 0.3 s, in single precision, for neither meets the other. Steps that add g first
    // fall by up to g·h·t/2 farther than a parabola.
    const Pose &before = scene.bodies[i].pose, &after = run.states[3][i];
    const Vec3 way = after.position - before.position;
    EXPECT_NEAR(way.y(), -9.81 * 0.09 / 2, 9.81 * 0.01 * 0.3 / 2 + 1e-3);
    EXPECT_LT(std::hypot(way.x(), way.z()), 1e-3);
    EXPECT_LT(after.orientation.angularDistance(before.orientation), 1e-3);
    // After that the ground carries them: neither is deeper in it, or in the other, than half of its tube.
    EXPECT_GT(run.states.back()[i].position.y(), 0.04);
    EXPECT_LT(run.states.back()[i].position.y(), 0.34);
  }
  EXPECT_LT(deepest_penetration(scene, run.states.back()), 0.04);
}

INSTANTIATE_TEST_SUITE_P(Engines, EngineWorkers,
                         ::testing::Values("bullet", "ode", "mujoco", "jolt", "rapier"),
                         [](const auto& engine) { return std::string(engine.param); });

} // namespace
} // namespace lamina::bench
