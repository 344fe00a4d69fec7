// What can be done with an open mesh, through the program itself.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class Check : public ::testing::Test {
protected:
  /// A box of 2 × 1 × 1 m without its last triangle.
  std::string tub() {
    std::string text = box_obj({0, 0, 0}, {2, 1, 1});
    text.erase(text.rfind("f "));
    return folder.write("tub.obj", text);
  }
  json checked(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.push_back("--json");
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    return json::parse(outcome.output);
  }
  TemporaryFolder folder;
};

TEST_F(Check, JudgesAnOpenMeshWithItsHolesClosed) {
  const std::string file = tub();
  EXPECT_EQ(checked({file}).at("accepted"), false);
  const json closed = checked({file, "--close-holes"});
  EXPECT_EQ(closed.at("accepted"), true);
  EXPECT_NEAR(closed.at("volume_m3").get<double>(), 2, 1e-12);
  EXPECT_EQ(closed.at("closed_holes"), 1);
  EXPECT_GE(closed.at("largest_hole_m").get<double>(), 1);
  EXPECT_THAT(run_lamina({"check", file, "--close-holes"}).output, HasSubstr("note: closed 1 hole"));
}

TEST_F(Check, JudgesAnOpenMeshWithAThickness) {
  const json thick = checked({tub(), "--thickness", "0.01"});
  EXPECT_EQ(thick.at("accepted"), true);
  EXPECT_EQ(thick.at("thickened_pieces"), 1);
  EXPECT_GT(thick.at("boundary_edges").get<int>(), 0) << "as stored";
}

TEST_F(Check, TakesOneWayToMakeAVolumeOnly) {
  const std::string file = tub();
  for (const char* command : {"check", "simulate"}) {
    EXPECT_EQ(run_lamina({command, file, "--close-holes", "--one-sided"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0.1", "--one-sided"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0.1", "--close-holes"}).exit_code, 2);
    EXPECT_EQ(run_lamina({command, file, "--thickness", "0"}).exit_code, 2);
  }
}

TEST_F(Check, SimulateSaysTheWaysOutAndTakesThem) {
  const std::string file = tub();
  const Outcome refused = run_lamina({"simulate", file, "--steps", "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.words, HasSubstr("--close-holes"));
  for (const std::vector<std::string>& way :
       {std::vector<std::string>{"--close-holes"}, {"--thickness", "0.1"}}) {
    std::vector<std::string> arguments{"simulate", file, "--steps", "1"};
    arguments.insert(arguments.end(), way.begin(), way.end());
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
  }
}

} // namespace
} // namespace lamina::testing
