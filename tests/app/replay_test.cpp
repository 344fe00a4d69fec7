#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

struct RecordedRun : ::testing::Test {
  TemporaryFolder folder;
  std::string mesh = folder.write("box.obj", box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
  std::filesystem::path run = folder.path() / "run";

  void record(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"simulate", mesh, "--steps", "30", "--record", run};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_lamina(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  }

  /// Replaces the first occurrence in a file of the run.
  void tamper(const char* name, const std::string& from, const std::string& to) {
    std::string text = read_file(run / name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(run / name, std::ios::binary | std::ios::trunc) << text.replace(at, from.size(), to);
  }
};

TEST_F(RecordedRun, ThatComesOutAgainSaysSoAndEndsWithZero) {
  record();
  for (const char* threads : {"1", "2"}) {
    const Outcome outcome = run_lamina({"replay", run, "--threads", threads});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    EXPECT_THAT(outcome.output, HasSubstr("all 30 recorded steps agree"));
    EXPECT_EQ(outcome.words, "");
  }
  const json result = json::parse(run_lamina({"replay", run, "--json"}).output);
  EXPECT_EQ(result.at("agrees"), true);
  EXPECT_EQ(result.at("compared"), 30);
}

TEST_F(RecordedRun, ThatDiffersNamesStepAndQuantityAndEndsWithOne) {
  record();
  const std::string number = "\n7,0.07";
  tamper("steps.csv", number, "\n7,0.17");
  const Outcome outcome = run_lamina({"replay", run});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("step 7 is the first that differs, time_s first"),
                                    HasSubstr("program, C library and processor features are those")));
  const json result = json::parse(run_lamina({"replay", run, "--json"}).output);
  EXPECT_EQ(result.at("first_difference").at("step"), 7);
  EXPECT_EQ(result.at("first_difference").at("quantities").at(0).at("name"), "time_s");
}

TEST_F(RecordedRun, WithOtherElementaryFunctionsIsExplainedWithTheWayOut) {
  record();
  tamper("run.json", "\"tunables\": \"\"", "\"tunables\": \"glibc.cpu.hwcaps=-FMA\"");
  std::string text = read_file(run / "run.json");
  const std::size_t at = text.find("\"sin\": \"") + 8;
  std::ofstream(run / "run.json", std::ios::trunc) << text.replace(at, 16, "0123456789abcdef");
  tamper("steps.csv", "\n7,0.07", "\n7,0.17");
  const Outcome outcome = run_lamina({"replay", run});
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("the C library computes other last bits in sin"),
                                    HasSubstr("GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA lamina replay")));
}

TEST_F(RecordedRun, OfAnotherVersionSaysSo) {
  record();
  tamper("run.json", "\"version\": \"", "\"version\": \"77.");
  const Outcome outcome = run_lamina({"replay", run});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.words, HasSubstr("recorded by version 77."));
}

TEST_F(RecordedRun, DamagedIsRefusedInOneLineWithTwo) {
  record();
  tamper("steps.csv", "\n7,", "\n9,");
  const Outcome outcome = run_lamina({"replay", run});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("steps.csv:8: step 9 does not follow step 6"));
  EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1);
  EXPECT_EQ(run_lamina({"replay", folder.path()}).exit_code, 2);
  EXPECT_EQ(run_lamina({"replay", run / "none"}).exit_code, 2);
}

/// All files of two folders are the same.
void expect_same_folders(const std::filesystem::path& a, const std::filesystem::path& b, std::size_t files) {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(a)) {
    EXPECT_EQ(read_file(entry.path()), read_file(b / entry.path().filename())) << entry.path();
    ++seen;
  }
  EXPECT_EQ(seen, files);
}

TEST_F(RecordedRun, FramesGiveWithoutSimulatingWhatTheReplayGave) {
  record();
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  EXPECT_EQ(run_lamina({"replay", run, "--stored"}).exit_code, 2) << "there are no frames yet";
  const Outcome written = run_lamina({"replay", run, "--frames", "--bodies", file("1.csv"), "--surfaces",
                                      file("s1"), "--pixels", file("p1"), "--at", "0,10:30:10"});
  ASSERT_EQ(written.exit_code, 0) << written.words;
  const Outcome played = run_lamina({"replay", run, "--stored", "--bodies", file("2.csv"), "--surfaces",
                                     file("s2"), "--pixels", file("p2"), "--at", "0,10:30:10"});
  ASSERT_EQ(played.exit_code, 0) << played.words;
  EXPECT_EQ(read_file(file("1.csv")), read_file(run / "bodies.csv"));
  EXPECT_EQ(read_file(file("2.csv")), read_file(run / "bodies.csv"));
  expect_same_folders(file("s1"), file("s2"), 4);
  expect_same_folders(file("p1"), file("p2"), 8);
}

TEST_F(RecordedRun, FramesOfTheRecordingItselfPlay) {
  record({"--frames"});
  const Outcome played =
      run_lamina({"replay", run, "--stored", "--bodies", (folder.path() / "b.csv").string(), "--json"});
  ASSERT_EQ(played.exit_code, 0) << played.words;
  EXPECT_EQ(json::parse(played.output).at("last_step"), 30);
  EXPECT_EQ(read_file(folder.path() / "b.csv"), read_file(run / "bodies.csv"));
}

TEST_F(RecordedRun, MisusedOptionsAreRefusedWithTwo) {
  record();
  const std::string where = (folder.path() / "out").string();
  EXPECT_THAT(run_lamina({"replay", run, "--surfaces", where}).words, HasSubstr("--at"));
  for (const char* at : {"x", "3:1", "1:5:0", "1:2:3:4", "-1", "1,,2"}) {
    const Outcome outcome = run_lamina({"replay", run, "--surfaces", where, "--at", at});
    EXPECT_EQ(outcome.exit_code, 2) << at;
  }
  EXPECT_EQ(run_lamina({"replay"}).exit_code, 2);
  EXPECT_EQ(run_lamina({"replay", run, "--bodies", run / "bodies.csv"}).exit_code, 2);
  EXPECT_NE(read_file(run / "bodies.csv").size(), 0u);
  EXPECT_FALSE(std::filesystem::exists(where));
}

#ifdef LAMINA_ADDRESS_SANITIZER
constexpr int kills = 8;
#else
constexpr int kills = 50;
#endif

/// Killed at moments between the start and three times as long as a short run takes, so some before the
/// folder is whole, which is refused, and most in the middle of recording.
TEST_F(RecordedRun, KilledAtAnyMomentReplaysUpToItsLastLine) {
  const auto start = std::chrono::steady_clock::now();
  record();
  const double whole_run = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::mt19937 random(11);
  int replayed = 0;
  for (int i = 0; i < kills; ++i) {
    const std::filesystem::path killed = folder.path() / ("killed-" + std::to_string(i));
    const double moment = std::uniform_real_distribution<double>(0, 3 * whole_run)(random);
    const Outcome outcome = run_lamina(
        {"simulate", mesh, "--steps", "100000000", "--record", killed, "--frames"}, {.time_limit_s = moment});
    ASSERT_EQ(outcome.signal, SIGKILL) << outcome.words;
    const Outcome replay = run_lamina({"replay", killed, "--json"});
    if (!std::filesystem::exists(killed / "run.json")) {
      EXPECT_EQ(replay.exit_code, 2) << replay.words;
      continue;
    }
    ASSERT_EQ(replay.exit_code, 0) << replay.output << replay.words;
    const json result = json::parse(replay.output);
    const std::string steps = read_file(killed / "steps.csv");
    const auto lines = std::count(steps.begin(), steps.end(), '\n');
    EXPECT_EQ(result.at("compared"), std::max<long>(0, lines - 1));
    replayed += lines > 1;
  }
  EXPECT_GT(replayed, 0) << "no run lived long enough to do a step";
}

} // namespace
} // namespace lamina::testing
