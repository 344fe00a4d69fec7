#include "ui/window/editing/scene_editor.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>

namespace lamina {

namespace {

/// Ctrl and a digit from 1 for the first nine shapes, with Alt for the next nine.
QKeySequence shape_key(int number) {
  const Qt::Key digit = Qt::Key(Qt::Key_1 + number % 9);
  return number < 9 ? QKeySequence(Qt::CTRL | digit) : QKeySequence(Qt::CTRL | Qt::ALT | digit);
}

} // namespace

QAction* SceneEditor::action(const QString& text, const QList<QKeySequence>& keys,
                             std::function<void()> act) {
  auto* made = new QAction(text, window_);
  made->setShortcuts(keys);
  connect(made, &QAction::triggered, this, [this, act = std::move(act)] {
    act();
    viewport_.redraw();
  });
  window_->addAction(made);
  return made;
}

void SceneEditor::build_actions() {
  new_ = action(tr("&New scene"), {QKeySequence("Ctrl+N")}, [this] { emit new_wanted(); });
  save_ = action(tr("&Save"), {QKeySequence("Ctrl+S")}, [this] { save(); });
  save_as_ = action(tr("Save &as…"), {QKeySequence("Ctrl+Shift+S")}, [this] { save_as(); });
  undo_ = action(tr("&Undo"), {QKeySequence("Ctrl+Z")}, [this] { undo(); });
  redo_ = action(tr("&Redo"), {QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")}, [this] { redo(); });

  shapes_ = new QMenu(tr("Add &shape"), window_);
  int number = 0;
  for (const RecipeShape& shape : recipe_shapes()) {
    shapes_->addAction(
        action(QString::fromStdString(shape.shape), {shape_key(number++)}, [this, name = shape.shape] {
          context_.add_recipe({name, {}});
        }));
  }

  const auto command = [this](const QString& text, const char* key, EditCommand what, bool needs_body) {
    commands_.push_back({what, action(text, {QKeySequence(key)}, [this, what] { run(what); }), needs_body});
  };
  command(tr("Add &mesh…"), "Ctrl+M", EditCommand::add_mesh, false);
  command(tr("&Duplicate"), "Ctrl+D", EditCommand::duplicate, true);
  command(tr("D&elete"), "Del", EditCommand::remove, true);
  command(tr("Re&name"), "F2", EditCommand::rename, true);
  command(tr("&Fix or free"), "Ctrl+F", EditCommand::fix, true);
  command(tr("Down to the fl&oor"), "End", EditCommand::to_floor, true);
  command(tr("Select ne&xt body"), "N", EditCommand::select_next, false);
  command(tr("&Edit the start"), "E", EditCommand::from_start, false);
  command(tr("Start from &here"), "Ctrl+T", EditCommand::take_poses, false);
  command(tr("Take this &view as the scene's"), "Ctrl+Shift+V", EditCommand::take_view, false);
}

void SceneEditor::fill_menu(QMenu& menu) const {
  menu.addActions({undo_, redo_});
  menu.addSeparator();
  menu.addMenu(shapes_);
  for (const Command& command : commands_) {
    menu.addAction(command.action);
    if (command.command == EditCommand::to_floor || command.command == EditCommand::add_mesh)
      menu.addSeparator();
  }
}

// Menus and panels after anything that they show of the scene has changed.
void SceneEditor::sync() {
  context_.undo_name = history_.undo_name();
  context_.redo_name = history_.redo_name();
  const auto named = [](const QString& verb, const std::string& what) {
    return what.empty() ? verb : verb + " " + QString::fromStdString(what).replace('&', "&&");
  };
  undo_->setText(named(tr("&Undo"), context_.undo_name));
  redo_->setText(named(tr("&Redo"), context_.redo_name));
  undo_->setEnabled(!context_.undo_name.empty());
  redo_->setEnabled(!context_.redo_name.empty());
  save_->setEnabled(context_.scene != nullptr);
  save_as_->setEnabled(context_.scene != nullptr);
  for (const Command& command : commands_)
    command.action->setEnabled(context_.scene && (!command.needs_body || context_.selected));
  viewport_.redraw();
  emit changed();
}

void SceneEditor::run(EditCommand command) {
  switch (command) {
  case EditCommand::add_mesh:
    add_mesh_files();
    return;
  case EditCommand::undo:
    undo();
    return;
  case EditCommand::redo:
    redo();
    return;
  case EditCommand::from_start:
    if (!may_edit())
      return;
    post_(Pause{});
    post_(Event(Reset{}));
    viewport_.show_panel("Bodies");
    emit said(context_.selected ? tr("drag the handles, or type in the Bodies panel")
                                : tr("click a body to move it by its handles"));
    return;
  case EditCommand::take_poses:
    take_present_poses();
    return;
  case EditCommand::take_view:
    apply(set_camera(viewport_.camera().view(viewport_.height())));
    return;
  case EditCommand::select_next:
    if (context_.scene)
      select(std::uint32_t(context_.selected ? (*context_.selected + 1) % context_.scene->bodies.size() : 0));
    return;
  default:
    if (context_.scene && context_.selected && *context_.selected < context_.scene->bodies.size())
      run_on_body(command, *context_.selected);
  }
}

void SceneEditor::run_on_body(EditCommand command, std::size_t body) {
  const Scene& scene = *context_.scene;
  switch (command) {
  case EditCommand::duplicate:
    apply(duplicate_body(scene, body));
    break;
  case EditCommand::remove:
    apply(remove_body(scene, body));
    break;
  case EditCommand::rename:
    viewport_.show_panel("Bodies");
    context_.focus_name = true;
    break;
  case EditCommand::fix:
    apply(set_kind(scene, body, moves_freely(scene.bodies[body].kind) ? BodyKind::fixed : BodyKind::rigid));
    break;
  case EditCommand::to_floor:
    apply(snap_to_floor(scene, body));
    break;
  default:
    break;
  }
}

} // namespace lamina
