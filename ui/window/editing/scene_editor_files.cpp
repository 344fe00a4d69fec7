#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/viewport/viewport.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

namespace lamina {

void SceneEditor::keep_unsaved() {
  if (!history_.modified() || !context_.scene || state_folder().empty())
    return;
  try {
    autosave_.write(with_present_settings(*context_.scene), file_);
  } catch (const InputError& error) {
    emit said(tr("unsaved edits are not kept: %1").arg(QString::fromStdString(error.what())));
  }
}

bool SceneEditor::save_to(const std::filesystem::path& file) {
  if (!context_.scene)
    return false;
  try {
    write_whole_file(file, write_scene(with_present_settings(*context_.scene), file.parent_path()));
  } catch (const InputError& error) {
    auto* box = new QMessageBox(QMessageBox::Warning, tr("The scene was not saved"),
                                QString::fromStdString(error.what()), QMessageBox::Close, window_);
    box->setObjectName("not saved");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
    return false;
  }
  history_.mark_saved();
  autosave_timer_.stop();
  autosave_.remove();
  const bool other = file_ != file;
  file_ = file;
  if (other)
    emit file_changed();
  emit said(tr("saved: %1").arg(QString::fromStdString(file.string())));
  sync();
  return true;
}

// The scenes that come with the program stay as they are: what is made of them gets a file of its own.
bool SceneEditor::is_shipped(const std::filesystem::path& file) const {
  std::error_code error;
  return std::filesystem::equivalent(file.parent_path(), shipped_scenes_folder(), error);
}

void SceneEditor::save() {
  if (file_.empty() || is_shipped(file_))
    save_as();
  else
    save_to(file_);
}

void SceneEditor::save_as() {
  ask_where_to_save({});
}

void SceneEditor::ask_where_to_save(std::function<void()> then) {
  if (!context_.scene)
    return;
  auto* dialog = new QFileDialog(window_, tr("Save the scene"));
  dialog->setObjectName("save scene");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({tr("Scenes (*.json)"), tr("All files (*)")});
  dialog->setDefaultSuffix("json");
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  dialog->setDirectory(
      file_.empty() || is_shipped(file_) ? documents : QString::fromStdString(file_.parent_path().string()));
  const std::string stem = file_.empty() ? viewport_.panels().scene_name : file_.stem().string();
  dialog->selectFile(QString::fromStdString((stem.empty() ? "scene" : stem) + ".json"));
  connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& chosen) {
    if (save_to(std::filesystem::absolute(chosen.toStdString())) && then)
      then();
  });
  dialog->open();
}

void SceneEditor::settle(std::function<void()> then) {
  if (question_)
    return;
  const QString name = file_.empty() ? tr("this scene") : QString::fromStdString(file_.filename().string());
  question_ =
      new QMessageBox(QMessageBox::Question, tr("Unsaved edits"), tr("Save the edits of %1?").arg(name),
                      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
  question_->setObjectName("unsaved");
  question_->setAttribute(Qt::WA_DeleteOnClose);
  question_->setInformativeText(tr("The last one: %1.").arg(QString::fromStdString(history_.undo_name())));
  question_->setDefaultButton(QMessageBox::Save);
  connect(question_, &QMessageBox::buttonClicked, this,
          [this, box = question_.data(), then = std::move(then)](QAbstractButton* button) {
            const auto answer = box->standardButton(button);
            const auto go_on = [this, then] {
              settled_ = true;
              then();
              settled_ = false;
            };
            if (answer == QMessageBox::Discard)
              go_on();
            else if (answer == QMessageBox::Save && (file_.empty() || is_shipped(file_)))
              ask_where_to_save(go_on);
            else if (answer == QMessageBox::Save && save_to(file_))
              go_on();
          });
  question_->open();
}

void SceneEditor::offer_left_behind() {
  const std::vector<UnsavedEdits> left = autosave_.left_behind();
  if (left.empty())
    return;
  const UnsavedEdits edits = left.front();
  const QString name =
      edits.original.empty() ? tr("a new scene") : QString::fromStdString(edits.original.filename().string());
  const QFileInfo file(QString::fromStdString(edits.file.string()));
  auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved edits"),
                              tr("Lamina ended before edits of %1 were saved.").arg(name),
                              QMessageBox::NoButton, window_);
  box->setObjectName("left behind");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(
      tr("They were made until %1.").arg(file.lastModified().toString("yyyy-MM-dd HH:mm")));
  QPushButton* restore = box->addButton(tr("Bring them back"), QMessageBox::AcceptRole);
  QPushButton* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
  box->addButton(tr("Ask again later"), QMessageBox::RejectRole);
  box->setDefaultButton(restore);
  connect(restore, &QPushButton::clicked, this, [this, edits] {
    restoring_ = edits;
    emit restore_wanted(QString::fromStdString(edits.file.string()));
  });
  connect(discard, &QPushButton::clicked, this, [edits] { Autosave::discard(edits); });
  box->open();
}

void SceneEditor::add_mesh_files() {
  if (!may_edit())
    return;
  QStringList patterns;
  for (const std::string& extension : body_file_extensions())
    patterns << "*" + QString::fromStdString(extension);
  auto* dialog = new QFileDialog(window_, tr("Add meshes to the scene"));
  dialog->setObjectName("add meshes");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  dialog->setNameFilters({tr("Meshes (%1)").arg(patterns.join(' ')), tr("All files (*)")});
  if (!file_.empty())
    dialog->setDirectory(QString::fromStdString(file_.parent_path().string()));
  connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& chosen) {
    std::vector<std::filesystem::path> files;
    for (const QString& file : chosen)
      files.emplace_back(file.toStdString());
    add_meshes(files);
  });
  dialog->open();
}

} // namespace lamina
