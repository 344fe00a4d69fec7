#include "ui/window/main/main_window.h"

#include "core/contact/method.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/style.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/dialog_pause.h"
#include "ui/window/main/icons.h"
#include "ui/window/plots/plot_window.h"
#include "ui/window/runs/timeline.h"
#include "ui/window/runs/video_recorder.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDateTime>
#include <QLabel>
#include <QScreen>
#include <QStatusBar>
#include <QVBoxLayout>

#include <cstdio>

namespace lamina {
namespace {

constexpr qint64 status_interval_ms = 100; // figures that change faster cannot be read
constexpr qint64 size_interval_ms = 500;

std::uintmax_t folder_size(const std::filesystem::path& folder) {
  std::error_code error;
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    std::error_code unreadable;
    const std::uintmax_t size = entry.file_size(unreadable);
    bytes += unreadable ? 0 : size;
  }
  return bytes;
}

// Ticks what is in force; what the method does not run on cannot be chosen.
void show_backend(QAction& choice, Settings settings) {
  const std::string name = choice.data().toString().toStdString();
  choice.setChecked(name == settings.contact.backend);
  settings.contact.backend = name;
  choice.setEnabled(usable_backend(settings.contact) == name);
}

} // namespace

QString status_text(const Snapshot& now, double frames_per_second) {
  char speed[96];
  if (!now.playing)
    std::snprintf(speed, sizeof speed, "paused");
  else
    std::snprintf(speed, sizeof speed, "%.0f frames/s  ·  %.0f steps/s  ·  real time ×%.2f",
                  frames_per_second, now.steps_per_second, now.real_time_factor);
  const StepStatistics& s = now.statistics;
  std::string text = std::string(speed) + "  ·  " + counted(s.pairs, "pair");
  for (const EvidenceRows* rows : rows_of_method(now.settings.contact))
    if (const std::string more = rows->counted ? rows->counted(s) : std::string(); !more.empty())
      text += "  ·  " + more;
  return QString::fromStdString(text);
}

MainWindow::MainWindow() : preferences_(load_preferences()) {
  setWindowTitle("Lamina");
  setWindowIcon(program_icon());
  setAcceptDrops(true);
  setMinimumSize(800, 560);
  resize(QSize(1280, 800).boundedTo(screen()->availableSize()));
  viewport_ =
      new Viewport([this](Request request) { post(std::move(request)); }, [this] { return latest(); });
  timeline_ = new Timeline;
  timeline_->hide();
  auto* middle = new QWidget;
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(viewport_, 1);
  column->addWidget(timeline_);
  setCentralWidget(middle);
  loader_ = new SceneLoader(this);
  video_ = new VideoRecorder(this);
  // The scene is that of the simulation, also while a recorded run is looked at.
  editor_ = new SceneEditor(
      this, *viewport_, [this](Request request) { simulation_->post(std::move(request)); },
      [this] { return simulation_->latest(); });
  theme_ = new DesktopTheme(this);

  PanelContext& panels = viewport_->panels();
  panels.view = preferences_.view;
  panels.record.parent = preferences_.record_folder.toStdString();
  panels.window = {[this] { toggle_recording(); },
                   [this] { choose_record_folder(); },
                   [this] { open_record_folder(); },
                   [this] { show_last_run(); },
                   [this] { take_screenshot(); },
                   [this] { toggle_video(); },
                   [this](const std::string& curves) { show_plots(curves); }};
  viewport_->overlay().drag_hint = !preferences_.has_dragged;
  viewport_->imgui().restore_layout(preferences_.panel_layout);
  panels.layout.read(preferences_.panel_layout);

  build_actions();
  build_menus();
  build_tool_bar();
  list_keys();
  status_ = new QLabel;
  message_ = new QLabel;
  status_->setContentsMargins(6, 0, 0, 2);
  message_->setContentsMargins(0, 0, 6, 2);
  video_label_ = new QLabel;
  video_label_->setObjectName("video");
  statusBar()->addWidget(status_, 1);
  statusBar()->addPermanentWidget(video_label_);
  statusBar()->addPermanentWidget(message_);
  statusBar()->setSizeGripEnabled(false);

  // The simulation thread calls back only after the first request, and that comes from this thread, later.
  simulation_ = std::make_unique<SimulationThread>([this, history = panels.history, pins = panels.pins] {
    const auto published = simulation_->latest();
    {
      const std::lock_guard lock(plots_mutex_);
      if (plots_of_run_)
        return;
      history->add(published->statistics);
      pins->add(*published);
    }
    viewport_->snapshot_ready();
  });
  runs_ = std::make_unique<RunViewer>(
      nullptr, [this, history = panels.history,
                pins = panels.pins](const std::shared_ptr<const Snapshot>& shown, const RecordedRun& run) {
        {
          const std::lock_guard lock(plots_mutex_);
          if (plots_of_run_) {
            history->show(run.steps, shown->statistics.step);
            pins->add(*shown);
          }
        }
        viewport_->snapshot_ready();
      });
  connect_parts();
  connect_run();
  connect_video();
  dialog_pause_ = new DialogPause(
      this, [this] { return latest() && latest()->playing; },
      [this](bool play) { post(play ? Request(Play{}) : Request(Pause{})); });
  theme_->choose(preferences_.view.theme);
  theme_->choose(preferences_.view.motion);
  restoreGeometry(preferences_.geometry);
  viewport_->setFocus();
}

// Dialogs that go with the window shall not ask a simulation that has gone already.
MainWindow::~MainWindow() {
  delete dialog_pause_;
}

std::shared_ptr<const Snapshot> MainWindow::latest() const {
  return runs_->active() ? runs_->latest() : simulation_->latest();
}

void MainWindow::post(Request request) {
  if (!runs_->take(request))
    simulation_->post(std::move(request));
}

void MainWindow::connect_parts() {
  connect(theme_, &DesktopTheme::changed, this, &MainWindow::set_dark);
  connect(theme_, &DesktopTheme::motion_changed, this,
          [this](bool reduced) { viewport_->panels().reduced_motion = reduced; });
  connect(viewport_, &Viewport::drawn, this, &MainWindow::sync_status);
  connect(viewport_, &Viewport::view_chosen, this, &MainWindow::sync_view);
  connect(viewport_, &Viewport::body_pulled, this, [this] {
    preferences_.has_dragged = true;
    viewport_->overlay().drag_hint = false;
  });
  connect(viewport_, &Viewport::said, this, &MainWindow::say);
  connect(viewport_, &Viewport::failed, this, &MainWindow::refuse);
  connect(editor_, &SceneEditor::new_wanted, this, &MainWindow::new_scene_wanted);
  connect(editor_, &SceneEditor::scene_wanted, this, &MainWindow::open);
  connect(editor_, &SceneEditor::said, this, &MainWindow::say);
  connect(editor_, &SceneEditor::changed, this, &MainWindow::show_title);
  connect(editor_, &SceneEditor::restore_wanted, this,
          [this](const QString& file) { open({file.toStdString()}); });
  connect(editor_, &SceneEditor::file_changed, this, [this] {
    files_ = {editor_->file()};
    options_ = {};
    viewport_->panels().scene_name = editor_->file().stem().string();
    preferences_.note_recent(QString::fromStdString(editor_->file().string()));
  });
  connect(loader_, &SceneLoader::progressed, this, &MainWindow::show_progress);
  connect(loader_, &SceneLoader::loaded, this, &MainWindow::take_scene);
  connect(loader_, &SceneLoader::failed, this, [this](const QString& reason) {
    close_progress();
    refuse(reason);
  });
  connect(loader_, &SceneLoader::refused, this, [this] {
    close_progress();
    ask_about_meshes(wanted_files_, wanted_options_);
  });
  connect(loader_, &SceneLoader::cancelled, this, [this] {
    close_progress();
    say(tr("opening was cancelled"));
  });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (editor_->unsaved()) {
    event->ignore();
    editor_->settle([this] { close(); });
    return;
  }
  editor_->leave();
  loader_->cancel();
  runs_->cancel();
  video_->stop();
  simulation_->post(StopRecording{});
  keep_preferences();
  event->accept();
}

void MainWindow::set_dark(bool dark) {
  viewport_->set_dark(dark);
  timeline_->set_dark(dark);
  if (plots_)
    plots_->set_dark(dark);
  actions_.gallery->setIcon(symbol_icon(Symbol::tiles, dark));
  actions_.open->setIcon(symbol_icon(Symbol::open, dark));
  actions_.step->setIcon(symbol_icon(Symbol::step, dark));
  actions_.reset->setIcon(symbol_icon(Symbol::reset, dark));
  actions_.frame->setIcon(symbol_icon(Symbol::frame, dark));
  actions_.contacts->setIcon(symbol_icon(Symbol::contacts, dark));
  status_ms_ = 0;
  sync_status();
}

void MainWindow::sync_view() {
  const ViewChoices& view = viewport_->panels().view;
  actions_.contacts->setChecked(view.contacts);
  actions_.regions->setChecked(view.regions);
  actions_.forces->setChecked(view.forces);
  actions_.grid->setChecked(view.grid);
  actions_.ray_traced->setChecked(view.ray_traced);
  actions_.orthographic->setChecked(viewport_->camera().orthographic());
  actions_.panels->setChecked(view.panels);
  actions_.keys->setChecked(view.keys);
  for (QAction* choice : actions_.themes->actions())
    choice->setChecked(choice->data().toInt() == int(view.theme));
}

void MainWindow::sync_status() {
  const qint64 now_ms = QDateTime::currentMSecsSinceEpoch();
  const auto now = latest();
  if (!now || now_ms - status_ms_ < status_interval_ms)
    return;
  status_ms_ = now_ms;
  if (runs_->active())
    show_run_status(*now);
  else
    status_->setText(status_text(*now, viewport_->panels().frames_per_second));
  method_label_->setText(
      QString::fromStdString(now->settings.contact.method + " · " + now->settings.contact.backend));
  for (QAction* choice : actions_.backends->actions())
    show_backend(*choice, now->settings);
  const bool dark = theme_->dark();
  actions_.play->setText(now->playing ? tr("Pause") : tr("Play"));
  actions_.play->setIcon(symbol_icon(now->playing ? Symbol::pause : Symbol::play, dark));
  const bool recording = !now->recording.empty();
  actions_.record->setText(recording ? tr("Stop recording") : tr("Record"));
  actions_.record->setIcon(symbol_icon(recording ? Symbol::stop : Symbol::record, dark));
  actions_.compare->setChecked(now->beside != nullptr);
  actions_.show_record->setEnabled(recording || !recording_.empty());

  RecordStatus& record = viewport_->panels().record;
  if (recording && now->recording != recording_) {
    record.first_step = now->statistics.step;
    say(now->beside ? tr("recording the left half") : tr("recording"));
  }
  if (recording) {
    recording_ = record.last_run = now->recording;
    if (now_ms - size_ms_ > size_interval_ms) {
      size_ms_ = now_ms;
      record.bytes = folder_size(recording_);
    }
  }
}

} // namespace lamina
