#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <thread>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

/// As little as can be timed: four cases.
const std::vector<std::string> tiny{"bench", "--resolution",  "16", "--backend", "cpu", "--threads",
                                    "1",     "--repetitions", "2",  "--warm-up", "0",   "--large",
                                    "0"};

Outcome run_tiny(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = tiny;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_lamina(arguments);
}

/// Names the program that stands in for lamina-peers while it lives.
class PeersProgram {
public:
  explicit PeersProgram(const std::string& path) { setenv("LAMINA_PEERS", path.c_str(), 1); }
  ~PeersProgram() { unsetenv("LAMINA_PEERS"); }
};

/// A script in the place of lamina-peers: it describes one peer and answers every request for it alike.
std::string script(const TemporaryFolder& folder, const json& mesh, const std::string& answer) {
  const std::string size = std::to_string(mesh.at("triangles").get<int>());
  const std::string path = folder.write(
      "peers",
      "#!/bin/sh\nwhile read -r request; do\n"
      "  if [ \"$request\" = peers ]; then\n"
      "    printf 'mesh\\t" +
          mesh.at("name").get<std::string>() + "\\t" + size +
          "\\n'\n"
          "    printf 'peer\\tabacus\\t1\\twhole\\tsmall\\tvolume\\tbeads\\tspeed\\tthere\\n'\n"
          "    printf 'peer\\tslate\\t\\twhole\\tsmall\\tvolume\\tlines\\tchalk\\tno chalk\\nend\\n'\n"
          "  else " +
          answer + "; fi\ndone\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(BenchCommand, JsonHasMachineCasesAndEveryPhaseOfTable1) {
  const Outcome outcome = run_tiny({"--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  for (const char* item : {"program", "cpu", "cores", "vectors", "compiler", "system"})
    EXPECT_FALSE(result.at("machine").at(item).get<std::string>().empty()) << item;
  ASSERT_EQ(result.at("cases").size(), 6u);
  for (const json& row : result.at("cases")) {
    EXPECT_EQ(row.at("refused"), "");
    EXPECT_LE(row.at("volume_error"), 1e-2);
    EXPECT_EQ(row.at("dropped_columns"), 0);
    for (const char* phase : {"broad", "upload", "ldi", "volume", "total"})
      EXPECT_EQ(row.at("phases").at(phase).at("repetitions"), 2) << phase;
  }
}

/// Two poses with three samplings; four scenes with two methods.
constexpr std::size_t case_rows = 6 * 5, method_rows = 8 * 3;

TEST(BenchCommand, TheFileHasOneRowAPhase) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.csv";
  const Outcome outcome = run_tiny({"--csv", file});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.output, HasSubstr("V error"));
  std::istringstream text(read_file(file));
  std::vector<std::string> rows;
  bool vectors_named = false;
  for (std::string line; std::getline(text, line);) {
    vectors_named |= line.rfind("# vectors: ", 0) == 0;
    if (line.front() != '#')
      rows.push_back(line);
  }
  EXPECT_TRUE(vectors_named);
  ASSERT_EQ(rows.size(), 1u + case_rows + method_rows);
  EXPECT_THAT(rows[0],
              StartsWith("pose,triangles,resolution,sampling,by,threads,phase,repetitions,median_ms,"));
  EXPECT_THAT(rows[1], MatchesRegex("shallow,[0-9]+,16,f08,cpu,1,broad,2,.*"));
  EXPECT_THAT(rows[1 + case_rows], MatchesRegex("shallow,[0-9]+,,,proximity,1,tree,2,.*"));
  for (const std::string& row : rows)
    EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(rows[0].begin(), rows[0].end(), ','))
        << row;
}

/// Fields of a line of a CSV file without quotes.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');)
    fields.push_back(field);
  return fields;
}

TEST(BenchCommand, TheFileReadsBackToTheFiguresPrinted) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "bench.csv";
  const Outcome outcome = run_tiny({"--csv", file, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  std::istringstream text(read_file(file));
  std::vector<std::string> head;
  std::size_t row = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.front() == '#')
      continue;
    const std::vector<std::string> fields = fields_of(line);
    if (head.empty()) {
      head = fields;
      continue;
    }
    const auto field = [&](const std::string& name) {
      return fields.at(static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin()));
    };
    const bool of_case = row < case_rows;
    const json& now =
        of_case ? result.at("cases").at(row / 5) : result.at("methods").at((row - case_rows) / 3);
    const json& times = now.at("phases").at(field("phase"));
    EXPECT_EQ(field("pose"), now.at(of_case ? "pose" : "bodies"));
    EXPECT_EQ(std::stoi(field("triangles")), now.at("triangles"));
    // Nine digits are written.
    for (const char* name : {"median_ms", "lower_quartile_ms", "upper_quartile_ms"})
      EXPECT_NEAR(std::stod(field(name)), times.at(name).get<double>(), 1e-8 * times.at(name).get<double>());
    if (of_case) {
      const double error = now.at("volume_error").get<double>();
      EXPECT_NEAR(std::stod(field("volume_error")), error, 1e-8 * error);
    }
    ++row;
  }
  EXPECT_EQ(row, case_rows + method_rows);
}

TEST(BenchCommand, ScalingVariesFourThingsAndFitsTheirPowers) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "scaling.csv";
  const Outcome outcome =
      run_lamina({"bench", "--scaling", "--most-triangles", "4000", "--finest", "32", "--most-bodies", "5",
                  "--repetitions", "1", "--warm-up", "0", "--csv", file, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  const std::string text = read_file(file);
  for (const char* series : {"triangles", "resolution", "bodies", "threads"}) {
    EXPECT_THAT(text, HasSubstr("\n" + std::string(series) + ","));
    if (std::string(series) == "threads" && std::thread::hardware_concurrency() < 2)
      continue; // one point has no slope
    const json& slopes = result.at("slopes");
    EXPECT_TRUE(std::any_of(slopes.begin(), slopes.end(), [&](const json& slope) {
      return slope.at("series") == series && slope.at("all").at("points") >= 2;
    })) << series;
  }
  EXPECT_EQ(run_lamina({"bench", "--scaling", "--peers"}).exit_code, 2);
}

TEST(BenchCommand, ASceneIsTimedPhaseByPhase) {
  const TemporaryFolder folder;
  const std::filesystem::path run = folder.path() / "run";
  const Outcome outcome = run_lamina({"bench", "rings", "--steps", "5", "--warm-up", "1", "--repetitions",
                                      "2", "--set", "resolution=24", "--record", run, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(result.at("resolution"), 24);
  for (const char* phase : {"broad", "upload", "ldi", "volume", "simulation", "total"})
    EXPECT_EQ(result.at("phases").at(phase).at("repetitions"), 4) << phase;
  EXPECT_EQ(json::parse(read_file(run / "benchmark.json")), result);
  // It is a run like any other.
  EXPECT_EQ(run_lamina({"replay", run}).exit_code, 0);
  for (const char* other : {"--peers", "--scaling"})
    EXPECT_EQ(run_lamina({"bench", "rings", other}).exit_code, 2) << other;
}

TEST(BenchCommand, WhatCannotBeTimedEndsWithTwoAndOneLine) {
  const std::vector<std::vector<std::string>> wrong{{"--no-such-option"},  {"--repetitions", "0"},
                                                    {"--resolution", "1"}, {"--backend", "abacus"},
                                                    {"--threads", "0"},    {"--csv", "/nowhere/at/all.csv"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = run_tiny(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.words;
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
  }
}

TEST(BenchCommand, SaysWhatToDoWithoutThePeersProgram) {
  const PeersProgram none("/nowhere/lamina-peers");
  const Outcome outcome = run_tiny({"--peers"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("/nowhere/lamina-peers"));
}

TEST(BenchCommand, AProgramThatIsNotLaminaPeersIsAFailureAndNoHang) {
  for (const char* other : {"/bin/true", "/bin/cat"}) {
    const PeersProgram named(other);
    const Outcome outcome = run_tiny({"--peers"});
    EXPECT_EQ(outcome.exit_code, 1) << other << outcome.words;
    EXPECT_THAT(outcome.words, HasSubstr("lamina-peers")) << other;
  }
}

TEST(BenchCommand, APeerWhoseResultIsWrongHasNoSpeed) {
  const TemporaryFolder folder;
  const json mesh = json::parse(run_tiny({"--json"}).output).at("mesh");
  for (const char* answer : {"echo 1.5 0.123", "echo out of beads", "exit"}) {
    const PeersProgram named(script(folder, mesh, answer));
    const Outcome outcome = run_tiny({"--peers", "--json"});
    EXPECT_EQ(outcome.exit_code, 1) << answer << outcome.words;
    const json result = json::parse(outcome.output);
    ASSERT_EQ(result.at("peer_times").size(), 2u) << answer;
    for (const json& row : result.at("peer_times")) {
      EXPECT_TRUE(row.at("time").is_null()) << answer;
      EXPECT_NE(row.at("refused"), "") << answer;
    }
    for (const json& ratio : result.at("ratios"))
      EXPECT_NE(ratio.at("what"), "abacus / ours") << answer;
  }
}

TEST(BenchCommand, AbsentPeersAreNamedAsAbsent) {
  const TemporaryFolder folder;
  const json mesh = json::parse(run_tiny({"--json"}).output).at("mesh");
  const PeersProgram named(script(folder, mesh, "echo 1.5 0.123"));
  EXPECT_THAT(run_tiny({"--peers"}).output, HasSubstr("slate: absent, no chalk"));
}

TEST(BenchCommand, PeersThatAreBuiltAreComparedWithOurs) {
  if (!std::filesystem::exists(std::filesystem::path(LAMINA_PROGRAM).parent_path() / "lamina-peers"))
    GTEST_SKIP() << "lamina-peers was not built";
  const Outcome outcome = run_tiny({"--peers", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  for (const json& peer : result.at("peers")) {
    if (peer.at("version").is_null() || peer.at("name") == "embree-refit") // of the large pair only
      continue;
    const std::string name = peer.at("name");
    const bool inward = name == "embree-inward"; // of the tori, where rays are compared
    const std::string what = inward ? "raytraced / " + name : name + " / ours";
    const auto& ratios = result.at("ratios");
    EXPECT_EQ(
        std::count_if(ratios.begin(), ratios.end(), [&](const json& r) { return r.at("what") == what; }),
        inward ? 1 : 2)
        << what;
  }
}

/// Names the program that stands in for lamina-engines while it lives.
class EnginesProgram {
public:
  explicit EnginesProgram(const std::string& path) { setenv("LAMINA_ENGINES", path.c_str(), 1); }
  ~EnginesProgram() { unsetenv("LAMINA_ENGINES"); }
};

TEST(BenchCommand, OwnRowsNeedNoOtherEngine) {
  const EnginesProgram none("/nowhere/lamina-engines");
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "engines.csv";
  const Outcome outcome = run_lamina({"bench", "--engines", "bounce", "--csv", file, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  ASSERT_EQ(result.at("results").size(), 2u);
  EXPECT_NEAR(result.at("results").at(0).at("value"), 0.64, 0.02);
  ASSERT_EQ(result.at("engines").size(), 7u);
  for (std::size_t i = 2; i < 7; ++i)
    EXPECT_THAT(result.at("engines").at(i).at("absence"), HasSubstr("/nowhere/"));
  EXPECT_THAT(read_file(file), HasSubstr("\nbounce,lamina-penalty,bounce,"));
}

TEST(BenchCommand, RefusesAnUnknownEngineAndWhatDoesNotGoWithEngines) {
  const EnginesProgram none("/nowhere/lamina-engines");
  const Outcome outcome = run_lamina({"bench", "--engines", "bounce,abacus"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("\"abacus\" is no scene and no engine; there are stack, "));
  EXPECT_EQ(run_lamina({"bench", "--engines", "--peers"}).exit_code, 2);
}

TEST(BenchCommand, EnginesThatAreBuiltRollBallsWithoutLoss) {
  if (!std::filesystem::exists(std::filesystem::path(LAMINA_PROGRAM).parent_path() / "lamina-engines"))
    GTEST_SKIP() << "lamina-engines was not built";
  const Outcome outcome =
      run_lamina({"bench", "--engines", "rolling,bullet,ode,mujoco,jolt,rapier", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  for (const json& engine : result.at("engines"))
    if (engine.at("version").is_null())
      std::cout << engine.at("name") << " is absent: " << engine.at("absence") << '\n';
  for (const json& row : result.at("results"))
    EXPECT_NEAR(row.at("value"), 40, 0.1) << row;
}

} // namespace
} // namespace lamina::testing
