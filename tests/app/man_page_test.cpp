#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.insert((*at)[1]);
  return found;
}

/// The part of the page on a command, without roff's escapes of hyphens.
std::string section_of(std::string page, const std::string& command) {
  page = std::regex_replace(page, std::regex(R"(\\-)"), "-");
  const std::size_t begin = page.find(".SS lamina " + command);
  EXPECT_NE(begin, std::string::npos) << command;
  return page.substr(begin, page.find(".S", begin + 3) - begin);
}

TEST(ManPage, HasEveryCommandAndOptionOfTheHelp) {
  const Outcome page = run_lamina({"man-page"});
  ASSERT_EQ(page.exit_code, 0) << page.words;
  const std::string help = run_lamina({"--help"}).output;
  const std::string list = help.substr(help.find("Subcommands:"));
  const auto commands = matches(list, std::regex(R"(\n  ([a-z-]+) )"));
  ASSERT_GE(commands.size(), 10u);
  for (const std::string& command : commands) {
    const std::string section = section_of(page.output, command);
    for (const std::string& option :
         matches(run_lamina({command, "--help"}).output, std::regex(R"(\n  (?:-\w,)?(--[a-z-]+))")))
      if (option != "--help" && option != "--version") {
        EXPECT_THAT(section, HasSubstr(option)) << command;
      }
  }
}

TEST(ManPage, IsSetWithoutWarnings) {
  if (std::system("command -v groff >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "groff is not installed";
  const TemporaryFolder folder;
  const std::string page = folder.write("lamina.1", run_lamina({"man-page"}).output);
  const std::string words = folder.path() / "words";
  EXPECT_EQ(std::system(("groff -k -man -ww -Tutf8 " + page + " >/dev/null 2>" + words).c_str()), 0);
  EXPECT_EQ(read_file(words), "");
}

} // namespace
} // namespace lamina::testing
