#include "core/replay/replay.h"
#include "gpu/devices.h"
#include "tests/ui/window/window_test.h"

#include <QAction>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace lamina {
namespace {

/// The devices behind backends, as the program has them.
class BackendTest : public WindowTest {
protected:
  void SetUp() override {
    gpu::register_backends();
    WindowTest::SetUp();
    show_all_contact_settings();
  }

  static std::string why_not(const std::string& backend) {
    for (const gpu::DeviceInfo& device : gpu::devices())
      if (device.backend == backend)
        return device.reason;
    return "there is no such backend";
  }

  void choose(const std::string& backend) {
    click("backend");
    click("backend=" + backend);
  }

  /// Chooses a backend in the panel while the scene runs, and then backend cpu again.
  void expect_chosen_live(const std::string& backend) {
    choose(backend);
    ASSERT_TRUE(wait_for([&] { return now()->settings.contact.backend == backend; }))
        << now()->problem << now()->notice;
    EXPECT_NE(now()->device, "");
    const std::uint64_t step = now()->statistics.step;
    EXPECT_TRUE(
        wait_for([&] { return now()->statistics.step > step + 5 && now()->statistics.contacts > 0; }));
    EXPECT_EQ(now()->problem, "");
    EXPECT_EQ(now()->notice, "");
    choose("cpu");
    EXPECT_TRUE(wait_for([&] { return now()->settings.contact.backend == "cpu" && now()->device.empty(); }));
  }

  void run_on(std::uint64_t steps) {
    const std::uint64_t step = now()->statistics.step;
    EXPECT_TRUE(wait_for([&] { return now()->statistics.step >= step + steps; }));
  }
};

/// The hand with the mouse pulls the box over the ground, the other one is at the keyboard.
class HeldBodyTest : public BackendTest {
protected:
  void SetUp() override {
    BackendTest::SetUp();
    viewport().panels().record.parent = folder_.filePath("runs").toStdString();
    key(Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
    run_ = now()->recording;
    press(hand_ = on_screen(position_of(1)));
  }

  /// Moves the mouse by pixels to the right: the box comes along, held as before and on the ground.
  void pull(double right) {
    const double before = position_of(1).x();
    hand_ += QPointF(right, 0);
    move(hand_, Qt::LeftButton);
    // Looking along −z, right in the picture is +x. Two centimetres are no swinging on the spot.
    EXPECT_TRUE(wait_for([&] { return (position_of(1).x() - before) * (right > 0 ? 1 : -1) > 0.02; }));
    EXPECT_EQ(now()->drags.size(), 1u);
    EXPECT_TRUE(wait_for([&] { return now()->statistics.contacts > 0; }));
    run_on(60); // until it lies below the hand
  }

  RecordedRun let_go() {
    release(hand_);
    EXPECT_TRUE(wait_for([&] { return now()->drags.empty(); }));
    run_on(20);
    key(Qt::Key_R, Qt::ControlModifier);
    EXPECT_TRUE(wait_for([&] { return now()->recording.empty(); }));
    return read_run(run_);
  }

  QPointF hand_;
  std::filesystem::path run_;
};

bool sets_backend(const RecordedEvent& recorded) {
  const auto* set = std::get_if<SetSetting>(&recorded.event);
  return set && set->name == "backend";
}

/// Expects one drag, and these changes of the backend while it lasted.
void expect_one_drag_with(const RecordedRun& run, const std::vector<std::string>& backends) {
  std::vector<std::string> story;
  for (const RecordedEvent& recorded : run.events) {
    if (std::holds_alternative<BeginDrag>(recorded.event))
      story.push_back("begin");
    if (std::holds_alternative<EndDrag>(recorded.event))
      story.push_back("end");
    if (sets_backend(recorded))
      story.push_back(to_text(std::get<SetSetting>(recorded.event).value));
  }
  std::vector<std::string> wanted = backends;
  wanted.insert(wanted.begin(), "begin");
  wanted.push_back("end");
  EXPECT_EQ(story, wanted);
}

/// Expects that the run with its hand, but without a change of the backend, has the same states bit for bit.
/// How many crossings were looked at on the way is each backend's own affair.
void expect_same_unswitched(RecordedRun run) {
  std::erase_if(run.events, sets_backend);
  const RunScene opened = open_run_scene(run);
  EXPECT_EQ(opened.scene->settings.contact.backend, "cpu");
  std::map<std::uint64_t, std::uint64_t> states;
  ReplayOptions options;
  options.to_the_end = true;
  options.after_step = [&](const Simulation& simulation) {
    states[simulation.statistics().step] = simulation.statistics().state_hash;
  };
  replay(run, opened.scene, options);
  ASSERT_FALSE(run.steps.empty());
  for (const auto& recorded : run.steps)
    ASSERT_EQ(states.at(recorded.step), recorded.state_hash) << "step " << recorded.step;
}

TEST_F(BackendTest, OpenglIsChosenWhileTheSceneRunsAndNamesItsDevice) {
  if (const std::string why = why_not("opengl"); !why.empty())
    GTEST_SKIP() << "opengl: " << why;
  expect_chosen_live("opengl");
}

TEST_F(BackendTest, PeelingIsChosenWhileTheSceneRunsAndNamesItsDevice) {
  if (const std::string why = why_not("peeling"); !why.empty())
    GTEST_SKIP() << "peeling: " << why;
  expect_chosen_live("peeling");
}

TEST_F(BackendTest, ACardThatIsNotThereIsRefusedInPlainWordsAndNothingElseChanges) {
  const std::string why = why_not("cuda");
  if (why.empty())
    GTEST_SKIP() << "cuda: there is a card";
  choose("cuda");
  ASSERT_TRUE(wait_for([&] { return !now()->problem.empty(); }));
  EXPECT_THAT(now()->problem, testing::AllOf(testing::HasSubstr("cuda"), testing::HasSubstr(why)));
  EXPECT_EQ(now()->settings.contact.backend, "cpu");
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; }));
}

TEST_F(HeldBodyTest, IsHeldOnWhileKeysSwitchTheBackendAndEveryStepIsAsWithoutThem) {
  if (const std::string why = why_not("opengl"); !why.empty())
    GTEST_SKIP() << "opengl: " << why;
  pull(60);
  key(Qt::Key_7, Qt::AltModifier);
  ASSERT_TRUE(
      wait_for([&] { return now()->settings.contact.backend == "opengl" && !now()->device.empty(); }));
  pull(60);
  run_on(10);
  std::vector<std::string> switches{"opengl"};
  key(Qt::Key_9, Qt::AltModifier);
  if (const std::string why = why_not("cuda"); !why.empty()) {
    ASSERT_TRUE(wait_for([&] { return now()->problem.find(why) != std::string::npos; })) << now()->problem;
    EXPECT_EQ(now()->settings.contact.backend, "opengl");
  } else {
    ASSERT_TRUE(wait_for([&] { return now()->settings.contact.backend == "cuda"; }));
    switches.push_back("cuda");
  }
  pull(-80);
  key(Qt::Key_5, Qt::AltModifier);
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.backend == "cpu" && now()->device.empty(); }));
  switches.push_back("cpu");
  pull(40);
  const RecordedRun run = let_go();
  EXPECT_EQ(now()->notice, "");
  expect_one_drag_with(run, switches);
  expect_same_unswitched(run);
}

TEST_F(BackendTest, TheMenuTicksWhatIsInForceAlsoAfterARefusal) {
  const auto ticked = [&](const QString& backend) {
    return wait_for([&] {
      for (const QAction* entry : window_->actions())
        if (entry->data().toString() == backend)
          return entry->isChecked();
      return false;
    });
  };
  EXPECT_TRUE(ticked("cpu"));
  key(Qt::Key_6, Qt::AltModifier);
  EXPECT_TRUE(ticked("reference"));
  if (why_not("cuda").empty())
    return;
  key(Qt::Key_9, Qt::AltModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->problem.empty(); }));
  EXPECT_TRUE(ticked("reference"));
}

} // namespace
} // namespace lamina
