#include "core/bench/scene_bench.h"

#include "core/base/error.h"
#include "core/scene/scene_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace lamina::bench {
namespace {

using ::testing::HasSubstr;

/// A folder of its own for each test.
struct SceneBench : ::testing::Test {
  std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                 ("scene_bench_" + std::to_string(::getpid()) + "_" +
                                  ::testing::UnitTest::GetInstance()->current_test_info()->name());
  void SetUp() override { std::filesystem::remove_all(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  static std::shared_ptr<const Scene> scene() {
    const std::filesystem::path file = resolve_scene_name("rings");
    return std::make_shared<const Scene>(open_scene({&file, 1}));
  }
  static std::string read(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
};

TEST_F(SceneBench, CountsEveryStepAfterWarmingUpAndItsPhasesAreInTheWhole) {
  const SceneBenchResult result = bench_scene(scene(), {12, 4, 2, 0}, {}, {});
  EXPECT_EQ(result.refused, "");
  EXPECT_EQ(result.steps.size(), 12u);
  EXPECT_EQ(result.bodies, scene()->bodies.size());
  for (const Spread& phase : result.milliseconds) {
    EXPECT_EQ(phase.count, 8u);
    EXPECT_LE(phase.median, result.milliseconds.back().upper);
  }
  EXPECT_GT(result.real_time_factor, 0);
}

TEST_F(SceneBench, RunsAreTheSameToTheLastBitHoweverManyThereAre) {
  EXPECT_EQ(bench_scene(scene(), {8, 0, 1, 0}, {}, {}).state_hash,
            bench_scene(scene(), {8, 3, 3, 0}, {}, {}).state_hash);
}

TEST_F(SceneBench, LeavesARunFolderThatSaysOnWhatMachine) {
  const SceneBenchResult result = bench_scene(scene(), {6, 1, 2, 0}, folder, {});
  const nlohmann::json run = nlohmann::json::parse(read(folder / "run.json"));
  EXPECT_EQ(run.at("finished"), true);
  EXPECT_FALSE(run.at("machine").at("cpu").get<std::string>().empty());
  const nlohmann::json figures = nlohmann::json::parse(read(folder / "benchmark.json"));
  EXPECT_EQ(figures.at("machine").at("cpu"), run.at("machine").at("cpu"));
  EXPECT_EQ(figures.at("phases").at("total").at("median_ms"), result.milliseconds.back().median);
  EXPECT_THAT(read(folder / "benchmark.csv"), HasSubstr("# cpu: "));
  const std::string steps = read(folder / "steps.csv");
  EXPECT_EQ(std::count(steps.begin(), steps.end(), '\n'), 1 + 6);
  EXPECT_THROW(bench_scene(scene(), {6, 1, 2, 0}, folder, {}), InputError); // it holds a run now
}

TEST_F(SceneBench, EndsAtItsTimeWithAtLeastOneStepThatCounts) {
  const SceneBenchResult result = bench_scene(scene(), {1000, 2, 2, 1e-9}, {}, {});
  EXPECT_EQ(result.plan.steps, 3);
  EXPECT_EQ(result.milliseconds.back().count, 1u);
  EXPECT_EQ(result.refused, "");
}

TEST_F(SceneBench, EndsWhereItIsAskedTo) {
  EXPECT_THROW(bench_scene(scene(), {1000, 0, 1, 0}, {}, [](double, const std::string&) { return false; }),
               Cancelled);
}

TEST_F(SceneBench, WhatHasNothingToCountIsRefused) {
  EXPECT_THROW(bench_scene(scene(), {5, 5, 1, 0}, {}, {}), InputError);
  EXPECT_THROW(bench_scene(scene(), {5, 0, 0, 0}, {}, {}), InputError);
  EXPECT_THROW(bench_scene(scene(), {5, -1, 1, 0}, {}, {}), InputError);
}

} // namespace
} // namespace lamina::bench
