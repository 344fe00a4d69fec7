#include "ui/window/editing/scene_editor.h"
#include "ui/window/gallery/gallery.h"
#include "ui/window/gallery/scene_pictures.h"
#include "ui/window/main/about_dialog.h"
#include "ui/window/main/main_window.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/preferences/preferences_dialog.h"
#include "ui/window/viewport/viewport.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

namespace lamina {
namespace {

// Vendor, renderer and version of what the viewport draws with.
QString describe_opengl(Viewport& viewport) {
  if (!viewport.context())
    return "none";
  viewport.makeCurrent();
  QStringList words;
  for (const GLenum part : {GL_VENDOR, GL_RENDERER, GL_VERSION})
    if (const GLubyte* text = viewport.context()->functions()->glGetString(part))
      words << QString::fromUtf8(reinterpret_cast<const char*>(text));
  viewport.doneCurrent();
  return words.join(", ");
}

} // namespace

void MainWindow::show_gallery() {
  if (auto* open = findChild<Gallery*>()) {
    open->activateWindow();
    return;
  }
  if (!pictures_)
    pictures_ = new ScenePictures(this);
  QStringList files;
  for (const QString& recent : preferences_.recent)
    if (!QFileInfo(recent).isDir()) // a run, which is no scene
      files << recent;
  auto* gallery = new Gallery(*pictures_, files, theme_->dark(), this);
  connect(gallery, &Gallery::chosen, this, [this](const QString& file) { open({file.toStdString()}); });
  connect(gallery, &Gallery::file_wanted, this, &MainWindow::choose_files);
  // Beside the window that goes on: one may drag a body while the gallery is there.
  gallery->show();
  gallery->activateWindow();
}

void MainWindow::welcome() {
  if (preferences_.has_seen_gallery)
    return;
  preferences_.has_seen_gallery = true;
  show_gallery();
  findChild<Gallery*>()->welcome();
}

void MainWindow::choose_mesh_with_options() {
  QStringList patterns;
  for (const std::string& extension : body_file_extensions())
    patterns << "*" + QString::fromStdString(extension);
  auto* dialog = new QFileDialog(this, tr("Open mesh with options"), preferences_.open_folder,
                                 tr("Meshes (%1);;All files (*)").arg(patterns.join(' ')));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& names) {
    preferences_.open_folder = QFileInfo(names.front()).path();
    std::vector<std::filesystem::path> files;
    for (const QString& name : names)
      files.emplace_back(name.toStdString());
    ask_about_meshes(std::move(files), {});
  });
  dialog->open();
}

void MainWindow::ask_about_meshes(std::vector<std::filesystem::path> files, const OpenOptions& options) {
  auto* dialog = new MeshDialog(std::move(files), options, MeshPlace::own_scene, theme_->dark(), this);
  connect(dialog, &MeshDialog::answered, this,
          [this](const std::vector<std::filesystem::path>& chosen, OpenOptions answer, MeshPlace place) {
            if (place == MeshPlace::own_scene)
              return open(chosen, std::move(answer));
            runs_->close();
            editor_->add_meshes(chosen, std::move(answer));
          });
  dialog->open();
}

void MainWindow::show_preferences() {
  if (auto* open = findChild<PreferencesDialog*>()) {
    open->activateWindow();
    return;
  }
  preferences_.view = viewport_->panels().view;
  auto* dialog = new PreferencesDialog(preferences_, this);
  connect(dialog, &PreferencesDialog::changed, this, &MainWindow::apply_preferences);
  dialog->show();
  dialog->activateWindow();
}

void MainWindow::apply_preferences(const Preferences& wanted) {
  ViewChoices& view = viewport_->panels().view;
  view.theme = wanted.view.theme;
  view.panel_scale = wanted.view.panel_scale;
  view.motion = wanted.view.motion;
  view.quality = wanted.view.quality;
  preferences_.record_folder = wanted.record_folder;
  preferences_.picture_folder = wanted.picture_folder;
  viewport_->panels().record.parent = wanted.record_folder.toStdString();
  theme_->choose(view.theme);
  theme_->choose(view.motion);
  sync_view();
  keep_preferences();
  viewport_->redraw();
}

void MainWindow::keep_preferences() {
  preferences_.view = viewport_->panels().view;
  preferences_.geometry = saveGeometry();
  preferences_.panel_layout = viewport_->imgui().saved_layout() + viewport_->panels().layout.text();
  save_preferences(preferences_);
}

void MainWindow::copy_picture() {
  QApplication::clipboard()->setImage(viewport_->picture());
  say(tr("the picture is on the clipboard"));
}

void MainWindow::about() {
  auto* dialog = new AboutDialog(describe_opengl(*viewport_), this);
  dialog->open();
}

} // namespace lamina
