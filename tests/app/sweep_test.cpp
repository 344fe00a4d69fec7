#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A box that falls on a floor, and a folder for sweeps of it.
struct Sweep : ::testing::Test {
  TemporaryFolder folder;
  std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
  std::filesystem::path output = folder.path() / "sweep";

  std::vector<std::string> command(const std::string& steps = "30") const {
    return {"sweep",     box,      "--fit", "0.1",     "--set", "resolution=8,16", "--set",
            "cells=1,2", "--jobs", "2",     "--steps", steps,   "--output",        output};
  }
  std::filesystem::path cell(const std::string& name) const { return output / "cells" / name; }
};

/// state_hash by the values of the axes, from table.csv.
std::map<std::string, std::string> hashes(const std::filesystem::path& table) {
  std::istringstream text(read_file(table));
  std::map<std::string, std::string> found;
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    std::vector<std::string> fields(1);
    for (const char c : line)
      if (c == ',')
        fields.emplace_back();
      else
        fields.back() += c;
    found[fields.at(0) + "," + fields.at(1)] = fields.at(fields.size() - 2);
  }
  return found;
}

TEST_F(Sweep, EveryCellEndsInTheBitsOfASingleRun) {
  const Outcome outcome = run_lamina(command());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.output, HasSubstr("mean_step_ms"));
  EXPECT_THAT(outcome.output, HasSubstr("4 of 4 runs"));
  const auto found = hashes(output / "table.csv");
  ASSERT_EQ(found.size(), 4u);
  for (const char* resolution : {"8", "16"})
    for (const char* cells : {"1", "2"}) {
      const Outcome single =
          run_lamina({"simulate", box, "--fit", "0.1", "--steps", "30", "--json", "--set",
                      std::string("resolution=") + resolution, "--set", std::string("cells=") + cells});
      EXPECT_EQ(found.at(std::string(resolution) + "," + cells), json::parse(single.output).at("state_hash"));
    }
}

TEST_F(Sweep, FinishedCellsAreKeptAndTheOthersMadeAgain) {
  ASSERT_EQ(run_lamina(command()).exit_code, 0);
  const auto first = hashes(output / "table.csv");
  for (const char* name : {"resolution=8,cells=1", "resolution=8,cells=2", "resolution=16,cells=1"})
    std::ofstream(cell(name) / "mark") << "was here";
  // One cell is lost, one cut off, and a third was never finished.
  std::filesystem::remove_all(cell("resolution=16,cells=2"));
  std::filesystem::resize_file(cell("resolution=16,cells=1") / "steps.csv", 900);
  std::filesystem::rename(cell("resolution=8,cells=2"), cell("resolution=8,cells=2.part"));

  const Outcome again = run_lamina(command());
  ASSERT_EQ(again.exit_code, 0) << again.words;
  EXPECT_THAT(again.words, HasSubstr("1 of 4 runs were finished before"));
  EXPECT_TRUE(std::filesystem::exists(cell("resolution=8,cells=1") / "mark"));
  EXPECT_FALSE(std::filesystem::exists(cell("resolution=8,cells=2") / "mark"));
  EXPECT_FALSE(std::filesystem::exists(cell("resolution=16,cells=1") / "mark"));
  EXPECT_EQ(hashes(output / "table.csv"), first);
}

TEST_F(Sweep, CtrlCEndsItAndTheSameCommandGoesOn) {
  std::vector<std::string> one_by_one = command("2000");
  one_by_one[9] = "1";
  const std::filesystem::path first = cell("resolution=8,cells=1");
  const Outcome outcome = run_lamina(one_by_one, {.interrupt_when_exists = SIGINT, .awaited = first});
  EXPECT_EQ(outcome.exit_code, 130) << outcome.words;
  EXPECT_THAT(outcome.words, HasSubstr("of 4 runs"));
  EXPECT_FALSE(std::filesystem::exists(output / "table.csv"));
  EXPECT_FALSE(std::filesystem::exists(cell("resolution=16,cells=2")));
  std::ofstream(first / "mark") << "was here";

  const Outcome rest = run_lamina(one_by_one);
  ASSERT_EQ(rest.exit_code, 0) << rest.words;
  EXPECT_TRUE(std::filesystem::exists(first / "mark"));
  EXPECT_EQ(hashes(output / "table.csv").size(), 4u);
}

TEST_F(Sweep, CellsMadeOneByOneAreThoseOfTheWholeAndCanBeMadeAtTheSameTime) {
  std::vector<std::string> list = command();
  list.push_back("--list");
  const Outcome names = run_lamina(list);
  EXPECT_EQ(names.output, "resolution=8,cells=1\nresolution=8,cells=2\nresolution=16,cells=1\n"
                          "resolution=16,cells=2\n");
  EXPECT_FALSE(std::filesystem::exists(output)) << "a list makes nothing";

  std::filesystem::create_directories(output / "cells"); // as a scheduler does before its first job
  const int other_job = open((output / "lock").c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_EQ(flock(other_job, LOCK_SH | LOCK_NB), 0);
  std::vector<std::string> one = command();
  one.insert(one.end(), {"--cell", "resolution=16,cells=1"});
  EXPECT_EQ(run_lamina(one).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(cell("resolution=16,cells=1") / "run.json"));
  EXPECT_FALSE(std::filesystem::exists(cell("resolution=8,cells=1")));
  EXPECT_EQ(run_lamina(command()).exit_code, 2) << "all cells at once would disturb the other job";
  close(other_job);

  const Outcome rest = run_lamina(command());
  EXPECT_THAT(rest.words, HasSubstr("1 of 4"));
  one.back() = "resolution=17,cells=1";
  EXPECT_THAT(run_lamina(one).words, HasSubstr("--list"));
}

TEST_F(Sweep, OverStiffnessChangesWhatComesOutAndWhatWouldChangeNothingIsSaid) {
  std::vector<std::string> stiff = command();
  stiff[5] = "resolution=8";
  stiff[7] = "stiffness=1e5,1e7";
  const Outcome outcome = run_lamina(stiff);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.words, Not(HasSubstr("no effect")));
  const auto differing = hashes(output / "table.csv");
  EXPECT_NE(differing.at("8,1e+05"), differing.at("8,1e+07"));

  stiff[7] = "depth_stiffness=1e5,1e7";
  stiff.back() = folder.path() / "idle";
  const Outcome idle = run_lamina(stiff);
  ASSERT_EQ(idle.exit_code, 0) << idle.words;
  EXPECT_THAT(idle.words, HasSubstr("depth_stiffness has no effect under response=constraints"));
  const auto same = hashes(folder.path() / "idle" / "table.csv");
  EXPECT_EQ(same.at("8,1e+05"), same.at("8,1e+07"));
}

TEST_F(Sweep, MoreValuesContinueTheSameFolder) {
  ASSERT_EQ(run_lamina(command()).exit_code, 0);
  std::vector<std::string> wider = command();
  wider[5] = "resolution=8,16,24";
  const Outcome outcome = run_lamina(wider);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.words, HasSubstr("4 of 6"));
  EXPECT_EQ(hashes(output / "table.csv").size(), 6u);
}

TEST_F(Sweep, BadValuesAreRefusedBeforeAnythingStarts) {
  for (const std::string bad : {"resolution=8,5000", "resolutoin=8", "resolution=8,8", "resolution="}) {
    const Outcome outcome = run_lamina({"sweep", box, "--set", bad, "--output", output});
    EXPECT_EQ(outcome.exit_code, 2) << bad;
    EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
  }
  const Outcome missing = run_lamina({"sweep", "nowhere.obj", "--set", "cells=1,2", "--output", output});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(output));
}

TEST_F(Sweep, AFolderOfAnotherSweepOrOfSomethingElseIsLeftAlone) {
  ASSERT_EQ(run_lamina(command()).exit_code, 0);
  const Outcome longer = run_lamina(command("31"));
  EXPECT_EQ(longer.exit_code, 2);
  EXPECT_THAT(longer.words, HasSubstr("number of steps"));
  std::vector<std::string> larger = command();
  larger[3] = "0.2";
  EXPECT_THAT(run_lamina(larger).words, HasSubstr("another scene"));

  const Outcome other = run_lamina({"sweep", box, "--set", "cells=1,2", "--output", folder.path()});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.words, HasSubstr("holds no sweep"));
}

TEST_F(Sweep, TwoSweepsDoNotShareAFolder) {
  ASSERT_EQ(run_lamina(command()).exit_code, 0);
  const int file = open((output / "lock").c_str(), O_RDWR);
  ASSERT_EQ(flock(file, LOCK_EX | LOCK_NB), 0);
  const Outcome outcome = run_lamina(command());
  close(file);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("in use"));
}

TEST_F(Sweep, ACellThatFailsIsInTheTableWithItsReasonAndTriedAgain) {
  // A limit on the size of files, as a full disk sets one: only the recordings come up to it.
  const Outcome outcome = run_lamina(command("300"), {.file_limit = 50'000});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(read_file(output / "table.csv"), HasSubstr("recording stopped"));
  const Outcome again = run_lamina(command("300"));
  EXPECT_EQ(again.exit_code, 0) << again.words;
  EXPECT_THAT(read_file(output / "table.csv"), Not(HasSubstr("recording stopped")));
}

} // namespace
} // namespace lamina::testing
