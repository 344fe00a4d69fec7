#include "ui/window/editing/scene_editor.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QShortcut>

#include <utility>

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

  build_align_menu();
  const auto command = [this](const QString& text, const char* key, EditCommand what, std::size_t least) {
    commands_.push_back({what, action(text, {QKeySequence(key)}, [this, what] { run(what); }), least});
  };
  command(tr("Add &mesh…"), "Ctrl+M", EditCommand::add_mesh, 0);
  command(tr("Select &all"), "Ctrl+A", EditCommand::select_all, 0);
  command(tr("Select ne&xt body"), "N", EditCommand::select_next, 0);
  command(tr("Select the &whole group"), "Ctrl+Shift+A", EditCommand::select_group, 1);
  command(tr("&Duplicate"), "Ctrl+D", EditCommand::duplicate, 1);
  command(tr("D&elete"), "Del", EditCommand::remove, 1);
  command(tr("Re&name"), "F2", EditCommand::rename, 1);
  command(tr("&Fix or free"), "Ctrl+F", EditCommand::fix, 1);
  command(tr("Down to the fl&oor"), "End", EditCommand::to_floor, 1);
  command(tr("Stac&k"), "Ctrl+K", EditCommand::stack, 2);
  command(tr("&Group"), "Ctrl+Shift+G", EditCommand::group, 2);
  command(tr("Ungrou&p"), "Ctrl+Shift+U", EditCommand::ungroup, 1);
  command(tr("Ed&it the start"), "E", EditCommand::from_start, 0);
  command(tr("Start from &here"), "Ctrl+T", EditCommand::take_poses, 0);
  command(tr("Take this &view as the scene's"), "Ctrl+Shift+V", EditCommand::take_view, 0);
  build_refusals();
}

// All that a locked scene refuses.
std::vector<QAction*> SceneEditor::edit_actions() const {
  std::vector<QAction*> actions{undo_, redo_};
  for (const QMenu* menu : {shapes_, align_})
    for (QAction* each : menu->actions())
      actions.push_back(each);
  for (const Command& command : commands_)
    if (is_edit(command.command))
      actions.push_back(command.action);
  return actions;
}

// The key of a disabled action would do nothing at all.
void SceneEditor::build_refusals() {
  for (const QAction* edit : edit_actions())
    for (const QKeySequence& key : edit->shortcuts()) {
      auto* refusal = new QShortcut(key, window_);
      refusal->setEnabled(false);
      connect(refusal, &QShortcut::activated, this, [this] { refuse(context_.locked); });
      refusals_.push_back(refusal);
    }
}

void SceneEditor::lock(const std::string& why) {
  context_.locked = why;
  context_.refusal.clear();
  for (QShortcut* refusal : refusals_)
    refusal->setEnabled(!why.empty());
  sync();
}

// The letter of the axis with Alt for the middles, and Shift or Ctrl besides for the ends.
void SceneEditor::build_align_menu() {
  struct Choice {
    AlignBy by;
    QString text;
    Qt::KeyboardModifiers keys;
  };
  const Choice choices[] = {
      {AlignBy::middle, tr("Middles along %1"), Qt::AltModifier},
      {AlignBy::lowest, tr("Lowest along %1"), Qt::AltModifier | Qt::ShiftModifier},
      {AlignBy::highest, tr("Highest along %1"), Qt::AltModifier | Qt::ControlModifier}};
  align_ = new QMenu(tr("A&lign with the first"), window_);
  for (const Choice& choice : choices)
    for (int axis = 0; axis < 3; ++axis) {
      const QKeySequence key(QKeyCombination(choice.keys, Qt::Key(Qt::Key_X + axis)));
      align_->addAction(action(choice.text.arg(QChar('x' + axis)), {key},
                               [this, axis, by = choice.by] { align(axis, by); }));
    }
}

void SceneEditor::fill_menu(QMenu& menu) {
  menu_ = &menu;
  menu.addActions({undo_, redo_});
  menu.addSeparator();
  menu.addMenu(shapes_);
  for (const Command& command : commands_) {
    menu.addAction(command.action);
    if (command.command == EditCommand::stack)
      menu.addMenu(align_);
    if (command.command == EditCommand::add_mesh || command.command == EditCommand::select_group ||
        command.command == EditCommand::ungroup)
      menu.addSeparator();
  }
}

// A step makes cuts final, and whoever undoes one sees it gone in the next snapshot.
void SceneEditor::follow_cuts() {
  const auto now = latest_();
  const std::size_t cuts = now ? now->cuts : 0;
  if (std::exchange(cuts_, cuts) != cuts)
    sync();
}

// Menus and panels after anything that they show of the scene has changed.
void SceneEditor::sync() {
  context_.undo_name = cuts_ > 0 ? "cut" : history_.undo_name();
  context_.redo_name = history_.redo_name();
  const auto named = [](const QString& verb, const std::string& what) {
    return what.empty() ? verb : verb + " " + QString::fromStdString(what).replace('&', "&&");
  };
  undo_->setText(named(tr("&Undo"), context_.undo_name));
  redo_->setText(named(tr("&Redo"), context_.redo_name));
  const bool open = context_.locked.empty();
  undo_->setEnabled(open && !context_.undo_name.empty());
  redo_->setEnabled(open && !context_.redo_name.empty());
  save_->setEnabled(context_.scene != nullptr);
  save_as_->setEnabled(context_.scene != nullptr);
  for (const Command& command : commands_)
    command.action->setEnabled(context_.scene && context_.selected.size() >= command.least &&
                               (open || !is_edit(command.command)));
  align_->setEnabled(open && context_.scene && context_.selected.size() > 1);
  shapes_->setEnabled(open);
  for (const QMenu* menu : {shapes_, align_})
    for (QAction* each : menu->actions())
      each->setEnabled(open);
  // Only a locked scene has something to say there.
  if (menu_)
    menu_->setToolTipsVisible(!open);
  for (QAction* edit : edit_actions())
    edit->setToolTip(QString::fromStdString(context_.locked));
  for (QMenu* menu : {shapes_, align_})
    menu->menuAction()->setToolTip(QString::fromStdString(context_.locked));
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
    viewport_.show_panel(context_.selected.empty() ? "Bodies" : "Body");
    emit said(context_.selected.empty() ? tr("click a body to move it by its handles")
                                        : tr("drag the handles, or the numbers in the Body panel"));
    return;
  case EditCommand::take_poses:
    take_present_poses();
    return;
  case EditCommand::take_view:
    apply(set_camera(viewport_.camera().view(viewport_.height())));
    return;
  case EditCommand::select_next:
    select_next();
    return;
  case EditCommand::select_all:
    select_all();
    return;
  default:
    if (context_.scene && !context_.selected.empty() &&
        *context_.selected.primary() < context_.scene->bodies.size())
      run_on_selected(command);
  }
}

void SceneEditor::select_next() {
  if (!context_.scene)
    return;
  const auto primary = context_.selected.primary();
  Selection next;
  next.only(std::uint32_t(primary ? (*primary + 1) % context_.scene->bodies.size() : 0));
  select(next);
}

void SceneEditor::select_all() {
  if (!context_.scene)
    return;
  Selection all;
  for (std::uint32_t i = 0; i < context_.scene->bodies.size(); ++i)
    if (context_.scene->bodies[i].sidedness == Sidedness::closed)
      all.add(i);
  select(all);
}

void SceneEditor::align(int axis, AlignBy by) {
  if (context_.scene)
    apply(align_bodies(*context_.scene, context_.selected.bodies(), axis, by));
}

void SceneEditor::run_on_selected(EditCommand command) {
  const Scene& scene = *context_.scene;
  const std::vector<std::uint32_t> bodies = context_.selected.bodies();
  switch (command) {
  case EditCommand::duplicate:
    apply(duplicate_bodies(scene, bodies));
    break;
  case EditCommand::remove:
    apply(remove_bodies(scene, bodies));
    break;
  case EditCommand::rename:
    viewport_.show_panel("Body");
    context_.focus_name = true;
    break;
  case EditCommand::fix:
    apply(fix_or_free(scene, bodies));
    break;
  case EditCommand::to_floor:
    apply(edit_each(scene, bodies, "lower", [&](std::size_t body) { return snap_to_floor(scene, body); }));
    break;
  case EditCommand::stack:
    apply(stack_bodies(scene, bodies));
    break;
  case EditCommand::group:
    apply(group_bodies(scene, bodies));
    break;
  case EditCommand::ungroup:
    apply(ungroup_bodies(scene, bodies));
    break;
  case EditCommand::select_group: {
    Selection selection;
    selection.only(with_their_groups(scene, bodies));
    select(selection);
    break;
  }
  default:
    break;
  }
}

} // namespace lamina
