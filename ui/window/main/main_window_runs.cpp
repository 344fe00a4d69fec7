#include "core/record/frame_file.h"
#include "ui/panels/style.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/main_window.h"
#include "ui/window/plots/plot_window.h"
#include "ui/window/runs/timeline.h"
#include "ui/window/runs/video_recorder.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <iterator>

namespace lamina {

namespace {

constexpr int stop_ms = 20; // a recording has usually ended by then
constexpr int look_ms = 2;  // for a simulation that was set up

} // namespace

std::filesystem::path newest_run(const std::filesystem::path& parent) {
  std::error_code error;
  std::filesystem::path newest;
  std::filesystem::file_time_type time{};
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const auto written = std::filesystem::last_write_time(entry.path() / "run.json", error);
    if (!error && (newest.empty() || written > time)) {
      newest = entry.path();
      time = written;
    }
  }
  return newest;
}

std::filesystem::path run_folder_of(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return path;
  const bool stands_for_it = path.filename() == "run.json" || path.filename() == frame_file_name;
  return stands_for_it ? std::filesystem::absolute(path).parent_path() : std::filesystem::path();
}

std::filesystem::path MainWindow::last_run() const {
  if (runs_->active())
    return runs_->run().folder;
  return recording_.empty() ? newest_run(viewport_->panels().record.parent)
                            : std::filesystem::path(recording_);
}

void MainWindow::build_run_actions() {
  Actions& a = actions_;
  a.last_run =
      action(tr("&Last run in the timeline"), {QKeySequence("Ctrl+Shift+L")}, [this] { show_last_run(); });
  a.live =
      action(tr("Continue li&ve from here"), {QKeySequence("Ctrl+Return")}, [this] { runs_->go_live(); });
  a.first_frame = action(tr("F&irst frame"), {QKeySequence("Shift+Home")}, [this] { runs_->seek(0); });
  a.last_frame = action(tr("L&ast frame"), {QKeySequence("Shift+End")}, [this] { runs_->seek(UINT64_MAX); });
  a.second_back = action(
      tr("A second &back"), {QKeySequence(Qt::Key_PageUp)}, [this] { runs_->skip(-1); }, true);
  a.second_on = action(
      tr("A second &on"), {QKeySequence(Qt::Key_PageDown)}, [this] { runs_->skip(1); }, true);
  a.slower = action(tr("Slo&wer playback"), {QKeySequence(Qt::Key_Comma)}, [this] { change_speed(-1); });
  a.faster = action(tr("Fas&ter playback"), {QKeySequence(Qt::Key_Period)}, [this] { change_speed(1); });
  a.close_run = action(tr("&Close the run"), {QKeySequence("Ctrl+W")}, [this] { runs_->close(); });
  enable_run_actions(false);
}

void MainWindow::enable_run_actions(bool on) {
  const Actions& a = actions_;
  for (QAction* each :
       {a.live, a.first_frame, a.last_frame, a.second_back, a.second_on, a.slower, a.faster, a.close_run})
    each->setEnabled(on);
}

void MainWindow::connect_run() {
  RunViewer* runs = runs_.get();
  connect(runs, &RunViewer::began, this, [this](const QString& title, const QString& what) {
    begin_progress(title, what, [this] { runs_->cancel(); });
  });
  connect(runs, &RunViewer::progressed, this, &MainWindow::show_progress);
  connect(runs, &RunViewer::ended, this, &MainWindow::close_progress);
  connect(runs, &RunViewer::opened, this, &MainWindow::show_run);
  connect(runs, &RunViewer::went_live, this, &MainWindow::take_live);
  connect(runs, &RunViewer::closed, this, &MainWindow::run_closed);
  connect(runs, &RunViewer::failed, this, &MainWindow::refuse);
  connect(runs, &RunViewer::said, this, &MainWindow::say);
  connect(runs, &RunViewer::speed_chosen, timeline_, &Timeline::set_speed);

  connect(timeline_, &Timeline::sought, this, [this](std::uint64_t step) { runs_->seek(step); });
  connect(timeline_, &Timeline::stepped, this, [this](int frames) { runs_->step_by(frames); });
  connect(timeline_, &Timeline::ends_wanted, this, [this](bool last) { runs_->seek(last ? UINT64_MAX : 0); });
  connect(timeline_, &Timeline::play_toggled, this, [this] { runs_->toggle_playing(); });
  connect(timeline_, &Timeline::speed_chosen, this, [this](double speed) { runs_->set_speed(speed); });
  connect(timeline_, &Timeline::live_wanted, this, [this] { runs_->go_live(); });
  connect(timeline_, &Timeline::video_wanted, this, &MainWindow::toggle_video);
  connect(timeline_, &Timeline::close_wanted, this, [this] { runs_->close(); });
  connect(viewport_, &Viewport::drawn, this, [this] {
    if (runs_->active())
      timeline_->follow(*runs_->latest());
  });
  timeline_->set_speed(runs_->speed());
}

void MainWindow::open_run(const std::filesystem::path& folder) {
  if (editor_->unsaved()) {
    editor_->settle([this, folder] { open_run(folder); });
    return;
  }
  loader_->cancel();
  // It may be the run that is being recorded, which must be whole first.
  if (const auto now = simulation_->latest(); now && !now->recording.empty()) {
    simulation_->post(StopRecording{});
    QTimer::singleShot(stop_ms, this, [this, folder] { open_run(folder); });
    return;
  }
  runs_->open(folder);
}

void MainWindow::choose_run() {
  auto* dialog = new QFileDialog(this, tr("Open a run: choose its folder"), preferences_.record_folder);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& folder) { open_run(folder.toStdString()); });
  dialog->open();
}

void MainWindow::show_last_run() {
  if (const std::filesystem::path folder = last_run(); !folder.empty())
    open_run(folder);
  else
    say(tr("no run is recorded yet: Ctrl+R records one"));
}

/// Whether plots and pins follow the run or the simulation.
void MainWindow::plot_run(bool on) {
  {
    const std::lock_guard lock(plots_mutex_);
    plots_of_run_ = on;
    viewport_->panels().history->clear();
  }
  if (on)
    runs_->playback()->seek(runs_->playback()->position()); // so that what it shows is plotted
}

/// Of a recorded run all steps, whatever is shown of it.
bool MainWindow::bring_steps(PlottedSteps& steps) const {
  const auto now = latest();
  if (!now)
    return false;
  const bool run = runs_->active();
  const bool same = steps.revision == now->scene_revision && steps.contact == now->settings.contact;
  if (same && run)
    return false;
  std::vector<StepStatistics> newer = run ? runs_->run().steps : viewport_->panels().history->statistics();
  if (same && newer.size() == steps.steps.size() &&
      (newer.empty() || newer.back().step == steps.steps.back().step))
    return false;
  steps = {std::move(newer), now->settings.contact, now->scene_revision};
  return true;
}

void MainWindow::show_plots(const std::string& curves) {
  if (!plots_) {
    plots_ = new PlotWindow([this](PlottedSteps& steps) { return bring_steps(steps); }, this);
    plots_->set_dark(theme_->dark());
  }
  plots_->choose(curves);
  plots_->show();
  plots_->raise();
  plots_->activateWindow();
}

void MainWindow::show_run() {
  video_->stop();
  const std::shared_ptr<const Scene> scene = runs_->scene();
  wanted_files_.clear();
  wanted_options_ = options_ = {};
  files_ = editor_->take(scene, {});
  // Whoever closes the run finds its scene at its beginning.
  simulation_->post(Pause{});
  simulation_->post(ReplaceScene{scene});
  viewport_->expect_scene(*scene, false);

  PanelContext& panels = viewport_->panels();
  editor_->lock(
      "a recorded run cannot be edited: Ctrl+Enter continues live from here, Ctrl+W closes the run");
  const std::filesystem::path& folder = runs_->run().folder;
  panels.scene_name = scene->title;
  panels.record.last_run = folder.string();
  panels.record.shows_run = true;
  plot_run(true);
  viewport_->overlay().notes = runs_->notes();
  viewport_->overlay().look_for.clear();
  preferences_.note_recent(QString::fromStdString(std::filesystem::absolute(folder).string()));

  timeline_->show_run(runs_->run(), runs_->playback()->first_step(), runs_->playback()->times());
  timeline_->follow(*runs_->latest());
  timeline_->show();
  enable_run_actions(true);
  status_ms_ = 0;
  show_title();
  viewport_->redraw();
  emit run_opened();
}

/// The simulation takes the place of the run, at the same state.
void MainWindow::take_live(bool playing) {
  const auto before = simulation_->latest();
  simulation_->post(Pause{});
  simulation_->take_over(runs_->take_live());
  if (playing)
    simulation_->post(Play{});
  show_live(before ? before->scene_revision : 0);
}

/// Closes the run as soon as the simulation that goes on from it can be seen, so that nothing else is in
/// between.
void MainWindow::show_live(std::uint64_t revision_before) {
  if (!runs_->active())
    return;
  const auto now = simulation_->latest();
  // The run's scene at its beginning may have been on its way.
  if (!now || now->scene_revision == revision_before ||
      now->statistics.step < runs_->latest()->statistics.step) {
    QTimer::singleShot(look_ms, this, [this, revision_before] { show_live(revision_before); });
    return;
  }
  const QString step = QString::fromStdString(grouped(runs_->latest()->statistics.step));
  runs_->close();
  say(now->playing ? tr("live from step %1").arg(step) : tr("live from step %1: Space goes on").arg(step));
}

void MainWindow::run_closed() {
  video_->stop();
  PanelContext& panels = viewport_->panels();
  editor_->lock({});
  panels.record.shows_run = false;
  plot_run(false);
  viewport_->overlay().notes.clear();
  viewport_->expect_scene(*editor_->history().current(), true);
  timeline_->hide();
  enable_run_actions(false);
  status_ms_ = 0;
  show_title();
  viewport_->redraw();
}

void MainWindow::show_run_status(const Snapshot& now) {
  const QString state = now.playing ? tr("playing ×%1").arg(now.real_time_factor) : tr("paused");
  status_->setText(tr("recorded run  ·  %1  ·  %2 contacts  ·  %3 contact pixels")
                       .arg(state, QString::fromStdString(grouped(now.statistics.contacts)),
                            QString::fromStdString(grouped(now.statistics.contact_pixels))));
}

void MainWindow::change_speed(int by) {
  const auto now =
      std::min_element(std::begin(playback_speeds), std::end(playback_speeds), [this](double a, double b) {
        return std::abs(a - runs_->speed()) < std::abs(b - runs_->speed());
      });
  const auto next = (now - std::begin(playback_speeds)) + by;
  if (next >= 0 && next < std::ssize(playback_speeds))
    runs_->set_speed(playback_speeds[next]);
}

} // namespace lamina
