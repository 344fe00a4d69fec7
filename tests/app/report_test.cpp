#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Two short runs that differ in a setting.
struct Report : ::testing::Test {
  TemporaryFolder folder;
  std::string one = record("one", "16"), other = record("other", "8");
  std::filesystem::path page = folder.path() / "page.html";

  std::string record(const std::string& name, const std::string& resolution) const {
    const std::string box = folder.write("box.obj", box_obj({0, 0, 0}, {0.1, 0.1, 0.1}));
    const std::string run = folder.path() / name;
    const Outcome outcome =
        run_lamina({"simulate", box, "--steps", "20", "--set", "resolution=" + resolution, "--record", run});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
    return run;
  }
};

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

TEST_F(Report, RunsStandSideBySideWithWhatDiffers) {
  const Outcome outcome = run_lamina({"report", one, other, "--output", page});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const std::string text = read_file(page);
  EXPECT_THAT(text, HasSubstr("2 runs compared"));
  EXPECT_THAT(text, HasSubstr("<tr class=\"differs\"><th scope=\"row\" title=\""));
  EXPECT_THAT(text, HasSubstr("resolution</th><td>16</td><td>8</td>"));
  EXPECT_THAT(text, Not(HasSubstr("id=\"pictures\"")));
}

TEST_F(Report, PicturesAreThoseOfTheRecordedSteps) {
  const Outcome outcome = run_lamina({"report", one, "--output", page, "--pictures", "20,0"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const std::string text = read_file(page);
  EXPECT_THAT(text, HasSubstr("id=\"pictures\""));
  if (!LAMINA_WITH_WINDOW) {
    EXPECT_THAT(text, HasSubstr("There are no pictures"));
    return;
  }
  EXPECT_EQ(count_of(text, "<figure>"), 2u);
  EXPECT_LT(text.find("<figcaption>step 0, "), text.find("<figcaption>step 20, "));
  EXPECT_THAT(text, Not(HasSubstr("not to the recorded bits")));
}

TEST_F(Report, ARunThatCannotBeRepeatedIsToldByItsPicture) {
  if (!LAMINA_WITH_WINDOW)
    GTEST_SKIP() << "this build draws nothing";
  std::string steps = read_file(std::filesystem::path(one) / "steps.csv");
  const std::regex hash(",[0-9a-f]{16},");
  std::smatch last;
  for (std::sregex_iterator at(steps.begin(), steps.end(), hash), end; at != end; ++at)
    last = *at;
  ASSERT_FALSE(last.empty());
  steps.replace(static_cast<std::size_t>(last.position()) + 1, 16, "0000000000000000");
  folder.write("one/steps.csv", steps);
  ASSERT_EQ(run_lamina({"report", one, "--output", page, "--pictures", "20"}).exit_code, 0);
  EXPECT_THAT(read_file(page), HasSubstr("not to the recorded bits"));
}

TEST_F(Report, WhatCannotBeReportedEndsWithTwoAndOneLine) {
  folder.write("other/steps.csv", read_file(std::filesystem::path(other) / "steps.csv") + "21,0.21\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"report", folder.path() / "none", "--output", page}, "no such folder"},
      {{"report", folder.path(), "--output", page}, "no run.json"},
      {{"report", other, "--output", page}, "steps.csv:22"},
      {{"report", one, "--output", page, "--pictures", "21"}, "ends with step 20"},
      {{"report", one, "--output", page, "--pictures", "0,x"}, "--pictures"},
      {{"report", one, "--output", page, "--pictures", "-1"}, "--pictures"},
      {{"report", one, "--output", folder.path() / "none" / "page.html"}, "page.html"},
      {{"report", one}, "--output"},
      {{"report", "--output", page}, "RUN"}};
  for (const auto& [arguments, reason] : wrong)
    expect_refused(arguments, reason, page);
}

TEST_F(Report, ARunCutOffInTheMiddleOfALineIsShownUpToThere) {
  const std::filesystem::path steps = std::filesystem::path(one) / "steps.csv";
  std::filesystem::resize_file(steps, std::filesystem::file_size(steps) - 30);
  ASSERT_EQ(run_lamina({"report", one, "--output", page}).exit_code, 0);
  EXPECT_THAT(read_file(page), HasSubstr("is cut and left out"));
}

} // namespace
} // namespace lamina::testing
