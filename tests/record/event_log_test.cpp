#include "core/base/error.h"
#include "core/record/event_log.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<RecordedEvent> every_kind() {
  CameraView camera;
  camera.eye = Vec3(0.1, 0.2, 1.0 / 3);
  camera.field_of_view = 0.123456789;
  camera.image_height = 777;
  return {{0, SetSetting{"resolution", std::int64_t{32}}},
          {0, SetSetting{"rest_penetration", 1.0 / 3e4}},
          {1, SetSetting{"gyroscopic", false}},
          {1, SetSetting{"law", std::string("f08")}},
          {2, ApplyPreset{"f08"}},
          {3, BeginDrag{4, Vec3(0.1, -0.2, 1e-17)}},
          {4, MoveDrag{Vec3(1.0 / 7, 2, 3)}},
          {5, EndDrag{}},
          {6, SetCamera{camera}},
          {7, BeginDrag{1, Vec3(1, 2, 3), {4, 2}}},
          {8, TurnDrag{Vec3(0.1, 1.0 / 3, -2)}},
          {9, SetMaterial{1, {1e5 / 3, 0.3, 0.01}}},
          {9, SetWeight{2, 1000.0 / 3, std::nullopt}},
          {9, SetWeight{2, std::nullopt, 0.7}},
          {9, SetWeight{2, std::nullopt, std::nullopt}},
          {10, SetFriction{3, 0.1}},
          {10, SetFriction{3, std::nullopt}},
          {10, SetRestitution{3, 0.3}},
          {10, SetRestitution{3, std::nullopt}},
          {11, SetContactStiffness{4, 1.0 / 3}},
          {12, SetDrive{5, 0.7, 0.2}},
          {12, SetMaterial{1, {1e5 / 3, 0.3, 0.01, 1e4 / 3}}},
          {13, CutBodies{{2, 7}, {{Vec3(0, 1.0 / 3, 2), Vec3(1, 0, 0), Vec3(0, 0, 1e-17)}}}},
          {13, UndoCut{}},
          {std::uint64_t{1} << 40, Reset{}}};
}

std::string refusal(const std::string& line) {
  try {
    event_from_text(line, "events.jsonl", 12);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << line;
  return "";
}

TEST(EventLog, EveryKindReadsBackBitByBit) {
  for (const RecordedEvent& event : every_kind()) {
    const std::string text = event_to_text(event);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const RecordedEvent back = event_from_text(text, "events.jsonl", 1);
    EXPECT_EQ(back.step, event.step);
    EXPECT_EQ(back.event.index(), event.event.index());
    EXPECT_EQ(event_to_text(back), text) << "the text holds every member";
  }
  const auto drag = event_from_text(event_to_text(every_kind()[5]), "", 1);
  EXPECT_EQ(std::get<BeginDrag>(drag.event).body, 4u);
  EXPECT_EQ(std::get<BeginDrag>(drag.event).grabbed, Vec3(0.1, -0.2, 1e-17));
  const auto move = event_from_text(event_to_text(every_kind()[6]), "", 1);
  EXPECT_EQ(std::get<MoveDrag>(move.event).target, Vec3(1.0 / 7, 2, 3));
  const auto camera = event_from_text(event_to_text(every_kind()[8]), "", 1);
  EXPECT_EQ(std::get<SetCamera>(camera.event).camera.eye, Vec3(0.1, 0.2, 1.0 / 3));
  EXPECT_EQ(std::get<SetCamera>(camera.event).camera.image_height, 777);
}

TEST(EventLog, AFileReadsBackWithoutTheLineThatACrashCutOff) {
  const TemporaryFolder folder;
  std::string text;
  for (const RecordedEvent& event : every_kind())
    text += event_to_text(event) + "\n";
  EXPECT_EQ(read_events(folder.write("whole", text)).size(), every_kind().size());
  EXPECT_EQ(read_events(folder.write("cut", text + "{\"step\": 99, \"ev")).size(), every_kind().size());
  EXPECT_TRUE(read_events(folder.write("empty", "")).empty());
  EXPECT_THROW(read_events(folder.path() / "none"), InputError);
}

TEST(EventLog, MalformedLinesNameFileLineAndReason) {
  EXPECT_THAT(refusal("{\"step\": 1, \"event\": \"rest\"}"),
              AllOf(HasSubstr("events.jsonl:12: "), HasSubstr("did you mean \"reset\"?")));
  EXPECT_THAT(refusal("{\"event\": \"reset\"}"), HasSubstr("\"step\""));
  EXPECT_THAT(refusal("{\"step\": -1, \"event\": \"reset\"}"), HasSubstr("out of range"));
  EXPECT_THAT(refusal("{\"step\": 1, \"event\": \"move_drag\"}"), HasSubstr("\"target\""));
  EXPECT_THAT(refusal("{\"step\": 1, \"event\": \"reset\", \"body\": 1}"), HasSubstr("unknown key \"body\""));
  EXPECT_THAT(refusal("[1]"), HasSubstr("must be an object"));
  EXPECT_THAT(refusal("nonsense"), HasSubstr("not valid JSON"));
  const TemporaryFolder folder;
  const auto back =
      folder.write("back", event_to_text({5, Reset{}}) + "\n" + event_to_text({4, Reset{}}) + "\n");
  EXPECT_THROW(read_events(back), InputError);
}

} // namespace
} // namespace lamina
