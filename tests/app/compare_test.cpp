#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;

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

TEST_F(Compare, WhatCannotBeComparedEndsWithTwoAndOneLine) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"compare", box, "--methods", "ldi,raytrased"}, "the methods are"},
      {{"compare", box, "--methods", "raytraced", "--resolutions", "16"}, "only ldi"},
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
