#include "core/replay/replay.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::lively_inputs;
using test::put_text;
using test::record_run;
using test::text_of;
using testing::HasSubstr;

constexpr int few = test::sanitized ? 8 : 24;

ReplayResult replayed(const std::filesystem::path& folder, std::optional<int> threads = {}) {
  const RecordedRun run = read_run(folder);
  const RunScene opened = open_run_scene(run);
  EXPECT_TRUE(opened.agrees) << "the scene reads back to other bits";
  ReplayOptions options;
  options.threads = threads;
  return replay(run, opened.scene, options);
}

void expect_agreement(const std::shared_ptr<const Scene>& scene, int steps, const test::Inputs& inputs = {}) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  record_run(folder, scene, steps, inputs);
  for (const int threads : {1, 2}) {
    const ReplayResult result = replayed(folder, threads);
    EXPECT_EQ(result.compared, static_cast<std::uint64_t>(steps));
    EXPECT_FALSE(result.difference) << "step " << result.difference->step << " with " << threads
                                    << " threads";
  }
}

TEST(Replay, OfTheHeapAgreesToTheLastBitForAnyNumberOfThreads) {
  expect_agreement(test::shipped("heap"), test::sanitized ? 20 : 60);
}

TEST(Replay, OfEveryKindOfBodyWithDragsAndChangesAgreesToTheLastBit) {
  expect_agreement(test::every_kind(), test::sanitized ? 12 : 40, lively_inputs());
}

// View axes, splits and tiles of the last step are state: what a run keeps of them a replay finds again.
TEST(Replay, OnTilesAgreesToTheLastBitWhateverTheirKindAndDirections) {
  for (const TileDirections directions : {TileDirections::smallest, TileDirections::optimised})
    for (const TileKind tiles : {TileKind::shadows, TileKind::traced, TileKind::w12}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(directions) << static_cast<int>(tiles));
      auto scene = std::make_shared<Scene>(*test::every_kind());
      scene->settings.contact.method = "adaptive";
      scene->settings.contact.adaptive.directions = directions;
      scene->settings.contact.adaptive.tiles = tiles;
      scene->settings.contact.adaptive.error_image = 8;
      scene->settings.contact.adaptive.tile_budget = 128;
      expect_agreement(scene, test::sanitized ? 6 : 20, lively_inputs());
    }
}

TEST(Replay, OfShippedScenesOfBodiesThatDeformAgreesToTheLastBit) {
  for (const char* scene : {"walker", "soft-bunny", "flag"}) {
    SCOPED_TRACE(scene);
    expect_agreement(test::shipped(scene), test::sanitized ? 2 : 12);
  }
}

/// Replaces a field of a line of a CSV file (lines counted from 0).
void put_field(const std::filesystem::path& file, std::size_t line, std::size_t field,
               const std::string& value) {
  std::string text = text_of(file);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line; ++i)
    begin = text.find('\n', begin) + 1;
  for (std::size_t i = 0; i < field; ++i)
    begin = text.find(',', begin) + 1;
  const std::size_t end = text.find_first_of(",\n", begin);
  put_text(file, text.replace(begin, end - begin, value));
}

struct TamperedRecording : testing::Test {
  TemporaryFolder parent;
  std::filesystem::path folder = parent.path() / "run";
  test::Recorded recorded = record_run(folder, test::two_boxes(), few);
};

TEST_F(TamperedRecording, TheFirstStepAndQuantityThatDifferAreNamedWithBothValues) {
  put_field(folder / "steps.csv", 5, 25, "0123456789abcdef"); // the hash
  put_field(folder / "steps.csv", 5, 9, "77");                // pairs
  put_field(folder / "steps.csv", 7, 9, "77");
  const ReplayResult result = replayed(folder);
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->step, 5u);
  EXPECT_EQ(result.steps, 5u) << "it need not go on";
  ASSERT_EQ(result.difference->quantities.size(), 2u);
  EXPECT_EQ(result.difference->quantities[0].name, "pairs");
  EXPECT_EQ(result.difference->quantities[0].recorded, "77");
  EXPECT_EQ(result.difference->quantities[0].replayed,
            std::to_string(recorded.snapshots[5]->statistics.pairs));
  EXPECT_EQ(result.difference->quantities[1].name, "state_hash");
  EXPECT_EQ(result.difference->body, "") << "no body was tampered with";
}

TEST_F(TamperedRecording, TheFirstBodyThatDiffersIsNamed) {
  put_field(folder / "steps.csv", 3, 25, "0123456789abcdef");
  put_field(folder / "bodies.csv", 3 * 2 + 3, 3, "9.5"); // y of the third body in step 3
  const ReplayResult result = replayed(folder);
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->body, "high");
  ASSERT_EQ(result.difference->body_values.size(), 1u);
  EXPECT_EQ(result.difference->body_values[0].name, "y");
  EXPECT_EQ(result.difference->body_values[0].recorded, "9.5");
}

TEST_F(TamperedRecording, AnInputThatIsMissingShowsInTheStepAfterIt) {
  std::filesystem::remove_all(folder);
  record_run(folder, test::two_boxes(), few, [](Simulation& simulation, const auto& apply) {
    if (simulation.statistics().step == 4)
      apply(SetSetting{"time_step", 0.005});
  });
  EXPECT_FALSE(replayed(folder).difference);
  put_text(folder / "events.jsonl", "");
  const ReplayResult result = replayed(folder);
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->step, 5u);
}

TEST_F(TamperedRecording, AnotherGeometryIsNoticed) {
  std::string scene = text_of(folder / "scene.json");
  const std::size_t at = scene.find("0.32");
  ASSERT_NE(at, std::string::npos);
  put_text(folder / "scene.json", scene.replace(at, 4, "0.33"));
  EXPECT_FALSE(open_run_scene(read_run(folder)).agrees);
}

TEST_F(TamperedRecording, AnotherVersionIsNamedAndItsUnknownSettingsAreLeftOut) {
  std::string run = text_of(folder / "run.json");
  const std::string version = std::string("\"version\": \"") + LAMINA_VERSION + "\"";
  ASSERT_NE(run.find(version), std::string::npos);
  run.replace(run.find(version), version.size(), "\"version\": \"99.1\"");
  const std::size_t at = run.find("\"gyroscopic\"");
  ASSERT_NE(at, std::string::npos);
  run.insert(at, "\"from_the_future\": 3, ");
  put_text(folder / "run.json", run);
  const RecordedRun read = read_run(folder);
  ASSERT_EQ(read.notes.size(), 2u);
  EXPECT_THAT(read.notes[0], testing::AllOf(HasSubstr("99.1"), HasSubstr(LAMINA_VERSION)));
  EXPECT_THAT(read.notes[1], HasSubstr("from_the_future"));
  EXPECT_FALSE(replayed(folder).difference);
}

TEST_F(TamperedRecording, StatesWhatItsArithmeticDependedOn) {
  const Arithmetic recorded_then = read_run(folder).arithmetic;
  const Arithmetic now = this_arithmetic();
  EXPECT_EQ(recorded_then, now);
  EXPECT_TRUE(differences(recorded_then, now).empty());
  EXPECT_EQ(matching_tunables(recorded_then, now), "");
}

TEST(Arithmetic, WhatDiffersIsNamed) {
  Arithmetic then = this_arithmetic(), now = then;
  then.cpu_features = "sse4.1 avx";
  now.cpu_features = "sse4.1 avx fma avx2";
  ASSERT_FALSE(now.functions.empty());
  then.functions[0].second = "0123456789abcdef";
  const std::vector<std::string> sentences = differences(then, now);
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0], "the recording's processor lacked fma, avx2");
  EXPECT_EQ(sentences[1], "the C library computes other last bits in " + now.functions[0].first);
  EXPECT_EQ(matching_tunables(then, now), "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2");
  EXPECT_EQ(matching_tunables(now, then), "") << "what a processor lacks cannot be switched on";
}

TEST(Arithmetic, NothingFromAFileBecomesAShellCommand) {
  Arithmetic then = this_arithmetic(), now = then;
  then.functions[0].second = "0123456789abcdef";
  then.tunables = "x; rm -rf ~";
  then.cpu_features = now.cpu_features = "sse4.1";
  EXPECT_EQ(matching_tunables(then, now), "");
  then.tunables = "glibc.cpu.hwcaps=-FMA";
  EXPECT_EQ(matching_tunables(then, now), "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA");
}

} // namespace
} // namespace lamina
