#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string ball_scene = R"({ "bodies": [
  { "name": "floor", "recipe": { "shape": "ground", "size": 3 }, "kind": "fixed", "one_sided": true },
  { "name": "ball", "recipe": { "shape": "sphere", "radius": 0.1, "triangles": 80 }, "position": [0, 0.095, 0] } ] })";

struct Compare : ::testing::Test {
  TemporaryFolder folder;
  std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
  std::filesystem::path page = folder.path() / "page.html";
};

TEST_F(Compare, PrintsATableAndWritesAPage) {
  const Outcome outcome =
      run_lamina({"compare", box, "--steps", "10", "--resolutions", "8,16", "--output", page});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const std::string text = read_file(page);
  for (const char* name : {"ldi 8", "ldi 16", "raytraced", "proximity"}) {
    EXPECT_THAT(outcome.output, HasSubstr(name));
    EXPECT_THAT(text, HasSubstr(name));
  }
  EXPECT_THAT(outcome.output, HasSubstr("report in " + page.string()));
}

TEST_F(Compare, SeveralScenesGetAPageEachAndAnIndex) {
  const std::string one = folder.write("one.json", ball_scene),
                    other = folder.write("other.json", ball_scene);
  const std::filesystem::path pages = folder.path() / "pages";
  const Outcome outcome = run_lamina({"compare", one, other, "--steps", "4", "--methods", "ldi,stochastic",
                                      "--budgets", "64,256", "--output", pages});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  for (const char* name : {"one.html", "other.html"}) {
    EXPECT_THAT(read_file(pages / name), HasSubstr("data-label=\"stochastic 256\""));
    EXPECT_THAT(read_file(pages / "index.html"), HasSubstr("href=\"" + std::string(name) + "\""));
  }
  const std::string csv = read_file(pages / "figures.csv");
  EXPECT_THAT(csv, HasSubstr("\nother,"));
  EXPECT_THAT(outcome.output, HasSubstr("report in " + (pages / "index.html").string()));

  // Two of one name are told apart; a bad one is refused by name before any of them runs.
  std::filesystem::create_directory(folder.path() / "more");
  const std::string same = folder.write("more/one.json", ball_scene),
                    bad = folder.write("bad.json", "{ nonsense");
  ASSERT_EQ(
      run_lamina({"compare", one, same, "--steps", "1", "--methods", "ldi", "--output", pages}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(pages / "one-2.html"));
  // One scene goes into a folder that is there.
  ASSERT_EQ(
      run_lamina({"compare", one, "--steps", "1", "--methods", "ldi", "--output", folder.path() / "more"})
          .exit_code,
      0);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "more" / "figures.csv"));
  const std::filesystem::path none = folder.path() / "nothing";
  expect_refused({"compare", one, bad, "--output", none}, "bad.json", none / "one.html");
  expect_refused({"compare", one, other, "--output", page, "--budgets", "64"}, "only stochastic", page);
  expect_refused({"compare", one, other}, "need a folder", page);
  expect_refused({"compare", one, other, "--output", one}, "is a file", page);
}

TEST_F(Compare, OfAllMethodsThatFitBudgetsAreForThoseThatHaveThem) {
  const std::string cloth = folder.write("cloth.json", R"({ "bodies": [ { "name": "ball", "kind": "cloth",
    "recipe": { "shape": "sphere", "radius": 0.1, "triangles": 80 } } ] })");
  const Outcome outcome = run_lamina(
      {"compare", cloth, "--steps", "2", "--methods", "all", "--resolutions", "8,16", "--budgets", "64"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_THAT(outcome.output, HasSubstr("ldi 16"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("stochastic")));
}

TEST_F(Compare, WhatCannotBeComparedEndsWithTwoAndOneLine) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"compare", box, "--methods", "ldi,raytrased"}, "the methods are"},
      {{"compare", box, "--methods", "raytraced", "--resolutions", "16"}, "only ldi"},
      {{"compare", box, "--methods", "ldi", "--budgets", "100"}, "only stochastic"},
      {{"compare", box, "--methods", "stochastic", "--budgets", "1"}, "--budgets"},
      {{"compare", box, "--resolutions", "0"}, "--resolutions"},
      {{"compare", box, "--steps", "0"}, "--steps"},
      {{"compare", box, "--steps", "5", "--seconds", "1"}, "--s"},
      {{"compare", folder.path() / "none.json"}, "none.json"},
      {{"compare", box, "--output", folder.path() / "none" / "page.html"}, "no folder"},
      {{"compare"}, "FILE"}};
  for (const auto& [arguments, reason] : wrong)
    expect_refused(arguments, reason, page);
}

TEST_F(Compare, InterruptedItLeavesNoFile) {
  ChildOptions options;
  options.interrupt_when_exists = SIGINT;
  options.awaited = box; // at once
  const Outcome outcome = run_lamina({"compare", box, "--steps", "1000000", "--output", page}, options);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(page));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

} // namespace
} // namespace lamina::testing
