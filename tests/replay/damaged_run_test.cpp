#include "core/base/error.h"
#include "core/record/frame_file.h"
#include "core/record/read_steps.h"
#include "core/replay/replay.h"
#include "core/replay/run_player.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lamina {
namespace {

using test::put_text;
using test::text_of;
using testing::HasSubstr;

/// What a reader says, in one line that names the folder; "" if it is content.
template <typename Work>
std::string refusal_of(const std::filesystem::path& folder, const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_THAT(message, HasSubstr(folder.string()));
    return message;
  }
  return "";
}

struct DamagedRun : testing::Test {
  TemporaryFolder parent;
  std::filesystem::path folder = parent.path() / "run";
  test::Recorded live = test::record_run(folder, test::two_boxes(), 8, test::lively_inputs(), 0);

  std::string refusal() const {
    return refusal_of(folder, [&] { read_run(folder); });
  }
};

/// Lines that the first `length` bytes of a text hold whole.
std::size_t whole_lines(const std::string& text, std::size_t length) {
  return static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
}

TEST_F(DamagedRun, TablesThatWereCutAnywhereHoldTheStepsUpToThere) {
  const std::string steps = text_of(folder / "steps.csv"), events = text_of(folder / "events.jsonl");
  for (std::size_t length = steps.size(); length + 1 > 0; --length) {
    std::filesystem::resize_file(folder / "steps.csv", length);
    const std::size_t lines = whole_lines(steps, length);
    ASSERT_EQ(read_steps(folder / "steps.csv").steps.size(), lines == 0 ? 0 : lines - 1) << length;
  }
  for (std::size_t length = events.size(); length + 1 > 0; --length) {
    std::filesystem::resize_file(folder / "events.jsonl", length);
    ASSERT_EQ(read_events(folder / "events.jsonl").size(), whole_lines(events, length)) << length;
  }
  const RecordedRun run = read_run(folder);
  EXPECT_TRUE(run.steps.empty() && run.events.empty());
  EXPECT_EQ(replay(run, open_run_scene(run).scene, {}).compared, 0u);
}

TEST_F(DamagedRun, ACutRecordingReplaysUpToTheCut) {
  const std::string whole = text_of(folder / "steps.csv");
  put_text(folder / "steps.csv", whole.substr(0, whole.size() * 2 / 3));
  const RecordedRun run = read_run(folder);
  ASSERT_FALSE(run.steps.empty());
  const ReplayResult result = replay(run, open_run_scene(run).scene, {});
  EXPECT_EQ(result.compared, run.steps.size());
  EXPECT_FALSE(result.difference);
}

TEST_F(DamagedRun, RunAndSceneThatWereCutAnywhereAreRefusedInOneLine) {
  for (const char* name : {"run.json", "scene.json"}) {
    const auto file = folder / name;
    const std::string whole = text_of(file);
    // The last line feed is not needed to understand the rest.
    for (std::size_t length = 0; length + 1 < whole.size(); length += 7) {
      put_text(file, whole.substr(0, length));
      EXPECT_NE(refusal_of(folder, [&] { open_run_scene(read_run(folder)); }), "") << name << ' ' << length;
    }
    put_text(file, whole);
  }
}

TEST_F(DamagedRun, RandomDamageIsRefusedInOneLineOrHarmless) {
  std::mt19937 random(7);
  int refused = 0;
  for (const char* name : {"run.json", "scene.json", "events.jsonl", "steps.csv", "bodies.csv"}) {
    const auto file = folder / name;
    const std::string whole = text_of(file);
    for (int trial = 0; trial < (test::sanitized ? 30 : 120); ++trial) {
      std::string text = whole;
      for (unsigned i = 0; i < 1 + random() % 4; ++i)
        text[random() % text.size()] = static_cast<char>(random() % 256);
      put_text(file, text);
      refused += !refusal_of(folder, [&] {
                    const RecordedRun run = read_run(folder);
                    if (std::string(name) == "scene.json" || trial % 8 == 0)
                      replay(run, open_run_scene(run).scene, {});
                  }).empty();
    }
    put_text(file, whole);
  }
  EXPECT_GT(refused, 50);
}

TEST_F(DamagedRun, MessagesNameFileLineAndReason) {
  const auto spoil = [&](const char* name, const std::string& from, const std::string& to) {
    const std::string whole = text_of(folder / name);
    const std::size_t at = whole.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    put_text(folder / name, std::string(whole).replace(at, from.size(), to));
    const std::string message = refusal();
    put_text(folder / name, whole);
    return message;
  };
  EXPECT_THAT(spoil("steps.csv", "\n3,", "\n4,"), HasSubstr("steps.csv:4: step 4 does not follow step 2"));
  EXPECT_THAT(spoil("steps.csv", "\n2,", "\nx,"), HasSubstr("steps.csv:3: step: \"x\" is no such number"));
  EXPECT_THAT(spoil("steps.csv", "state_hash", "hash"), HasSubstr("steps.csv:1: "));
  EXPECT_THAT(spoil("steps.csv", "\n2,", "\n2,,"), HasSubstr("steps.csv:3: has 44 fields instead of 43"));
  EXPECT_THAT(spoil("run.json", "\"format\": 1", "\"format\": 2"),
              HasSubstr("run.json:2: the run has format 2"));
  EXPECT_THAT(spoil("run.json", "\"resolution\": 16", "\"resolution\": -3"), HasSubstr("resolution"));
  EXPECT_THAT(spoil("events.jsonl", "begin_drag", "begin_drug"), HasSubstr("did you mean \"begin_drag\""));
  put_text(folder / "events.jsonl", "{\"step\": 1, \"event\": \"reset\"}\n");
  EXPECT_THAT(refusal(), HasSubstr("events.jsonl:1: a reset"));
}

TEST_F(DamagedRun, AnInputThatTheSceneCannotTakeIsNamedWithItsLine) {
  put_text(folder / "events.jsonl",
           "{\"step\": 0, \"event\": \"end_drag\"}\n"
           "{\"step\": 0, \"event\": \"begin_drag\", \"body\": 77, \"grabbed\": [0, 0, 0]}\n");
  EXPECT_THAT(refusal_of(folder,
                         [&] {
                           const RecordedRun run = read_run(folder);
                           replay(run, open_run_scene(run).scene, {});
                         }),
              HasSubstr("events.jsonl:2: there is no body number 77"));
}

TEST_F(DamagedRun, WhatIsNoRunFolderIsRefusedWithTheReason) {
  EXPECT_THAT(refusal_of(parent.path(), [&] { read_run(parent.path() / "none"); }),
              HasSubstr("no such folder"));
  EXPECT_THAT(refusal_of(parent.path(), [&] { read_run(parent.path()); }), HasSubstr("holds no run.json"));
  EXPECT_THAT(refusal_of(parent.path(), [&] { read_run(folder / "run.json"); }),
              HasSubstr("is not a folder"));
  std::filesystem::remove(folder / "steps.csv");
  EXPECT_THAT(refusal(), HasSubstr("steps.csv: there is no such file"));
  std::filesystem::create_symlink("/dev/zero", folder / "steps.csv");
  EXPECT_THAT(refusal(), HasSubstr("steps.csv: is not a file"));
}

TEST_F(DamagedRun, AnEndlessLineIsRefusedBeforeItTakesMemory) {
  put_text(folder / "steps.csv", std::string((std::size_t{1} << 20) + 10, '7'));
  EXPECT_THAT(refusal(), HasSubstr("steps.csv:1: the line is longer"));
}

TEST_F(DamagedRun, AFrameStreamThatWasCutHoldsTheFramesUpToThere) {
  const auto file = folder / frame_file_name;
  const std::string whole = text_of(file);
  const std::size_t header = 64, frame = (whole.size() - header) / live.snapshots.size();
  ASSERT_EQ(whole.size(), header + live.snapshots.size() * frame);
  for (std::size_t length = 0; length <= whole.size(); length += 41) {
    put_text(file, whole.substr(0, length));
    if (length < header) {
      EXPECT_NE(refusal_of(folder, [&] { FrameReader{file}; }), "");
      continue;
    }
    FrameReader reader(file);
    ASSERT_EQ(reader.count(), (length - header) / frame);
    if (reader.count() > 0) {
      EXPECT_EQ(reader.read(reader.count() - 1).statistics.state_hash,
                live.snapshots[reader.count() - 1]->statistics.state_hash);
    }
  }
}

TEST_F(DamagedRun, AnyDamagedByteOfAFrameStreamIsNoticed) {
  const auto file = folder / frame_file_name;
  const std::string whole = text_of(file);
  std::mt19937 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    std::string bytes = whole;
    const std::size_t at = trial < 64 ? static_cast<std::size_t>(trial) : random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ (1 + random() % 255));
    put_text(file, bytes);
    EXPECT_NE(refusal_of(folder,
                         [&] {
                           FrameReader reader(file);
                           for (std::uint64_t i = 0; i < reader.count(); ++i)
                             reader.read(i);
                         }),
              "")
        << "byte " << at;
  }
}

} // namespace
} // namespace lamina
