#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> commands{"simulate", "measure",  "check",  "screenshot", "report",
                                        "sweep",    "settings", "scenes", "devices",    "completion",
                                        "bench",    "compare",  "mesh"};

TEST(Usage, EveryCommandHasHelpAndVersion) {
  for (const std::string& command : commands) {
    const Outcome help = run_lamina({command, "--help"});
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(help.output, HasSubstr("--help")) << command;
    const Outcome version = run_lamina({command, "--version"});
    EXPECT_EQ(version.exit_code, 0) << command;
    EXPECT_THAT(version.output, StartsWith("lamina ")) << command;
  }
}

TEST(Usage, HelpOfTheProgramNamesEveryCommand) {
  const Outcome help = run_lamina({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const std::string& command : commands)
    EXPECT_THAT(help.output, HasSubstr(command));
}

// What it does not know it takes for a scene where there is no display.
TEST(Usage, TheScriptThatBuildsAndStartsKnowsEveryCommand) {
  const std::string script = read_file(std::filesystem::path(LAMINA_SOURCE_DIR) / "run");
  const std::size_t begin = script.find("case ${1:-} in");
  ASSERT_NE(begin, std::string::npos);
  const std::string known = script.substr(begin, script.find(") exec", begin) - begin);
  for (const std::string& command : commands)
    EXPECT_THAT(known, HasSubstr(command));
}

TEST(Usage, ABenchmarkThatOnlyWarmsUpSaysHowManyStepsThatTakes) {
  const Outcome outcome = run_lamina({"bench", "welcome", "--steps", "20"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("more steps than the 20 to warm up"));
}

TEST(Usage, WhatCannotBeUnderstoodEndsWithTwoAndOneLine) {
  const std::vector<std::vector<std::string>> wrong{{"simulate"},
                                                    {"simulate", "box.obj", "--steps", "many"},
                                                    {"simulate", "box.obj", "--steps", "0"},
                                                    {"simulate", "box.obj", "--fit", "nan"},
                                                    {"simulate", "box.obj", "--fit", "-1"},
                                                    {"simulate", "box.obj", "--unit", "parsec"},
                                                    {"measure", "a.obj"},
                                                    {"check", "a.obj", "--no-such-option"},
                                                    {"completion", "tcsh"},
                                                    {"settings", "--json", "--markdown"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = run_lamina(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.words;
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
    EXPECT_THAT(outcome.words, StartsWith("lamina " + arguments.front()));
  }
}

TEST(Usage, DevicesSayHowPicturesComeByTheirPixels) {
  const Outcome outcome = run_lamina({"devices", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  for (const auto& device : nlohmann::json::parse(outcome.output)) {
    const std::string pictures = device.at("pictures"), backend = device.at("backend");
    const bool is_processor = backend == "cpu" || backend == "reference";
    if (is_processor || !device.at("usable"))
      EXPECT_EQ(pictures, "") << backend;
    else
      EXPECT_THAT(pictures, ::testing::AnyOf("from its memory", StartsWith("by copy: "))) << backend;
  }
}

TEST(Usage, DevicesSayWhichMethodsRunOnThem) {
  const Outcome outcome = run_lamina({"devices", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  for (const auto& device : nlohmann::json::parse(outcome.output)) {
    const std::vector<std::string> methods = device.at("methods");
    const bool on_processor = device.at("backend") == "cpu";
    EXPECT_THAT(methods, ::testing::Contains("ldi")) << device;
    EXPECT_EQ(std::find(methods.begin(), methods.end(), "proximity") != methods.end(), on_processor)
        << device;
  }
  const Outcome table = run_lamina({"devices"});
  EXPECT_THAT(table.output, HasSubstr("good for"));
  EXPECT_THAT(table.output, HasSubstr("proximity      yes        on cpu"));
}

TEST(Usage, MissingFilesAreNamed) {
  for (const char* command : {"check", "simulate"}) {
    const Outcome outcome = run_lamina({command, "nowhere/thing.obj"});
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_THAT(outcome.words, HasSubstr("nowhere/thing.obj")) << command;
  }
}

TEST(Usage, AMisspeltSettingIsAnsweredWithTheNearestOne) {
  const Outcome outcome = run_lamina({"simulate", "welcome", "--set", "resolutoin=8"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("resolution"));
}

TEST(Usage, ASettingOutOfRangeIsAnsweredWithTheRange) {
  const Outcome outcome = run_lamina({"simulate", "welcome", "--set", "resolution=5000"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("1024"));
}

TEST(Usage, SettingsAsJsonHoldEveryFieldOfTheList) {
  const Outcome outcome = run_lamina({"settings", "--json"});
  ASSERT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.words, "");
  const auto json = nlohmann::json::parse(outcome.output);
  ASSERT_GT(json.at("settings").size(), 10u);
  for (const auto& setting : json.at("settings")) {
    EXPECT_FALSE(setting.at("name").get<std::string>().empty());
    EXPECT_FALSE(setting.at("sentence").get<std::string>().empty());
    EXPECT_TRUE(setting.contains("default"));
  }
}

TEST(Usage, ScenesListsTheDefaultScene) {
  const Outcome outcome = run_lamina({"scenes", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const auto scenes = nlohmann::json::parse(outcome.output);
  EXPECT_TRUE(
      std::any_of(scenes.begin(), scenes.end(), [](const auto& s) { return s.at("name") == "welcome"; }));
  for (const auto& scene : scenes)
    EXPECT_NE(scene.at("look_for"), "") << scene.at("name");
}

TEST(Usage, WithoutADisplayTheWindowSaysSoInOneLine) {
  if (!LAMINA_WITH_WINDOW)
    GTEST_SKIP() << "this build has no window";
  const Outcome outcome = run_lamina({"welcome"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.words, HasSubstr("display"));
  EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
}

TEST(Usage, AScreenshotNeedsNoDisplay) {
  if (!LAMINA_WITH_WINDOW)
    GTEST_SKIP() << "this build draws nothing";
  const TemporaryFolder folder;
  const std::filesystem::path picture = folder.path() / "picture.png";
  const Outcome outcome =
      run_lamina({"screenshot", "welcome", "--steps", "2", "--size", "320x200", "--output", picture});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  EXPECT_EQ(read_file(picture).substr(1, 3), "PNG");
  EXPECT_THAT(outcome.output, StartsWith("picture of 320 x 200 pixels after step 2 in " + picture.string()));

  for (const char* size : {"0x10", "10", "10x", "99999999x99999999", "axb"}) {
    const Outcome refused = run_lamina({"screenshot", "welcome", "--size", size, "--output", picture});
    EXPECT_EQ(refused.exit_code, 2) << size << ": " << refused.words;
  }
}

TEST(Usage, TheCompletionScriptIsBashAndKnowsCommandsOptionsAndSettings) {
  const Outcome outcome = run_lamina({"completion", "bash"});
  ASSERT_EQ(outcome.exit_code, 0);
  const TemporaryFolder folder;
  const std::string script = folder.write("completion", outcome.output);
  const auto completes = [&](const std::string& words, int position) {
    return std::system(("bash -c '. " + script + " && COMP_WORDS=(" + words + ") COMP_CWORD=" +
                        std::to_string(position) + " && _lamina 2>/dev/null; [ -n \"$COMPREPLY\" ]'")
                           .c_str()) == 0;
  };
  EXPECT_TRUE(completes("lamina simul", 1));
  EXPECT_TRUE(completes("lamina simulate --rec", 2));
  EXPECT_TRUE(completes("lamina simulate --set friction_c", 3));
  EXPECT_FALSE(completes("lamina check --rec", 2));
}

} // namespace
} // namespace lamina::testing
