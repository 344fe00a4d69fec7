#include "core/contact/method.h"
#include "core/record/recorder.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/dialog_pause.h"
#include "ui/window/main/main_window.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/pictures/picture_dialog.h"
#include "ui/window/runs/video_recorder.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressDialog>
#include <QTimer>
#include <QUrl>

namespace lamina {
namespace {

constexpr int patience_ms = 500; // shorter loads need no dialog
constexpr int message_ms = 6000;
constexpr double look_for_s = 12;

std::vector<std::filesystem::path> local_files(const QMimeData& data) {
  std::vector<std::filesystem::path> files;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile())
      files.emplace_back(url.toLocalFile().toStdString());
  return files;
}

QString names_of(const std::vector<std::filesystem::path>& files) {
  QStringList names;
  for (const auto& file : files)
    names << QString::fromStdString(file.filename().string());
  return names.join(", ");
}

/// Whether what the files hold comes out as large, and as it is turned, by both.
bool same_placement(const OpenOptions& a, const OpenOptions& b) {
  return a.metres_per_unit == b.metres_per_unit && a.fit_m == b.fit_m && a.up == b.up;
}

} // namespace

void MainWindow::open(std::vector<std::filesystem::path> files, OpenOptions options) {
  if (files.empty())
    return;
  if (const std::filesystem::path run = run_folder_of(files.front()); files.size() == 1 && !run.empty()) {
    open_run(run);
    return;
  }
  if (editor_->unsaved()) {
    editor_->settle([this, files, options] { open(files, options); });
    return;
  }
  runs_->cancel();
  reloading_ = files == files_ && same_placement(options, options_);
  wanted_files_ = std::move(files);
  wanted_options_ = std::move(options);
  close_progress();
  loader_->load(wanted_files_, wanted_options_);
  begin_progress(tr("Opening"), tr("Opening %1").arg(names_of(wanted_files_)), [this] { loader_->cancel(); });
}

void MainWindow::begin_progress(const QString& title, const QString& text,
                                const std::function<void()>& cancel) {
  close_progress();
  progress_text_ = text;
  progress_ = new QProgressDialog(text, tr("Cancel"), 0, 1000, this);
  progress_->setWindowTitle(title);
  progress_->setAttribute(Qt::WA_DeleteOnClose);
  progress_->setAutoReset(false);
  progress_->setMinimumDuration(patience_ms);
  connect(progress_, &QProgressDialog::canceled, this, cancel);
}

void MainWindow::show_progress(double fraction, const QString& what) {
  if (!progress_)
    return;
  progress_->setValue(int(1000 * fraction));
  progress_->setLabelText(progress_text_ + "\n" + what);
}

void MainWindow::close_progress() {
  if (!progress_)
    return;
  progress_->disconnect(this);
  progress_->deleteLater();
  progress_.clear();
}

void MainWindow::take_scene(std::shared_ptr<const Scene> scene) {
  close_progress();
  if (reloading_ || !size_is_implausible(*scene, wanted_options_)) {
    show_scene(scene);
    return;
  }
  // Raw meshes have no unit; one that is 200 metres long is rather in millimetres.
  ask_about_meshes(wanted_files_, wanted_options_);
}

void MainWindow::show_scene(const std::shared_ptr<const Scene>& scene, bool plays) {
  video_->stop();
  runs_->close();
  dialog_pause_->forget();
  files_ = editor_->take(scene, wanted_files_);
  options_ = wanted_options_;
  viewport_->expect_scene(*scene, reloading_);
  if (!plays)
    post(Pause{}); // before the scene comes, or it could take a step
  post(ReplaceScene{scene});
  if (plays)
    post(Play{});

  show_title();
  viewport_->panels().scene_name = files_.empty() ? "scene" : files_.front().stem().string();
  Overlay& overlay = viewport_->overlay();
  overlay.notes = scene->notes;
  overlay.notes_since_s = -1;
  overlay.look_for = scene->look_for;
  overlay.look_for_until_s = viewport_->panels().now_s + look_for_s;
  for (const auto& file : files_)
    if (const QFileInfo info(QString::fromStdString(file.string())); info.exists())
      preferences_.note_recent(info.absoluteFilePath());
  viewport_->redraw();
  emit scene_opened();
}

void MainWindow::new_scene_wanted() {
  if (editor_->unsaved()) {
    editor_->settle([this] { new_scene_wanted(); });
    return;
  }
  loader_->cancel();
  wanted_files_.clear();
  wanted_options_ = {};
  reloading_ = false;
  show_scene(std::make_shared<const Scene>(new_scene()), false);
  viewport_->show_panel("Bodies");
}

void MainWindow::show_title() {
  const auto scene = editor_->history().current();
  if (!scene || !scene_label_)
    return;
  const QString name = !scene->title.empty() ? QString::fromStdString(scene->title)
                       : files_.empty()      ? tr("new scene")
                                             : names_of(files_);
  const QString title = runs_->active() ? tr("recorded run of %1").arg(name) : name;
  const QString mark = editor_->history().modified() ? tr(" (edited)") : QString();
  setWindowTitle(tr("%1%2 – Lamina").arg(title, mark));
  scene_label_->setText(tr("scene: %1%2").arg(title, mark));
}

void MainWindow::refuse(const QString& reason) {
  auto* box = new QMessageBox(QMessageBox::Warning, tr("Lamina could not open this"), reason,
                              QMessageBox::Close, this);
  box->setObjectName("refusal");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse);
  box->setInformativeText(runs_->active() ? tr("The run that is shown was left as it was.")
                          : latest()      ? tr("The scene that runs was left as it was.")
                                     : tr("Open another file with Ctrl+O, or choose a scene with Ctrl+G."));
  box->open();
}

void MainWindow::say(const QString& message) {
  message_->setText(message);
  QTimer::singleShot(message_ms, message_, [label = message_, message] {
    if (label->text() == message)
      label->clear();
  });
}

void MainWindow::choose_files() {
  QStringList patterns = {"*.json"};
  for (const std::string& extension : body_file_extensions())
    patterns << "*" + QString::fromStdString(extension);
  auto* dialog = new QFileDialog(this, tr("Open scenes or meshes"), preferences_.open_folder);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters({tr("Scenes and meshes (%1)").arg(patterns.join(' ')), tr("All files (*)")});
  connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList& chosen) {
    preferences_.open_folder = dialog->directory().absolutePath();
    std::vector<std::filesystem::path> files;
    for (const QString& file : chosen)
      files.emplace_back(file.toStdString());
    open(std::move(files));
  });
  dialog->open();
}

void MainWindow::reload() {
  if (!files_.empty())
    open(files_, options_);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!local_files(*event->mimeData()).empty())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  open(local_files(*event->mimeData()));
}

QString MainWindow::new_picture_file() const {
  const QString stamp = QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss-zzz");
  return QDir(preferences_.picture_folder).filePath("lamina-" + stamp);
}

void MainWindow::take_screenshot() {
  const ViewSize size = viewport_->size_in_pixels();
  auto* dialog = new PictureDialog({size.width, size.height}, new_picture_file() + ".png", this);
  connect(dialog, &PictureDialog::wanted, this, &MainWindow::save_picture);
  dialog->open();
}

void MainWindow::save_picture(const PictureChoices& choices, const QString& file) {
  QDir().mkpath(QFileInfo(file).path());
  QImage picture;
  try {
    picture = viewport_->picture(choices);
  } catch (const std::exception& error) {
    refuse(tr("%1: %2").arg(file, QString::fromUtf8(error.what())));
    return;
  }
  if (!picture.save(file)) {
    refuse(tr("%1: the picture could not be written. Is there room on the disk, and may you write there?")
               .arg(file));
    return;
  }
  say(tr("picture of %1 × %2: %3").arg(picture.width()).arg(picture.height()).arg(file));
  emit screenshot_saved(file);
}

void MainWindow::step_back() {
  const auto snapshot = latest();
  if (runs_->active()) {
    runs_->step_by(-1);
    return;
  }
  if (snapshot && snapshot->statistics.step > snapshot->oldest_step)
    post(GoBack{snapshot->statistics.step - 1});
  else
    say(tr("no earlier state is kept"));
}

void MainWindow::toggle_playing() {
  const auto now = latest();
  if (now && now->playing)
    post(Pause{});
  else
    post(Play{});
}

// With the first method that the scene does not run under already.
void MainWindow::toggle_comparing() {
  const auto now = latest();
  actions_.compare->setChecked(now && now->beside);
  if (!now)
    return;
  if (runs_->active()) {
    say(tr("a recorded run is shown: continue live from here to compare methods"));
    return;
  }
  if (now->beside) {
    post(CompareWith{});
    return;
  }
  for (const MethodRegistration& known : contact_methods())
    if (known.method != now->settings.contact.method) {
      post(CompareWith{known.method, known.backend});
      say(tr("the left half is recorded and edited; Tab gives both more room"));
      return;
    }
}

void MainWindow::toggle_recording() {
  const auto now = latest();
  if (!now)
    return;
  if (runs_->active()) {
    say(tr("a recorded run is shown: continue live from here to record what follows"));
    return;
  }
  if (!now->recording.empty()) {
    post(StopRecording{});
    say(tr("recorded: %1").arg(QString::fromStdString(now->recording)));
    return;
  }
  post(StartRecording{new_run_folder(viewport_->panels().record.parent, viewport_->panels().scene_name)});
}

void MainWindow::choose_record_folder() {
  auto* dialog = new QFileDialog(this, tr("Folder for runs"), preferences_.record_folder);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
    preferences_.record_folder = folder;
    viewport_->panels().record.parent = folder.toStdString();
    viewport_->redraw();
  });
  dialog->open();
}

void MainWindow::open_record_folder() {
  if (const std::filesystem::path folder = last_run(); !folder.empty())
    QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder.string())));
}

void MainWindow::toggle_full_screen() {
  setWindowState(windowState() ^ Qt::WindowFullScreen);
  actions_.full_screen->setText(isFullScreen() ? tr("Leave f&ull screen") : tr("F&ull screen"));
}

} // namespace lamina
