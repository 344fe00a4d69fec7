#include "ui/window/editing/scene_editor.h"

#include "core/base/error.h"
#include "core/mesh/mean_pose.h"
#include "core/scene/locking.h"
#include "core/simulation/live_changes.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/window/gallery/scene_loader.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/viewport/viewport.h"

#include <QLocale>

#include <algorithm>
#include <new>
#include <utility>

namespace lamina {
namespace {

constexpr int autosave_ms = 3000;

bool holds(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// What loading would say of bodies that hardly bend is said once an edit makes them so, and goes with the
// next.
void note_locking(Overlay& overlay, const Scene& before, const Scene& after) {
  const std::vector<std::string> was = describe_locking(before), is = describe_locking(after);
  std::erase_if(overlay.notes, [&](const std::string& note) { return holds(was, note) && !holds(is, note); });
  for (const std::string& line : is) {
    if (holds(was, line))
      continue;
    overlay.notes.push_back(line);
    overlay.notes_since_s = -1;
  }
}

} // namespace

SceneEditor::SceneEditor(QWidget* window, Viewport& viewport, std::function<void(Request)> post,
                         std::function<std::shared_ptr<const Snapshot>()> latest)
    : QObject(window), window_(window), viewport_(viewport), post_(std::move(post)),
      latest_(std::move(latest)), context_(viewport.panels().edit), autosave_(state_folder()),
      meshes_(new SceneLoader(this)) {
  context_.apply = [this](const SceneEdit& edit) { apply(edit); };
  context_.command = [this](EditCommand command) { run(command); };
  context_.add_recipe = [this](const Recipe& recipe) { apply(add_recipe(recipe, place_for_new())); };
  context_.select = [this](const Selection& selection) { select(selection); };
  context_.align = [this](int axis, AlignBy by) { align(axis, by); };
  context_.decimal_comma = QLocale().decimalPoint() == ",";
  autosave_timer_.setSingleShot(true);
  connect(&autosave_timer_, &QTimer::timeout, this, &SceneEditor::keep_unsaved);
  connect(meshes_, &SceneLoader::loaded, this, [this](const std::shared_ptr<const Scene>& opened) {
    context_.busy = false;
    if (size_is_implausible(*opened, mesh_options_))
      ask_about_meshes();
    else
      apply(add_bodies(opened->title, opened->bodies, place_for_new()));
  });
  const auto not_added = [this](const QString& reason) {
    context_.busy = false;
    refuse(reason.toStdString());
  };
  connect(meshes_, &SceneLoader::failed, this, not_added);
  connect(meshes_, &SceneLoader::refused, this, [this] {
    context_.busy = false;
    ask_about_meshes();
  });
  connect(meshes_, &SceneLoader::cancelled, this, [not_added] { not_added(tr("adding was cancelled")); });
  build_actions();
  connect(&viewport_, &Viewport::drawn, this, &SceneEditor::follow_cuts);
  sync();
}

SceneEditor::~SceneEditor() {
  if (stop_worker_)
    stop_worker_->store(true);
  if (worker_.joinable())
    worker_.join();
}

std::vector<std::filesystem::path> SceneEditor::take(std::shared_ptr<const Scene> scene,
                                                     const std::vector<std::filesystem::path>& files) {
  meshes_->cancel();
  const auto now = latest_();
  revision_before_ = now ? now->scene_revision : 0;
  history_.restart(std::make_shared<const Scene>(with_stated_colours(with_absolute_paths(*scene))));
  autosave_timer_.stop();
  autosave_.remove();
  const bool restored = files.size() == 1 && !restoring_.file.empty() && files[0] == restoring_.file;
  const bool scene_file = files.size() == 1 && files[0].extension() == ".json";
  file_ = restored ? restoring_.original : scene_file ? std::filesystem::absolute(files[0]) : "";
  std::vector<std::filesystem::path> counts_as = files;
  if (restored) {
    counts_as.clear();
    if (!file_.empty())
      counts_as.push_back(file_);
    history_.mark_unsaved();
    keep_unsaved();
    Autosave::discard(restoring_);
    restoring_ = {};
  }
  context_.scene = history_.current();
  context_.selected.clear();
  context_.refusal.clear();
  sync();
  return counts_as;
}

void SceneEditor::refuse(const std::string& reason) {
  context_.refusal = reason;
  emit said(QString::fromStdString(reason));
  viewport_.redraw();
}

// What a run takes over is recorded like every other input.
bool SceneEditor::may_edit(bool live) {
  const auto now = latest_();
  if (!context_.scene)
    refuse("no scene is open");
  else if (!context_.locked.empty())
    refuse(context_.locked);
  else if (context_.busy)
    refuse("meshes are still being read; try again in a moment");
  else if (!live && now && !now->recording.empty())
    refuse("a scene that is being recorded cannot be edited: stop the recording first (Ctrl+R)");
  else
    return true;
  return false;
}

bool SceneEditor::in_motion() const {
  const auto now = latest_();
  return now && (now->statistics.step > 0 || now->cuts > 0 || now->playing || !now->recording.empty());
}

void SceneEditor::apply(const SceneEdit& edit) {
  if (!may_edit(edit.live))
    return;
  if (edit.slow) {
    run_slowly(edit);
    return;
  }
  try {
    accept(std::make_shared<const Scene>(edited(*context_.scene, edit)), edit);
  } catch (const std::exception& error) {
    refuse(error.what());
  }
}

// Reading and preparing a large mesh takes seconds; the window goes on meanwhile.
void SceneEditor::run_slowly(const SceneEdit& edit) {
  if (worker_.joinable())
    worker_.join();
  context_.busy = true;
  context_.refusal.clear();
  const auto stop = stop_worker_ = std::make_shared<std::atomic<bool>>(false);
  const std::shared_ptr<const Scene> before = context_.scene;
  worker_ = std::thread([this, stop, before, edit] {
    const Progress progress = [stop](double, const std::string&) { return !stop->load(); };
    try {
      auto after = std::make_shared<const Scene>(edited(*before, edit, progress));
      finish_slowly([this, before, after, edit] {
        if (context_.scene == before)
          accept(after, edit);
      });
    } catch (const Cancelled&) {
      finish_slowly([] {});
    } catch (const std::bad_alloc&) {
      finish_slowly([this] { refuse("there is not enough memory for this"); });
    } catch (const std::exception& error) {
      finish_slowly([this, reason = std::string(error.what())] { refuse(reason); });
    }
  });
  viewport_.redraw();
}

void SceneEditor::finish_slowly(std::function<void()> tell) {
  QMetaObject::invokeMethod(
      this,
      [this, tell = std::move(tell)] {
        context_.busy = false;
        tell();
        viewport_.redraw();
      },
      Qt::QueuedConnection);
}

void SceneEditor::accept(std::shared_ptr<const Scene> scene, const SceneEdit& edit) {
  context_.refusal.clear();
  scene = std::make_shared<const Scene>(with_stated_colours(*context_.scene, *scene));
  history_.push(scene, edit.name, edit.group, edit.live);
  show(scene, edit.live);
}

// Cuts since the last step come before edits.
void SceneEditor::undo() {
  if (cuts_ > 0 && context_.locked.empty()) {
    post_(Event(UndoCut{}));
    emit said(tr("undone: cut"));
    return;
  }
  const bool live = history_.undo_is_live();
  if (!may_edit(live))
    return;
  const QString name = QString::fromStdString(history_.undo_name());
  if (const auto scene = history_.undo()) {
    show(scene, live);
    emit said(tr("undone: %1").arg(name));
  }
}

void SceneEditor::redo() {
  const bool live = history_.redo_is_live();
  if (!may_edit(live))
    return;
  const QString name = QString::fromStdString(history_.redo_name());
  if (const auto scene = history_.redo()) {
    show(scene, live);
    emit said(tr("redone: %1").arg(name));
  }
}

void SceneEditor::show(const std::shared_ptr<const Scene>& scene, bool live) {
  const std::shared_ptr<const Scene> before = std::exchange(context_.scene, scene);
  context_.selected = selection_after(context_.selected, *before, *scene);
  context_.refusal.clear();
  note_locking(viewport_.overlay(), *before, *scene);
  if (live && in_motion()) {
    for (Event& change : live_changes(*before, *scene))
      post_(std::move(change));
  } else {
    const auto run = std::make_shared<const Scene>(with_present_settings(*scene));
    viewport_.expect_scene(*run, true);
    post_(Pause{});
    post_(ReplaceScene{run});
  }
  if (history_.modified()) {
    autosave_timer_.start(autosave_ms);
  } else {
    autosave_timer_.stop();
    autosave_.remove();
  }
  sync();
}

// What the panels have set since the scene was opened belongs to it, whatever else is edited.
Scene SceneEditor::with_present_settings(const Scene& scene) const {
  Scene result = scene;
  const auto now = latest_();
  if (now && now->scene_revision > revision_before_)
    result.settings = now->settings;
  return result;
}

void SceneEditor::select(const Selection& selection) {
  context_.selected = selection;
  context_.typing.clear();
  context_.colour.reset();
  sync();
}

Vec3 SceneEditor::place_for_new() const {
  return viewport_.camera().target();
}

void SceneEditor::take_present_poses() {
  const auto now = latest_();
  if (!now || !context_.scene)
    return;
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < now->bodies.size(); ++i) {
    const BodyState& body = now->bodies[i];
    poses.push_back(body.positions ? mean_pose((*now->infos)[i].mesh->mesh, *body.positions)
                                   : body.mesh_pose);
  }
  apply(take_poses(std::move(poses)));
}

void SceneEditor::add_meshes(const std::vector<std::filesystem::path>& files, OpenOptions options) {
  if (files.empty() || !may_edit())
    return;
  mesh_files_ = files;
  mesh_options_ = std::move(options);
  mesh_options_.floor = false;
  context_.busy = true;
  context_.refusal.clear();
  meshes_->load(mesh_files_, mesh_options_);
  viewport_.redraw();
}

// Of what size the meshes are, or as what they are to be taken where they are no volumes.
void SceneEditor::ask_about_meshes() {
  auto* dialog =
      new MeshDialog(mesh_files_, mesh_options_, MeshPlace::this_scene, viewport_.panels().dark, window_);
  connect(
      dialog, &MeshDialog::answered, this,
      [this](const std::vector<std::filesystem::path>& files, const OpenOptions& answer, MeshPlace place) {
        if (place == MeshPlace::this_scene)
          add_meshes(files, answer);
        else
          emit scene_wanted(files, answer);
      });
  dialog->open();
}

} // namespace lamina
