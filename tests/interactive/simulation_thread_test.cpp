#include "core/interactive/simulation_thread.h"

#include "tests/support/arrivals.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;

/// A simulation thread whose snapshots can be waited for.
class Watched {
public:
  Watched() : thread([this] { arrivals_.arrived(); }) {}

  std::shared_ptr<const Snapshot> wait_for(const std::function<bool(const Snapshot&)>& condition) {
    return arrivals_.wait_for(thread, condition);
  }

private:
  test::Arrivals arrivals_;

public:
  SimulationThread thread; // last: its callback uses what stands above
};

/// Made from recipes, so that a recording can say what the bodies are.
std::shared_ptr<const Scene> falling_box() {
  auto scene = scene_of({ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
                                           {{0, 0.5, 0}, Quat::Identity()})});
  scene->bodies[0].recipe = Recipe{"ground", {{"size", 100}}};
  scene->bodies[1].recipe = Recipe{"box", {{"x", 0.1}, {"y", 0.1}, {"z", 0.1}}};
  return scene;
}

TEST(SimulationThread, PlaysPausesAndSteps) {
  Watched watched;
  watched.thread.post(ReplaceScene{falling_box()});
  watched.thread.post(Play{});
  ASSERT_TRUE(watched.wait_for([](const Snapshot& s) { return s.statistics.step >= 5 && s.playing; }));
  watched.thread.post(Pause{});
  const auto paused = watched.wait_for([](const Snapshot& s) { return !s.playing; });
  ASSERT_TRUE(paused);
  watched.thread.post(StepOnce{});
  const std::uint64_t next = paused->statistics.step + 1;
  EXPECT_TRUE(watched.wait_for([next](const Snapshot& s) { return s.statistics.step == next; }));
}

TEST(SimulationThread, AHandThatMovesWithEverySnapshotKeepsNoStepFromBeingTakenAndActsOnTheNext) {
  test::Arrivals arrivals;
  std::atomic<bool> pulls = false;
  SimulationThread* pulled = nullptr;
  SimulationThread thread([&] {
    if (pulls)
      pulled->post(Event{MoveDrag{Vec3(0, 1, 0)}});
    arrivals.arrived();
  });
  pulled = &thread;
  thread.post(ReplaceScene{falling_box()});
  thread.post(Play{});
  ASSERT_TRUE(arrivals.wait_for(thread, [](const Snapshot& s) { return s.statistics.step >= 5; }));
  const std::uint64_t pressed = thread.latest()->statistics.step;
  pulls = true;
  thread.post(Event{BeginDrag{1, Vec3(0, 0.5, 0)}});
  EXPECT_TRUE(arrivals.wait_for(thread, [&](const Snapshot& s) {
    return s.statistics.step > pressed + 20 && !s.drags.empty() && s.drags[0].target == Vec3(0, 1, 0);
  }));
  pulls = false;
}

TEST(SimulationThread, SettingsActWhilePausedAndErrorsAreShown) {
  Watched watched;
  watched.thread.post(ReplaceScene{falling_box()});
  watched.thread.post(Event{SetSetting{"resolution", std::int64_t{48}}});
  EXPECT_TRUE(watched.wait_for([](const Snapshot& s) { return s.settings.contact.ldi.resolution == 48; }));
  watched.thread.post(Event{SetSetting{"resolution", std::int64_t{100000}}});
  const auto refused = watched.wait_for([](const Snapshot& s) { return !s.problem.empty(); });
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->settings.contact.ldi.resolution, 48);
  EXPECT_NE(refused->problem.find("1024"), std::string::npos) << refused->problem;
}

// The scene gives a stiffness, and a box that proximity starts nearer than it keeps boxes.
TEST(SimulationThread, SaysWhatAMethodDoesNotDoWhenItIsChosenAndAgainAtTheStart) {
  auto scene = scene_of({ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
                                           {{0, 0.0505, 0}, Quat::Identity()})});
  scene->gravity = Vec3::UnitY() * 9.81;
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  Watched watched;
  watched.thread.post(ReplaceScene{scene});
  watched.thread.post(Event{SetSetting{"method", std::string("raytraced")}});
  const auto rays =
      watched.wait_for([](const Snapshot& s) { return s.settings.contact.method == "raytraced"; });
  ASSERT_TRUE(rays);
  EXPECT_TRUE(rays->method_limits.empty());
  watched.thread.post(Event{SetSetting{"method", std::string("proximity")}});
  EXPECT_TRUE(watched.wait_for([](const Snapshot& s) { return s.method_limits.size() == 1; }));
  watched.thread.post(Play{});
  ASSERT_TRUE(watched.wait_for([](const Snapshot& s) { return s.bodies[1].pose.position.y() > 0.2; }));
  watched.thread.post(Event{SetSetting{"proximity_distance", 1e-3}});
  EXPECT_TRUE(watched.wait_for([](const Snapshot& s) { return s.method_limits.empty(); })) << "far away now";
  watched.thread.post(Event{Reset{}});
  EXPECT_TRUE(watched.wait_for([](const Snapshot& s) { return s.method_limits.size() == 1; }));
}

TEST(SimulationThread, ASceneThatCannotRunLeavesTheRunningOne) {
  Watched watched;
  watched.thread.post(ReplaceScene{falling_box()});
  ASSERT_TRUE(watched.wait_for([](const Snapshot& s) { return s.scene_revision == 1; }));
  auto broken = std::make_shared<Scene>(*falling_box());
  broken->bodies[1].mesh = nullptr;
  watched.thread.post(ReplaceScene{broken});
  const auto after = watched.wait_for([](const Snapshot& s) { return !s.problem.empty(); });
  ASSERT_TRUE(after);
  EXPECT_EQ(after->scene_revision, 1u);
  EXPECT_EQ(after->bodies.size(), 2u);
}

TEST(SimulationThread, RecordsARunWithTheInputsFromBeforeTheRecording) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("lamina-run-" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  Watched watched;
  watched.thread.post(ReplaceScene{falling_box()});
  watched.thread.post(Event{SetSetting{"resolution", std::int64_t{20}}});
  watched.thread.post(StepOnce{});
  watched.thread.post(StartRecording{folder});
  for (int i = 0; i < 3; ++i)
    watched.thread.post(StepOnce{});
  watched.thread.post(StopRecording{});
  ASSERT_TRUE(
      watched.wait_for([](const Snapshot& s) { return s.statistics.step == 4 && s.recording.empty(); }));
  std::ifstream steps(folder / "steps.csv"), events(folder / "events.jsonl");
  int lines = 0;
  for (std::string line; std::getline(steps, line);)
    ++lines;
  EXPECT_EQ(lines, 4) << "a heading and three steps";
  std::string event;
  ASSERT_TRUE(std::getline(events, event));
  EXPECT_NE(event.find("resolution"), std::string::npos) << event;
  std::filesystem::remove_all(folder);
}

TEST(SimulationThread, AFolderThatCannotBeWrittenStopsTheRecordingOnly) {
  Watched watched;
  watched.thread.post(ReplaceScene{falling_box()});
  watched.thread.post(StartRecording{"/dev/null/run"});
  watched.thread.post(StepOnce{});
  const auto after = watched.wait_for([](const Snapshot& s) { return s.statistics.step == 1; });
  ASSERT_TRUE(after);
  EXPECT_TRUE(after->recording.empty());
  EXPECT_NE(after->recording_problem.find("/dev/null/run"), std::string::npos) << after->recording_problem;
}

TEST(SimulationThread, AFilmMissesNothingHoweverSlowlyItIsDrawn) {
  Watched watched;
  const auto scene = falling_box();
  watched.thread.post(ReplaceScene{scene});
  watched.thread.post(Event{SetSetting{"time_step", 0.01}});
  constexpr double interval_s = 0.025;
  watched.thread.film(interval_s);
  watched.thread.post(Play{});
  std::vector<double> times;
  while (times.size() < 12) {
    std::optional<FilmFrame> frame;
    ASSERT_TRUE(watched.wait_for([&](const Snapshot&) {
      if (!frame)
        frame = watched.thread.take_film_frame();
      return frame.has_value();
    }));
    // Whoever draws takes so long that the simulation would be far ahead: it waits with a few pictures.
    EXPECT_LE(watched.thread.latest()->statistics.time_s,
              frame->snapshot->statistics.time_s + 8 * interval_s);
    for (std::uint64_t i = 0; i < frame->pictures; ++i)
      times.push_back(frame->snapshot->statistics.time_s);
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    // The first state at or after moment k, which is less than a time step away.
    EXPECT_GE(times[k], double(k) * interval_s - 1e-9);
    EXPECT_LT(times[k], double(k) * interval_s + 0.01);
  }
}

} // namespace
} // namespace lamina
