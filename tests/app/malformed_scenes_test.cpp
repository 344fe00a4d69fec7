// Scenes that are wrong in one place each: refused in one line that names file, line and reason.

#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::testing {
namespace {

using ::testing::HasSubstr;

struct Mistake {
  std::string what;
  std::string scene;  ///< JSON text, one key a line
  int line;           ///< where the mistake stands
  std::string answer; ///< what the message must hold
};

std::string body_with(const std::string& line) {
  return "{\n\"bodies\": [{\"recipe\": {\"shape\": \"box\"},\n" + line + "}]\n}\n";
}

const std::vector<Mistake> mistakes{
    {"unknown key", body_with(R"("densty": 1000)"), 3, "density"},
    {"wrong type", body_with(R"("density": "heavy")"), 3, "density"},
    {"value out of range", body_with(R"("density": -5)"), 3, "density"},
    {"setting out of range",
     "{\n\"settings\": {\n\"resolution\": 5000},\n\"bodies\": [{\"recipe\": {\"shape\": \"box\"}}]}\n", 3,
     "1024"},
    {"unknown setting",
     "{\n\"settings\": {\n\"resolutoin\": 8},\n\"bodies\": [{\"recipe\": {\"shape\": \"box\"}}]}\n", 3,
     "resolution"},
    {"not a number", body_with(R"("density": NaN)"), 3, ""},
    {"infinite number", body_with(R"("density": 1e999)"), 3, ""},
    {"unknown shape", "{\n\"bodies\": [\n{\"recipe\": {\"shape\": \"spere\"}}]}\n", 3, "sphere"},
    {"cut off", "{\n\"bodies\": [", 2, ""},
    {"no bodies", "{\n\"title\": \"empty\"\n}\n", 1, "bodies"},
    {"missing mesh", "{\n\"bodies\": [\n{\"mesh\": \"no-such-mesh.obj\"}]}\n", 0, "no-such-mesh.obj"},
};

TEST(MalformedScenes, AreRefusedInOneLineWithFileLineAndReason) {
  const TemporaryFolder folder;
  for (const Mistake& mistake : mistakes) {
    const std::string file = folder.write("wrong.json", mistake.scene);
    const Outcome outcome = run_lamina({"simulate", file, "--steps", "1"});
    EXPECT_EQ(outcome.exit_code, 2) << mistake.what << ": " << outcome.words;
    EXPECT_EQ(outcome.output, "") << mistake.what;
    EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
    const std::string place = mistake.line ? "wrong.json:" + std::to_string(mistake.line) + ":" : "";
    EXPECT_THAT(outcome.words, HasSubstr(place)) << mistake.what;
    EXPECT_THAT(outcome.words, HasSubstr(mistake.answer)) << mistake.what;
  }
}

TEST(MalformedScenes, DeepNestingIsRefusedInsteadOfExhaustingTheStack) {
  const TemporaryFolder folder;
  const std::string file = folder.write("deep.json", std::string(1'000'000, '['));
  const Outcome outcome = run_lamina({"simulate", file, "--steps", "1"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.signal;
  EXPECT_THAT(outcome.words, HasSubstr("deep.json"));
}

TEST(MalformedScenes, CommentsAreAllowed) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "fine.json", "{ // a scene\n\"bodies\": [{\"recipe\": {\"shape\": \"box\"}}]} /* done */\n");
  const Outcome outcome = run_lamina({"simulate", file, "--steps", "1"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
}

} // namespace
} // namespace lamina::testing
