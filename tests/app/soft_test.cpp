#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct SoftBox : ::testing::Test {
  TemporaryFolder folder;
  std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {0.2, 0.1, 0.1}));

  json run(const std::vector<std::string>& more) {
    std::vector<std::string> words{"simulate", box, "--steps", "60", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_lamina(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    return json::parse(outcome.output);
  }
};

TEST_F(SoftBox, LandsAndIsPressedByItsWeight) {
  EXPECT_EQ(run({}).at("elastic_J"), 0) << "a rigid box stores nothing";
  const json soft = run({"--soft", "--lattice", "4"});
  EXPECT_GT(soft.at("elastic_J").get<double>(), 0);
  // On a quarter of the stiffness the same weight does more work: energy goes as one over the modulus.
  const json softer = run({"--soft", "--lattice", "4", "--young", "30000"});
  EXPECT_GT(softer.at("elastic_J").get<double>(), soft.at("elastic_J").get<double>());
  EXPECT_NEAR(soft.at("bodies")[0].at("position")[1].get<double>(), 0.05, 0.01) << "it rests on the floor";
}

TEST_F(SoftBox, SoftOptionsWithoutASoftBodyAreRefused) {
  const Outcome outcome = run_lamina({"simulate", box, "--young", "1e5"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("--soft"));
  const Outcome scene = run_lamina({"simulate", "heap", "--soft"});
  EXPECT_EQ(scene.exit_code, 2);
  EXPECT_THAT(scene.words, HasSubstr("\"kind\": \"soft\""));
  EXPECT_EQ(run_lamina({"simulate", box, "--soft", "--lattice", "0"}).exit_code, 2);
  EXPECT_EQ(run_lamina({"simulate", box, "--soft", "--young", "-3"}).exit_code, 2);
  const Outcome lattice = run_lamina({"simulate", box, "--soft", "--strength", "5e3"});
  EXPECT_EQ(lattice.exit_code, 2);
  EXPECT_THAT(lattice.words, HasSubstr("--tetrahedra"));
}

TEST_F(SoftBox, HelpAndCompletionKnowTheOptions) {
  EXPECT_THAT(run_lamina({"simulate", "--help"}).output, HasSubstr("--young PA"));
  EXPECT_THAT(run_lamina({"completion", "bash"}).output, HasSubstr("--soft"));
}

} // namespace
} // namespace lamina::testing
