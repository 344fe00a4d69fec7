#include "core/contact/method.h"
#include "core/settings/setting_list.h"
#include "ui/window/benchmark/scene_benchmark.h"
#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/icons.h"
#include "ui/window/main/main_window.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <functional>

namespace lamina {

QAction* MainWindow::action(const QString& text, const QList<QKeySequence>& keys, std::function<void()> act,
                            bool repeats) {
  auto* made = new QAction(text, this);
  made->setShortcuts(keys);
  made->setAutoRepeat(repeats);
  connect(made, &QAction::triggered, this, [this, act = std::move(act)] {
    act();
    viewport_->redraw();
  });
  addAction(made);
  return made;
}

QAction* MainWindow::toggle(const QString& text, const QKeySequence& key, bool ViewChoices::*choice) {
  QAction* made = action(text, {key}, [this, choice] {
    ViewChoices& view = viewport_->panels().view;
    view.*choice = !(view.*choice);
    sync_view();
  });
  made->setCheckable(true);
  return made;
}

void MainWindow::build_actions() {
  Actions& a = actions_;
  a.open = action(tr("&Open…"), {QKeySequence::Open}, [this] { choose_files(); });
  a.open_with_options = action(tr("Open &mesh with options…"), {QKeySequence("Ctrl+Shift+O")},
                               [this] { choose_mesh_with_options(); });
  a.open_run = action(tr("Open r&un…"), {QKeySequence("Ctrl+Shift+T")}, [this] { choose_run(); });
  a.gallery = action(tr("S&cenes…"), {QKeySequence("Ctrl+G")}, [this] { show_gallery(); });
  a.reload = action(tr("Re&load"), {QKeySequence("Ctrl+L")}, [this] { reload(); });
  a.screenshot = action(tr("&Screenshot…"), {QKeySequence("Ctrl+P")}, [this] { take_screenshot(); });
  a.copy_picture = action(tr("&Copy picture"), {QKeySequence("Ctrl+Shift+C")}, [this] { copy_picture(); });
  a.video = action(tr("&Video…"), {QKeySequence("Ctrl+Shift+P")}, [this] { toggle_video(); });
  a.preferences = action(tr("Pre&ferences…"), {QKeySequence("Ctrl+,")}, [this] { show_preferences(); });
  a.quit = action(tr("&Quit"), {QKeySequence("Ctrl+Q")}, [this] { close(); });

  a.play = action(tr("Play"), {QKeySequence(Qt::Key_Space)}, [this] { toggle_playing(); });
  a.step = action(
      tr("S&tep"), {QKeySequence(Qt::Key_Right)}, [this] { post(StepOnce{}); }, true);
  a.back = action(
      tr("Step &back"), {QKeySequence(Qt::Key_Left)}, [this] { step_back(); }, true);
  a.reset = action(tr("&Reset"), {QKeySequence(Qt::Key_Backspace)}, [this] { post(Event(Reset{})); });

  a.contacts = toggle(tr("&Contacts"), QKeySequence("C"), &ViewChoices::contacts);
  a.cycle_contacts = action(tr("&Next view of contacts"), {QKeySequence("V")}, [this] {
    viewport_->panels().view.cycle_contacts();
    sync_view();
  });
  a.regions = toggle(tr("&Region boxes"), QKeySequence("B"), &ViewChoices::regions);
  a.forces = toggle(tr("&Forces"), QKeySequence("G"), &ViewChoices::forces);
  a.grid = toggle(tr("Ground &grid"), QKeySequence("Shift+G"), &ViewChoices::grid);
  a.ray_traced = toggle(tr("Ray-&traced picture"), QKeySequence("T"), &ViewChoices::ray_traced);
  a.ray_traced->setToolTip(tr(ray_traced_tooltip));
  a.panels = toggle(tr("P&anels"), QKeySequence(Qt::Key_Tab), &ViewChoices::panels);
  a.keys = toggle(tr("&Keys"), QKeySequence(Qt::Key_F1), &ViewChoices::keys);
  a.unpin =
      action(tr("&Unpin all pixels"), {QKeySequence("U")}, [this] { viewport_->panels().pins->clear(); });
  a.frame = action(tr("Frame &all"), {QKeySequence("F")}, [this] { viewport_->frame_all(); });
  a.home = action(tr("&Home: the scene's own view"), {QKeySequence(Qt::Key_Home)},
                  [this] { viewport_->look_home(); });
  const auto side = [this](const QString& text, const char* key, ViewSide from) {
    return action(text, {QKeySequence(key)}, [this, from] { viewport_->look_from(from); });
  };
  a.front = side(tr("From the &front, or the back"), "1", ViewSide::front);
  a.right = side(tr("From the &right, or the left"), "3", ViewSide::right);
  a.top = side(tr("From the &top"), "7", ViewSide::top);
  a.below = side(tr("From &below"), "9", ViewSide::below);
  a.orthographic = action(tr("&Orthographic"), {QKeySequence("5")}, [this] {
    viewport_->set_orthographic(!viewport_->camera().orthographic());
    sync_view();
  });
  a.orthographic->setCheckable(true);
  a.compare =
      action(tr("Compare &methods side by side"), {QKeySequence("M")}, [this] { toggle_comparing(); });
  a.compare->setCheckable(true);
  a.restore_panels = action(tr("Panels as at fi&rst"), {QKeySequence("Shift+F6")}, [this] {
    PanelContext& panels = viewport_->panels();
    panels.layout.restore();
    panels.fold_anew = true;
    panels.view.panels = true;
    sync_view();
  });
  a.profiler = action(tr("Pr&ofiler"), {QKeySequence(Qt::Key_F3)}, [this] {
    viewport_->show_panel("Profiler");
    sync_view();
  });
  a.plots = action(tr("P&lots…"), {QKeySequence(Qt::Key_F4)}, [this] { show_plots(); });
  a.walk = action(tr("&Keyboard into the panels"), {QKeySequence(Qt::Key_F6)}, [this] {
    viewport_->walk_panels_by_keyboard();
    say(tr("arrows move, Space presses, Escape leaves the panels"));
    sync_view();
  });
  a.full_screen = action(tr("F&ull screen"), {QKeySequence(Qt::Key_F11)}, [this] { toggle_full_screen(); });

  a.record = action(tr("Record"), {QKeySequence("Ctrl+R")}, [this] { toggle_recording(); });
  a.choose_record =
      action(tr("&Folder for runs…"), {QKeySequence("Ctrl+Shift+R")}, [this] { choose_record_folder(); });
  a.show_record =
      action(tr("&Show the run folder"), {QKeySequence("Ctrl+Shift+F")}, [this] { open_record_folder(); });
  a.report = action(tr("R&eport…"), {QKeySequence("Ctrl+Shift+E")}, [this] { show_report(); });
  build_run_actions();
  a.about = action(tr("&About Lamina"), {QKeySequence("Shift+F1")}, [this] { about(); });

  a.themes = new QActionGroup(this);
  const QStringList names = {tr("As the &desktop"), tr("&Light"), tr("Da&rk")};
  for (int i = 0; i < 3; ++i) {
    QAction* choice = action(names[i], {QKeySequence(Qt::Key(Qt::Key_F7 + i))}, [this, i] {
      viewport_->panels().view.theme = ThemeChoice(i);
      theme_->choose(ThemeChoice(i));
    });
    choice->setCheckable(true);
    choice->setData(i);
    a.themes->addAction(choice);
  }
  a.play->setIcon(symbol_icon(Symbol::play, false));
  a.record->setIcon(symbol_icon(Symbol::record, false));
}

void MainWindow::build_menus() {
  const Actions& a = actions_;
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addActions({a.gallery, a.open, a.open_with_options, a.open_run});
  recent_menu_ = file->addMenu(tr("Open &recent"));
  file->addAction(a.reload);
  file->addSeparator();
  file->addActions(editor_->file_actions());
  file->addSeparator();
  file->addActions({a.screenshot, a.copy_picture, a.video});
  file->addSeparator();
  file->addAction(a.preferences);
  file->addSeparator();
  file->addAction(a.quit);
  connect(recent_menu_, &QMenu::aboutToShow, this, &MainWindow::fill_recent_menu);

  editor_->fill_menu(*menuBar()->addMenu(tr("&Edit")));

  QMenu* simulation = menuBar()->addMenu(tr("&Simulation"));
  simulation->addActions({a.play, a.step, a.back, a.reset});
  QMenu* presets = simulation->addMenu(tr("&Presets"));
  int number = 0;
  for (const std::string& name : preset_names()) {
    const QKeySequence key(Qt::ALT | Qt::Key(Qt::Key_1 + number));
    presets->addAction(
        action(QString::fromStdString(name), {key}, [this, name] { post(Event(ApplyPreset{name})); }));
    ++number;
  }
  build_backend_menu(*simulation->addMenu(tr("&Backend")));

  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addActions({a.contacts, a.cycle_contacts, a.regions, a.forces, a.grid, a.ray_traced, a.unpin});
  view->setToolTipsVisible(true);
  view->addSeparator();
  view->addMenu(tr("C&amera"))
      ->addActions({a.home, a.frame, a.front, a.right, a.top, a.below, a.orthographic});
  view->addAction(a.compare);
  view->addSeparator();
  view->addActions({a.panels, a.restore_panels, a.profiler, a.plots, a.walk, a.full_screen});
  view->addMenu(tr("&Theme"))->addActions(a.themes->actions());

  QMenu* run = menuBar()->addMenu(tr("&Run"));
  run->addActions({a.record, a.choose_record, a.show_record});
  run->addSeparator();
  run->addActions({a.last_run, a.report});
  run->addSeparator();
  run->addActions(
      {a.live, a.first_frame, a.last_frame, a.second_back, a.second_on, a.slower, a.faster, a.close_run});

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addActions({a.keys, a.about});
  new SceneBenchmark(*this, *run);
  sync_view();
}

/// With keys, since the hand with the mouse may be holding a body; the presets have Alt and the digits
/// before.
void MainWindow::build_backend_menu(QMenu& menu) {
  actions_.backends = new QActionGroup(this);
  QStringList names;
  for (const MethodRegistration& known : contact_methods())
    if (const QString name = QString::fromStdString(known.backend); !names.contains(name))
      names << name;
  const QString digits = "567890";
  for (const QString& name : names) {
    const qsizetype at = names.indexOf(name);
    const QList<QKeySequence> keys = at < digits.size()
                                         ? QList<QKeySequence>{QKeySequence(QString("Alt+") + digits[at])}
                                         : QList<QKeySequence>{};
    QAction* choice = action(name, keys, [this, name = name.toStdString()] {
      post(Event(SetSetting{"backend", name}));
    });
    choice->setCheckable(true);
    choice->setData(name);
    actions_.backends->addAction(choice);
  }
  menu.addActions(actions_.backends->actions());
}

void MainWindow::build_tool_bar() {
  const Actions& a = actions_;
  auto* bar = new QToolBar(tr("Tools"));
  bar->setObjectName("tools");
  bar->setMovable(false);
  bar->setIconSize({18, 18});
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->addActions({a.gallery, a.open, a.play, a.step, a.reset, a.frame, a.contacts});
  scene_label_ = new QLabel;
  scene_label_->setContentsMargins(12, 0, 0, 0);
  bar->addWidget(scene_label_);
  auto* gap = new QWidget;
  gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(gap);
  bar->addAction(a.record);
  // What newcomers look for is named.
  for (QAction* named : {a.gallery, a.open, a.contacts, a.record})
    static_cast<QToolButton*>(bar->widgetForAction(named))->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  method_label_ = new QLabel;
  method_label_->setContentsMargins(8, 0, 8, 0);
  bar->addWidget(method_label_);
  addToolBar(bar);
}

void MainWindow::fill_recent_menu() {
  recent_menu_->clear();
  for (const QString& file : preferences_.recent) {
    QAction* entry = recent_menu_->addAction(QFileInfo(file).fileName());
    entry->setToolTip(file);
    entry->setStatusTip(file);
    connect(entry, &QAction::triggered, this, [this, file] { open({file.toStdString()}); });
  }
  if (preferences_.recent.isEmpty())
    recent_menu_->addAction(tr("nothing yet"))->setEnabled(false);
}

void MainWindow::list_keys() {
  const auto plain = [](QString text) { return text.remove('&').remove(u'…').toStdString(); };
  using List = std::function<void(const QMenu&, KeyGroup&, const std::string&)>;
  const List list = [&](const QMenu& menu, KeyGroup& group, const std::string& within) {
    for (const QAction* entry : menu.actions()) {
      if (entry->menu())
        list(*entry->menu(), group, plain(entry->text()) + ": ");
      QStringList keys;
      for (const QKeySequence& key : entry->shortcuts())
        if (!key.isEmpty())
          keys << key.toString(QKeySequence::NativeText).replace("Right", "→").replace("Left", "←");
      if (!keys.isEmpty())
        group.lines.push_back({keys.join("  ").toStdString(), within + plain(entry->text())});
    }
  };
  std::vector<KeyGroup>& groups = viewport_->overlay().menu_keys;
  groups.clear();
  for (const QAction* top : menuBar()->actions()) {
    KeyGroup group{plain(top->text()), {}};
    list(*top->menu(), group, {});
    if (!group.lines.empty())
      groups.push_back(std::move(group));
  }
}

} // namespace lamina
