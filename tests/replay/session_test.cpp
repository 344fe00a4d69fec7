#include "core/interactive/simulation_thread.h"
#include "core/replay/replay.h"
#include "core/replay/run_player.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"
#include "tests/support/arrivals.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

/// A simulation thread that is told what to do and waited for.
class Session {
public:
  Session() : thread_([this] { arrivals_.arrived(); }) {}

  void post(Request request) { thread_.post(std::move(request)); }
  void take_over(std::unique_ptr<Simulation> simulation) { thread_.take_over(std::move(simulation)); }

  std::shared_ptr<const Snapshot> wait_for(const std::function<bool(const Snapshot&)>& condition) {
    return arrivals_.wait_for(thread_, condition);
  }

  /// Does so many steps one by one and waits for the last.
  void steps(std::uint64_t count, std::uint64_t from) {
    for (std::uint64_t i = 0; i < count; ++i)
      post(StepOnce{});
    ASSERT_TRUE(wait_for([&](const Snapshot& s) { return s.statistics.step == from + count; }));
  }

  void record(const std::filesystem::path& folder) {
    post(StartRecording{folder});
    ASSERT_TRUE(wait_for([](const Snapshot& s) { return !s.recording.empty(); }));
  }
  void stop_recording() {
    post(StopRecording{});
    ASSERT_TRUE(wait_for([](const Snapshot& s) { return s.recording.empty(); }));
  }

private:
  test::Arrivals arrivals_;
  SimulationThread thread_; // last: its callback uses what stands above
};

void expect_replay_agrees(const std::filesystem::path& folder, std::uint64_t compared) {
  const RecordedRun run = read_run(folder);
  const RunScene opened = open_run_scene(run);
  EXPECT_TRUE(opened.agrees);
  for (const int threads : {1, 2}) {
    ReplayOptions options;
    options.threads = threads;
    const ReplayResult result = replay(run, opened.scene, options);
    EXPECT_EQ(result.compared, compared);
    EXPECT_FALSE(result.difference) << "step " << result.difference->step;
  }
}

/// A camera as the window tells it where the resolution depends on the view.
SetCamera camera_at(double distance) {
  CameraView view;
  view.eye = Vec3(0, 0.3, distance);
  view.image_height = 500;
  return SetCamera{view};
}

TEST(Session, WithDragsInTheMiddleOfWhichItIsRecordedReplaysToTheLastBit) {
  const TemporaryFolder parent;
  Session session;
  session.post(ReplaceScene{test::two_boxes()});
  session.steps(4, 0);
  session.post(Event(BeginDrag{2, Vec3(0.03, 0.35, 0)}));
  session.post(Event(MoveDrag{Vec3(0.1, 0.6, 0)}));
  session.steps(4, 4);
  session.record(parent.path() / "run");
  session.post(Event(MoveDrag{Vec3(-0.1, 0.5, 0.1)}));
  session.steps(5, 8);
  session.post(Event(EndDrag{}));
  session.post(Event(SetSetting{"friction_coefficient", 0.1}));
  session.steps(5, 13);
  session.stop_recording();
  expect_replay_agrees(parent.path() / "run", 10);
}

TEST(Session, RecordedFromItsMiddleHoldsTheStateAfterEveryStepFromThereOn) {
  const TemporaryFolder parent;
  const std::filesystem::path folder = parent.path() / "run";
  Session session;
  session.post(ReplaceScene{test::two_boxes()});
  session.steps(4, 0);
  session.post(Event(BeginDrag{2, Vec3(0.03, 0.35, 0)}));
  session.post(Event(MoveDrag{Vec3(0.1, 0.6, 0)}));
  session.steps(3, 4);
  session.record(folder);
  session.post(Event(MoveDrag{Vec3(-0.1, 0.5, 0.1)}));
  session.steps(6, 7);
  session.stop_recording();

  RunPlayer player(folder);
  EXPECT_EQ(player.first_step(), 7u);
  EXPECT_EQ(player.last_step(), 13u);
  for (std::uint64_t step = 8; step <= 13; ++step) {
    const auto shown = player.show(step);
    EXPECT_EQ(shown->statistics.state_hash, player.run().steps[step - 8].state_hash) << "step " << step;
    EXPECT_EQ(shown->drags.size(), 1u);
  }
}

TEST(Session, AfterAResetWithOtherSettingsAndAnotherViewReplaysToTheLastBit) {
  const TemporaryFolder parent;
  Session session;
  session.post(ReplaceScene{test::two_boxes()});
  session.post(Event(SetSetting{"resolution_mode", std::string("view_dependent")}));
  session.post(Event(camera_at(3)));
  session.steps(3, 0);
  session.post(Event(Reset{}));
  ASSERT_TRUE(session.wait_for([](const Snapshot& s) { return s.statistics.step == 0; }));
  session.record(parent.path() / "run");
  session.steps(6, 0);
  session.stop_recording();
  expect_replay_agrees(parent.path() / "run", 6);
}

TEST(Session, AfterGoingBackReplaysToTheLastBit) {
  const TemporaryFolder parent;
  Session session;
  session.post(ReplaceScene{test::two_boxes()});
  session.post(Event(camera_at(3)));
  session.steps(4, 0);
  session.post(Event(BeginDrag{2, Vec3(0.03, 0.35, 0)}));
  session.post(Event(MoveDrag{Vec3(0.1, 0.6, 0)}));
  session.steps(4, 4);
  session.post(Event(camera_at(5)));
  session.post(GoBack{6});
  ASSERT_TRUE(session.wait_for([](const Snapshot& s) { return s.statistics.step == 6; }));
  session.post(Event(SetSetting{"resolution_mode", std::string("view_dependent")}));
  session.record(parent.path() / "run");
  session.steps(5, 6);
  session.stop_recording();
  expect_replay_agrees(parent.path() / "run", 5);
}

TEST(Session, GoesOnLiveFromAStepOfARecordedRunAndRecordsThat) {
  const TemporaryFolder parent;
  const auto live =
      test::record_run(parent.path() / "first", test::two_boxes(), 10, test::lively_inputs(), 0);
  const RunPlayer player(parent.path() / "first");
  Session session;
  session.take_over(player.continue_from(7));
  const auto taken = session.wait_for([](const Snapshot& s) { return s.statistics.step == 7; });
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->statistics.state_hash, live.snapshots[7]->statistics.state_hash);
  session.record(parent.path() / "second");
  session.steps(5, 7);
  session.stop_recording();
  expect_replay_agrees(parent.path() / "second", 5);
}

} // namespace
} // namespace lamina
