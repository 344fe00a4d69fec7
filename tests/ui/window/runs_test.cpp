#include "core/contact/ldi/image_evidence.h"
#include "core/record/frame_file.h"
#include "core/replay/replay.h"
#include "tests/ui/window/window_test.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/runs/timeline.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QMouseEvent>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lamina {
namespace {

/// Records what is done by hand, and looks at it.
class RunTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  }

  void begin_recording() {
    key(Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
    run_ = now()->recording;
  }

  void end_recording() {
    key(Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));
  }

  void run_on(std::uint64_t steps) {
    const std::uint64_t step = now()->statistics.step;
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step >= step + steps; }));
  }

  /// Takes the box, swings it about and lets it go.
  void drag_about() {
    const QPointF from = on_screen(position_of(1));
    press(from);
    for (const QPointF by : {QPointF(60, -120), QPointF(-90, -160), QPointF(30, -60)}) {
      move(from + by, Qt::LeftButton);
      run_on(12);
    }
    move(from + QPointF(40, -80), Qt::LeftButton, Qt::ControlModifier);
    run_on(5);
    release(from);
    run_on(20);
  }

  void record_drags() {
    run_on(5);
    begin_recording();
    drag_about();
    end_recording();
    pause();
  }

  void open_run() {
    bool opened = false;
    const auto connection =
        QObject::connect(window_.get(), &MainWindow::run_opened, [&opened] { opened = true; });
    key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(wait_for([&] { return opened; }));
    QObject::disconnect(connection);
    wait_for_frames();
  }

  std::uint64_t first() { return window_->runs().playback()->first_step(); }
  std::uint64_t last() { return window_->runs().playback()->last_step(); }
  bool shows(std::uint64_t step) {
    return wait_for([&] { return now()->statistics.step == step; });
  }
  void push(const char* button) {
    auto* found = window_->timeline().findChild<QToolButton*>(button);
    ASSERT_NE(found, nullptr) << button;
    QTest::mouseClick(found, Qt::LeftButton);
  }
  std::uint64_t recorded_hash(std::uint64_t step) {
    const auto& steps = window_->runs().run().steps;
    return steps[step - steps.front().step].state_hash;
  }
  QMessageBox* refusal() { return window_->findChild<QMessageBox*>("refusal"); }

  std::filesystem::path run_;
};

TEST_F(RunTest, ASessionWithDragsReplaysToTheLastBitWithOneAndTwoThreads) {
  record_drags();
  const RecordedRun run = read_run(run_);
  const auto dragged = [](const RecordedEvent& e) { return std::holds_alternative<MoveDrag>(e.event); };
  ASSERT_GE(std::count_if(run.events.begin(), run.events.end(), dragged), 3);
  ASSERT_GE(run.steps.size(), 60u);
  const RunScene opened = open_run_scene(run);
  EXPECT_TRUE(opened.agrees);
  for (const int threads : {1, 2}) {
    ReplayOptions options;
    options.threads = threads;
    const ReplayResult result = replay(run, opened.scene, options);
    EXPECT_EQ(result.compared, run.steps.size());
    EXPECT_FALSE(result.difference) << "step " << result.difference->step << ", "
                                    << result.difference->quantities.front().name;
  }
  // A frame for every step, and the state before the first.
  EXPECT_EQ(FrameReader(run_ / frame_file_name).count(), run.steps.size() + 1);
}

TEST_F(RunTest, TheTimelineGoesToTheFrameUnderThePointerAndNothingIsSimulated) {
  record_drags();
  open_run();
  EXPECT_TRUE(window_->timeline().isVisible());
  EXPECT_TRUE(window_->windowTitle().contains("recorded run of box on the ground"));
  TimelineTrack& track = window_->timeline().track();
  for (const double share : {0.75, 0.2, 1.0, 0.0}) {
    const auto step = first() + std::uint64_t(std::lround(share * double(last() - first())));
    QTest::mouseClick(&track, Qt::LeftButton, {}, {track.x_of(step), track.height() / 2});
    const std::uint64_t near = track.step_at(track.x_of(step));
    ASSERT_TRUE(shows(near));
    // A pixel of the strip is some steps wide at most.
    EXPECT_LE(near > step ? near - step : step - near, 1 + (last() - first()) / 400);
    if (near > first()) {
      EXPECT_EQ(now()->statistics.state_hash, recorded_hash(near));
    }
  }
}

TEST_F(RunTest, KeysAndButtonsStepPlayPauseAndChangeTheSpeed) {
  record_drags();
  open_run();
  ASSERT_TRUE(shows(first()));
  key(Qt::Key_Right);
  EXPECT_TRUE(shows(first() + 1));
  push("frame on");
  EXPECT_TRUE(shows(first() + 2));
  key(Qt::Key_Left);
  EXPECT_TRUE(shows(first() + 1));
  key(Qt::Key_End, Qt::ShiftModifier);
  EXPECT_TRUE(shows(last()));
  key(Qt::Key_Home, Qt::ShiftModifier);
  EXPECT_TRUE(shows(first()));

  auto* speed = window_->timeline().findChild<QComboBox*>("playback speed");
  key(Qt::Key_Period);
  EXPECT_EQ(speed->currentData().toDouble(), 2);
  for (int i = 0; i < 9; ++i)
    key(Qt::Key_Comma);
  EXPECT_EQ(speed->currentData().toDouble(), 0.1);
  key(Qt::Key_Space);
  ASSERT_TRUE(wait_for([&] { return now()->playing && now()->statistics.step > first(); }));
  key(Qt::Key_Space);
  ASSERT_TRUE(wait_for([&] { return !now()->playing; }));
  EXPECT_LT(now()->statistics.step, last()) << "at a tenth of the speed this takes seconds";
  for (int i = 0; i < 9; ++i)
    key(Qt::Key_Period);
  push("play run");
  EXPECT_TRUE(wait_for([&] { return !now()->playing && now()->statistics.step == last(); }));
}

TEST_F(RunTest, GoesOnLiveFromAStepInExactlyTheRecordedStateAndRecordsThatAgain) {
  record_drags();
  open_run();
  const std::uint64_t step = first() + (last() - first()) / 3;
  window_->runs().seek(step);
  ASSERT_TRUE(shows(step));
  const std::uint64_t hash = recorded_hash(step);
  const std::filesystem::path before = run_;
  viewport().camera().orbit(0.4, 0.1);
  const Vec3 eye = viewport().camera().eye();
  key(Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active() && now()->statistics.step == step; }));
  EXPECT_EQ(now()->statistics.state_hash, hash);
  EXPECT_FALSE(window_->timeline().isVisible());
  EXPECT_FALSE(now()->playing);
  wait_for_frames();
  EXPECT_EQ(viewport().camera().eye(), eye) << "it is looked at as before";

  begin_recording();
  EXPECT_NE(run_, before);
  key(Qt::Key_Space);
  drag_about();
  end_recording();
  const RecordedRun run = read_run(run_);
  const ReplayResult result = replay(run, open_run_scene(run).scene, {});
  EXPECT_EQ(run.steps.front().step, step + 1);
  EXPECT_EQ(result.compared, run.steps.size());
  EXPECT_FALSE(result.difference);
}

// The box has lain on the ground since before the recording.
TEST_F(RunTest, ContactPixelsAreThereAtOnceInTheFirstFrameAndWhereItGoesOnLive) {
  const auto pixels = [&] {
    std::size_t sum = 0;
    for (const PairState& pair : now()->pairs)
      sum += images_of(pair.contacts).pixels.size();
    return sum;
  };
  run_on(5);
  begin_recording();
  run_on(20);
  end_recording();
  pause();
  key(Qt::Key_C);
  open_run();
  EXPECT_EQ(now()->statistics.step, first());
  EXPECT_TRUE(wait_for([&] { return pixels() > 0; }));
  window_->runs().seek(first() + 10);
  ASSERT_TRUE(shows(first() + 10));
  window_->runs().seek(first());
  ASSERT_TRUE(shows(first()));
  EXPECT_GT(pixels(), 0u);
  key(Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active(); }));
  EXPECT_FALSE(now()->playing);
  EXPECT_TRUE(wait_for([&] { return pixels() > 0; }));
}

TEST_F(RunTest, WhatIsRecordedCannotBePulledOrChanged) {
  record_drags();
  open_run();
  const std::uint64_t hash = now()->statistics.state_hash;
  const Vec3 eye = viewport().camera().eye();
  const QPointF box = on_screen(position_of(1));
  drag(box, box + QPointF(60, 20));
  EXPECT_GT((viewport().camera().eye() - eye).norm(), 0.02) << "the mouse looks around instead";
  key(Qt::Key_2, Qt::AltModifier); // a preset
  wait_for_frames();
  EXPECT_EQ(now()->statistics.state_hash, hash);
  EXPECT_TRUE(now()->drags.empty());
  window_->editor().apply(remove_body(*viewport().panels().edit.scene, 1));
  EXPECT_NE(viewport().panels().edit.refusal.find("recorded run"), std::string::npos);
  EXPECT_TRUE(window_->runs().active());
}

TEST_F(RunTest, SettingsOfARecordedRunAreSeenButTakeNoMouse) {
  record_drags();
  open_run();
  std::vector<QString> said;
  QObject::connect(&window_->runs(), &RunViewer::said,
                   [&said](const QString& text) { said.push_back(text); });
  for (const char* setting : {"resolution slider", "friction_coefficient", "speed slider", "method"})
    click(setting);
  EXPECT_FALSE(has_widget("method=raytraced")) << "no list has opened";
  EXPECT_TRUE(said.empty()) << "nothing was asked for, so nothing is refused";
  viewport().overlay().drag_hint = true;
  wait_for_frames();
  EXPECT_FALSE(has_widget("drag hint")) << "bodies cannot be dragged";
  key(Qt::Key_W, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active(); }));
  wait_for_frames();
  EXPECT_TRUE(has_widget("drag hint"));
  click("method");
  EXPECT_TRUE(has_widget("method=raytraced"));
}

TEST_F(RunTest, WhatWouldEditARecordedRunIsDisabledAndSaysWhyAndTheWayOut) {
  record_drags();
  const auto action_of = [this](const char* key) {
    const auto actions = window_->actions();
    const auto found = std::find_if(actions.begin(), actions.end(), [key](const QAction* each) {
      return each->shortcuts().contains(QKeySequence(key));
    });
    return found == actions.end() ? nullptr : *found;
  };
  const auto edits = {"Ctrl+M", "Ctrl+D", "Del", "E", "Ctrl+1"};
  open_run();
  key(Qt::Key_A, Qt::ControlModifier);
  wait_for_frames();
  ASSERT_EQ(viewport().panels().edit.selected.size(), 1u) << "selecting is no edit";
  for (const char* edit : edits) {
    ASSERT_NE(action_of(edit), nullptr) << edit;
    EXPECT_FALSE(action_of(edit)->isEnabled()) << edit;
    EXPECT_TRUE(action_of(edit)->toolTip().contains("recorded run")) << edit;
  }
  EXPECT_TRUE(action_of("Ctrl+A")->isEnabled());
  EXPECT_TRUE(has_widget("edit locked"));
  click("add body");
  EXPECT_FALSE(has_widget("add=box"));
  const std::size_t bodies = viewport().panels().edit.scene->bodies.size();
  click("delete body");
  QString said;
  QObject::connect(&window_->editor(), &SceneEditor::said, [&said](const QString& text) { said = text; });
  key(Qt::Key_Delete);
  EXPECT_EQ(viewport().panels().edit.scene->bodies.size(), bodies);
  EXPECT_TRUE(said.contains("Ctrl+Enter") && said.contains("Ctrl+W")) << said.toStdString();
  click_at(on_screen(position_of(1)), Qt::RightButton);
  wait_for_frames();
  ASSERT_TRUE(has_widget("menu Delete"));
  click("menu Delete");
  EXPECT_EQ(viewport().panels().edit.scene->bodies.size(), bodies);
  key(Qt::Key_Escape);
  key(Qt::Key_W, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active(); }));
  key(Qt::Key_A, Qt::ControlModifier);
  wait_for_frames();
  for (const char* edit : edits)
    EXPECT_TRUE(action_of(edit)->isEnabled()) << edit;
  EXPECT_FALSE(has_widget("edit locked"));
}

TEST_F(RunTest, ARunDroppedOnTheWindowIsOpenedAndClosingItGoesBackToItsScene) {
  record_drags();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(run_.string()))});
  const QPoint middle(window_->width() / 2, window_->height() / 2);
  QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &enter);
  ASSERT_TRUE(enter.isAccepted());
  QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &drop);
  ASSERT_TRUE(wait_for([&] { return window_->runs().active(); }));
  wait_for_frames();
  push("close run");
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active() && now()->statistics.step == 0; }));
  EXPECT_FALSE(window_->timeline().isVisible());
  EXPECT_EQ(window_->windowTitle(), QString("box on the ground – Lamina"));
}

TEST_F(RunTest, WithoutFramesThoseAreMadeBySimulatingAgain) {
  record_drags();
  const std::uint64_t steps = read_run(run_).steps.back().step;
  std::filesystem::remove(run_ / frame_file_name);
  open_run();
  EXPECT_EQ(first(), 0u);
  EXPECT_EQ(last(), steps);
  window_->runs().seek(steps);
  ASSERT_TRUE(shows(steps));
  EXPECT_EQ(now()->statistics.state_hash, recorded_hash(steps));
  EXPECT_TRUE(viewport().overlay().notes.empty()) << viewport().overlay().notes.front();
}

TEST_F(RunTest, DamagedForeignAndMissingRunsAreRefusedWithTheReasonAndTheSceneStays) {
  record_drags();
  const std::uint64_t revision = now()->scene_revision;
  const auto refused = [&](const std::filesystem::path& folder, const char* words) {
    window_->open({folder});
    ASSERT_TRUE(wait_for([&] { return refusal() != nullptr; }));
    EXPECT_TRUE(refusal()->text().contains(words)) << refusal()->text().toStdString();
    refusal()->close();
    ASSERT_TRUE(wait_for([&] { return refusal() == nullptr; }));
    EXPECT_FALSE(window_->runs().active());
    EXPECT_EQ(now()->scene_revision, revision);
  };
  const std::filesystem::path empty = folder_.filePath("empty").toStdString();
  std::filesystem::create_directory(empty);
  refused(empty, "run.json");

  std::string text;
  {
    std::ifstream stream(run_ / "run.json");
    text.assign(std::istreambuf_iterator<char>(stream), {});
  }
  std::string later = text;
  later.replace(later.find("\"format\": 1"), 11, "\"format\": 9");
  std::ofstream(run_ / "run.json") << later;
  refused(run_, "format 9");
  std::ofstream(run_ / "run.json") << text.substr(0, text.size() / 2);
  refused(run_, "run.json");

  // Another version of the program: it opens, and says so.
  std::string foreign = text;
  const std::size_t version = foreign.find("\"version\": \"");
  foreign.replace(version, foreign.find('"', version + 12) - version, "\"version\": \"0.0.1");
  std::ofstream(run_ / "run.json") << foreign;
  window_->open({run_});
  ASSERT_TRUE(wait_for([&] { return window_->runs().active() || refusal(); }));
  ASSERT_FALSE(refusal()) << refusal()->text().toStdString();
  ASSERT_FALSE(viewport().overlay().notes.empty());
  EXPECT_NE(viewport().overlay().notes.front().find("0.0.1"), std::string::npos);
}

TEST_F(RunTest, WhileItRecordsThePanelPlotsWhatIsRecorded) {
  window_->resize(1200, 950);
  give_room("Record");
  run_on(3);
  EXPECT_FALSE(has_widget("recorded energy"));
  begin_recording();
  run_on(5);
  wait_for_frames();
  for (const char* plot : {"recorded energy", "recorded volume", "recorded contacts", "recorded times"})
    EXPECT_TRUE(has_widget(plot)) << plot;
  end_recording();
  wait_for_frames();
  EXPECT_FALSE(has_widget("recorded energy"));
}

TEST_F(RunTest, ContactPixelsOfARecordedStepAreShown) {
  record_drags();
  open_run();
  window_->runs().seek(last());
  ASSERT_TRUE(shows(last()));
  key(Qt::Key_C);
  EXPECT_TRUE(wait_for([&] {
    const auto shown = now();
    return std::any_of(shown->pairs.begin(), shown->pairs.end(),
                       [](const PairState& pair) { return !images_of(pair.contacts).pixels.empty(); });
  }));
  EXPECT_EQ(now()->statistics.state_hash, recorded_hash(last()));
  // The simulation behind it, which was asked for pixels too, plots nothing meanwhile.
  wait_for_frames();
  const std::vector<StepFigures> plotted = viewport().panels().history->steps();
  ASSERT_FALSE(plotted.empty());
  EXPECT_EQ(plotted.back().statistics.step, last());
}

TEST_F(RunTest, OpeningASceneClosesTheRunAndTheSimulationPlays) {
  record_drags();
  open_run();
  window_->open({write_box_scene("other.json", "another")});
  ASSERT_TRUE(wait_for([&] { return !window_->runs().active() && now()->playing; }));
  wait_for_frames();
  EXPECT_FALSE(window_->timeline().isVisible());
  EXPECT_EQ(window_->windowTitle(), QString("another – Lamina"));
  const QPointF from = on_screen(position_of(1));
  press(from);
  EXPECT_TRUE(wait_for([&] { return !now()->drags.empty(); })) << "bodies can be pulled again";
  release(from);
}

TEST_F(RunTest, PlotsShowTheRunUpToTheFrameAndAClickGoesThere) {
  record_drags();
  open_run();
  const std::uint64_t step = first() + 40;
  window_->runs().seek(step);
  ASSERT_TRUE(shows(step));
  wait_for_frames();
  std::vector<StepFigures> plotted = viewport().panels().history->steps();
  ASSERT_EQ(plotted.size(), 40u);
  EXPECT_EQ(plotted.back().statistics.step, step);
  EXPECT_EQ(plotted.back().statistics.state_hash, recorded_hash(step));
  window_->post(GoBack{first() + 7}); // as the button of a plot asks
  EXPECT_TRUE(shows(first() + 7));
}

TEST_F(RunTest, TheRunThatIsBeingRecordedIsEndedAndWholeWhenItIsShown) {
  begin_recording();
  run_on(20);
  open_run();
  EXPECT_EQ(window_->runs().run().folder, run_);
  EXPECT_TRUE(window_->runs().run().finished);
  EXPECT_TRUE(viewport().overlay().notes.empty());
  EXPECT_GE(last() - first(), 20u);
}

TEST_F(RunTest, ARunIsAmongTheRecentFilesAndOpensFromThere) {
  record_drags();
  open_run();
  window_->close();
  make_window();
  EXPECT_EQ(load_preferences().recent.front().toStdString(), run_.string());
  window_->open({load_preferences().recent.front().toStdString()});
  EXPECT_TRUE(wait_for([&] { return window_->runs().active(); }));
}

TEST_F(RunTest, MakingFramesCanBeCancelledAndLeavesTheFolderAsItWas) {
  record_drags();
  std::filesystem::remove(run_ / frame_file_name);
  window_->runs().open(run_);
  window_->runs().cancel();
  ASSERT_TRUE(wait_for([&] { return !window_->runs().busy(); }));
  EXPECT_FALSE(window_->runs().active());
  for (const auto& entry : std::filesystem::directory_iterator(run_))
    EXPECT_NE(entry.path().stem(), "frames") << entry.path();
  EXPECT_EQ(window_->windowTitle(), QString("box on the ground – Lamina"));
}

} // namespace
} // namespace lamina
