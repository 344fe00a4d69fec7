#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// Two boxes of 0.1 m side by side, so that opening them directly makes a floor and two bodies.
struct TwoBoxes : ::testing::Test {
  TemporaryFolder folder;
  std::string left = folder.write("left.obj", box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
  std::string right = folder.write("right.obj", box_obj({0.3, 0, 0}, {0.4, 0.1, 0.1}));
};

std::size_t lines_of(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(TwoBoxes, JsonAloneGoesToStandardOutputWithEveryField) {
  const Outcome outcome = run_lamina({"simulate", left, right, "--steps", "20", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(result.at("steps"), 20);
  EXPECT_NEAR(result.at("time_s").get<double>(), 0.2, 1e-12); // 20 default steps of 0.01 s
  EXPECT_GT(result.at("wall_s").get<double>(), 0);
  for (const char* energy : {"kinetic_J", "potential_J", "elastic_J", "contact_J"})
    EXPECT_TRUE(result.at(energy).is_number()) << energy;
  EXPECT_EQ(result.at("state_hash").get<std::string>().size(), 16u);
  ASSERT_GE(result.at("bodies").size(), 2u);
  for (const auto& body : result.at("bodies")) {
    EXPECT_TRUE(body.at("name").is_string());
    EXPECT_EQ(body.at("position").size(), 3u);
    EXPECT_EQ(body.at("orientation").size(), 4u);
    EXPECT_EQ(body.at("velocity").size(), 3u);
  }
}

TEST_F(TwoBoxes, WhatTheMethodDoesNotDoForTheSceneIsSaid) {
  const std::string inside = folder.write("inside.obj", box_obj({0.02, 0.02, 0.02}, {0.08, 0.08, 0.08}));
  const auto simulated = [&](const std::string& method) {
    return run_lamina({"simulate", left, inside, "--steps", "1", "--json", "--set", "method=" + method});
  };
  const Outcome outcome = simulated("proximity");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.words, HasSubstr("lamina: proximity looks no deeper than"));
  EXPECT_EQ(json::parse(outcome.output).at("method_limits").size(), 1u);
  EXPECT_TRUE(json::parse(simulated("ldi").output).at("method_limits").empty());
}

TEST_F(TwoBoxes, TheStateHashDoesNotDependOnTheNumberOfThreads) {
  const auto hash = [&](const char* threads) {
    const Outcome outcome =
        run_lamina({"simulate", left, right, "--steps", "60", "--json", "--threads", threads});
    return json::parse(outcome.output).at("state_hash").get<std::string>();
  };
  EXPECT_EQ(hash("1"), hash("2"));
}

TEST_F(TwoBoxes, FitScalesTheWholeToTheExtentAsked) {
  // 0.4 m across the file, fitted to 4 m: the centres of the boxes, 0.3 m apart, end 3 m apart.
  const Outcome outcome = run_lamina({"simulate", left, right, "--steps", "1", "--json", "--fit", "4"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json bodies = json::parse(outcome.output).at("bodies");
  std::vector<double> x;
  for (const auto& body : bodies)
    if (body.at("name").get<std::string>().find("left") != std::string::npos ||
        body.at("name").get<std::string>().find("right") != std::string::npos)
      x.push_back(body.at("position").at(0));
  ASSERT_EQ(x.size(), 2u) << bodies;
  EXPECT_NEAR(std::abs(x[0] - x[1]), 3, 1e-9);
}

TEST_F(TwoBoxes, ARecordHoldsOneLineAStepAndWhatIsNeededToReadIt) {
  const std::filesystem::path record = folder.path() / "record";
  const Outcome outcome = run_lamina({"simulate", left, "--steps", "30", "--record", record});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_EQ(lines_of(record / "steps.csv"), 31u); // and the header
  EXPECT_TRUE(json::accept(read_file(record / "run.json")));
  EXPECT_TRUE(json::accept(read_file(record / "scene.json")));
  EXPECT_THAT(outcome.output, HasSubstr(record.string()));
}

TEST_F(TwoBoxes, ARecordedSceneOpensAgainToTheSameRun) {
  const std::filesystem::path record = folder.path() / "record";
  const Outcome first = run_lamina({"simulate", left, right, "--steps", "25", "--record", record, "--json"});
  const Outcome again = run_lamina({"simulate", record / "scene.json", "--steps", "25", "--json"});
  ASSERT_EQ(again.exit_code, 0) << again.words;
  EXPECT_EQ(json::parse(first.output).at("state_hash"), json::parse(again.output).at("state_hash"));
}

TEST_F(TwoBoxes, CtrlCEndsTheRunWithWhatWasRecorded) {
  const std::filesystem::path record = folder.path() / "record";
  const Outcome outcome = run_lamina({"simulate", left, "--steps", "100000000", "--record", record, "--json"},
                                     {.interrupt_when_exists = SIGINT, .awaited = record / "bodies.csv"});
  EXPECT_EQ(outcome.exit_code, 130) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(lines_of(record / "steps.csv"), result.at("steps").get<std::size_t>() + 1);
  EXPECT_TRUE(json::accept(read_file(record / "run.json")));
}

TEST_F(TwoBoxes, AFolderThatCannotBeWrittenIsRefusedBeforeAnyStep) {
  const std::string in_the_way = folder.write("file", "");
  const Outcome outcome =
      run_lamina({"simulate", left, "--steps", "10", "--json", "--record", in_the_way + "/record"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("cannot be written"));
  EXPECT_TRUE(outcome.output.empty());
}

TEST_F(TwoBoxes, EmptyValuesOfOptionsAreRefused) {
  for (const char* option : {"--record", "--threads", "--steps", "--set", "--preset"}) {
    const Outcome outcome = run_lamina({"simulate", left, option, ""});
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_THAT(outcome.words, HasSubstr(option));
  }
}

/// A name that is Latin-1, not UTF-8, as of an old disk.
TEST_F(TwoBoxes, AFileWhoseNameIsNoTextIsRecordedAndReplayed) {
  const std::string file = folder.write("gr\xf6\xdf"
                                        "e.obj",
                                        box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
  const std::string record = (folder.path() / "run").string();
  ASSERT_EQ(run_lamina({"simulate", file, "--steps", "5", "--record", record}).exit_code, 0);
  EXPECT_THAT(read_file(folder.path() / "run" / "scene.json"), HasSubstr("file:../gr%F6%DFe.obj"));
  const Outcome replayed = run_lamina({"replay", record});
  EXPECT_EQ(replayed.exit_code, 0) << replayed.words;
}

TEST_F(TwoBoxes, NoticesAreInTheJson) {
  const std::string scene = folder.write("low.json", R"({"bodies": [
    {"name": "floor", "recipe": {"shape": "ground"}, "kind": "fixed", "one_sided": true},
    {"name": "box", "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}, "position": [0, -2, 0]}]})");
  const Outcome outcome = run_lamina({"simulate", scene, "--steps", "2", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json notices = json::parse(outcome.output).at("notices");
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_EQ(notices[0].at("kind"), "began below");
  EXPECT_EQ(notices[0].at("bodies"), json({"box", "floor"}));
  EXPECT_THAT(outcome.words, HasSubstr("\"box\" begins 2 m below \"floor\""));
}

TEST_F(TwoBoxes, AFullDiskStopsTheRecordingAndNotTheSimulation) {
  const std::filesystem::path record = folder.path() / "record";
  const Outcome outcome = run_lamina({"simulate", left, "--steps", "3000", "--json", "--record", record},
                                     {.file_limit = 100'000});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.words, HasSubstr("recording stopped"));
  EXPECT_EQ(json::parse(outcome.output).at("steps"), 3000);
}

TEST_F(TwoBoxes, MeshOptionsAreRefusedForSceneFiles) {
  const Outcome outcome = run_lamina({"simulate", "welcome", "--unit", "mm", "--steps", "1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("welcome.json"));
}

} // namespace
} // namespace lamina::testing
