#include "core/base/error.h"
#include "core/bench/engines/engine_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace lamina::bench {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const std::string description =
    R"([{"name":"abacus","version":"1","how":"beads","settings":"none","absence":""},)"
    R"({"name":"slate","version":"","how":"","settings":"","absence":"no chalk"}])";

/// A shell that describes two engines, and does this with any scene.
EnginePrograms shell(const std::string& at_scene, std::chrono::milliseconds patience = 10s) {
  const std::string script = "while read -r line; do if [ \"$line\" = engines ]; then echo '" + description +
                             "'; else " + at_scene + "; fi; done";
  return EnginePrograms({{"/bin/sh", {"-c", script}, {"abacus", "slate"}, ""}}, {patience, 1 << 20, {}});
}

EngineScene short_scene() {
  EngineScene scene = engine_scenes().front();
  scene.bodies.resize(1);
  scene.seconds = 0.02;
  scene.every = 1;
  return scene;
}

std::string failure_of(EnginePrograms programs) {
  try {
    programs.run("abacus", short_scene());
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

const std::string three_states = "[[0,1,0,1,0,0,0],[0,1,0,1,0,0,0],[0,2,0,1,0,0,0]]";

TEST(EnginePrograms, ReadARunOfTheScene) {
  EnginePrograms programs = shell("echo '{\"states\":" + three_states + ",\"milliseconds\":[1,2]}'");
  ASSERT_EQ(programs.engines().size(), 2u);
  EXPECT_EQ(programs.engines()[0].version, "1");
  EXPECT_EQ(programs.engines()[1].absence, "no chalk");
  const EngineRun run = programs.run("abacus", short_scene());
  EXPECT_EQ(run.milliseconds, (std::vector<double>{1, 2}));
  ASSERT_EQ(run.states.size(), 3u);
  EXPECT_EQ(run.states[2][0].position, Vec3(0, 2, 0));
}

TEST(EnginePrograms, SayWhatIsWrongWithAnAnswer) {
  EXPECT_THAT(failure_of(shell("exit")), HasSubstr("sh has ended"));
  EXPECT_THAT(failure_of(shell("echo beads")), HasSubstr("no JSON: \"beads\""));
  EXPECT_THAT(failure_of(shell("echo '{\"error\":\"out of beads\"}'")), HasSubstr("out of beads"));
  EXPECT_THAT(failure_of(shell("echo '{\"states\":[],\"milliseconds\":[]}'")),
              HasSubstr("no run of this scene"));
  const auto states = [](const std::string& second) {
    return "echo '{\"states\":[[0,1,0,1,0,0,0]," + second + ",[0,1,0,1,0,0,0]],\"milliseconds\":[1,2]}'";
  };
  EXPECT_THAT(failure_of(shell(states("[0,1]"))), HasSubstr("number of bodies"));
  EXPECT_THAT(failure_of(shell(states("[0,null,0,1,0,0,0]"))), HasSubstr("not a number"));
  EXPECT_THAT(failure_of(shell(states("[0,0,0,0,0,0,0]"))), HasSubstr("orientation"));
}

TEST(EnginePrograms, GiveUpAnEngineThatHangs) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(failure_of(shell("exec sleep 100", 500ms)), HasSubstr("does not answer"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST(EnginePrograms, StopWaitingOnceInterrupted) {
  LineProcess process("/bin/cat", {}, {10s, 1 << 20, [] { return true; }});
  EXPECT_THROW(process.receive(), Cancelled);
}

TEST(EnginePrograms, ThatCannotBeAskedMakeTheirEnginesAbsentByName) {
  const std::vector<EngineProgram> broken{{"/nowhere/engines", {}, {"a"}, ""},
                                          {"/bin/true", {}, {"b"}, ""},
                                          {"/bin/cat", {}, {"c"}, ""},
                                          {"/bin/sh", {"-c", "read -r line; echo '[]'"}, {"d"}, ""},
                                          {"/bin/cat", {}, {"e"}, "not built"}};
  const EnginePrograms programs(broken, {10s, 1 << 20, {}});
  const std::vector<std::string> reasons{"/nowhere/engines", "true has ended", "does not understand",
                                         "does not hold it", "not built"};
  ASSERT_EQ(programs.engines().size(), reasons.size());
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    EXPECT_EQ(programs.engines()[i].version, "");
    EXPECT_THAT(programs.engines()[i].absence, HasSubstr(reasons[i]));
  }
}

TEST(EngineBench, NamesWhatBrokeDownAndGoesOn) {
  EnginePrograms programs = shell("exit");
  const EngineReport report = run_engine_bench({"bounce", "slope27", "abacus", "slate"}, programs, {});
  ASSERT_EQ(report.results.size(), 2u); // the absent one has no rows
  EXPECT_TRUE(report.refused());
  EXPECT_THAT(engine_text(report), HasSubstr("abacus          broke down: sh has ended"));
  EXPECT_THAT(engine_text(report), HasSubstr("slate           absent, no chalk"));
  EXPECT_EQ(engine_json(report).at("results").at(1).at("refused"), "sh has ended");

  std::istringstream csv(engine_csv(report));
  std::vector<std::string> rows;
  for (std::string line; std::getline(csv, line);)
    if (line.front() != '#')
      rows.push_back(line);
  ASSERT_EQ(rows.size(), 3u);
  for (const std::string& row : rows)
    EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(rows[0].begin(), rows[0].end(), ','))
        << row;
}

TEST(EngineBench, AnEngineThatLacksWhatASceneHasSaysSoAndIsNotBroken) {
  EnginePrograms programs = shell("echo '{\"cannot\":\"round beads\"}'");
  const EngineReport report = run_engine_bench({"bounce", "abacus"}, programs, {});
  ASSERT_EQ(report.results.size(), 1u);
  EXPECT_FALSE(report.refused());
  EXPECT_FALSE(report.results[0].measured());
  EXPECT_THAT(engine_text(report), HasSubstr("abacus          cannot: round beads\n"));
  EXPECT_EQ(engine_json(report).at("results").at(0).at("cannot"), "round beads");
  EXPECT_THAT(engine_csv(report), HasSubstr(",,round beads\n"));
}

TEST(EngineBench, RefusesNamesThatItDoesNotKnow) {
  EnginePrograms programs = shell("exit");
  try {
    run_engine_bench({"bonce"}, programs, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"bonce\""));
    EXPECT_THAT(error.what(), HasSubstr("bounce"));
    EXPECT_THAT(error.what(), HasSubstr("abacus"));
  }
}

TEST(EngineBench, StopsWhenAsked) {
  EnginePrograms programs = shell("exit");
  EXPECT_THROW(run_engine_bench({}, programs, [](double, const std::string&) { return false; }), Cancelled);
}

} // namespace
} // namespace lamina::bench
