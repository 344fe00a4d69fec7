#pragma once

#include "core/interactive/request.h"
#include "core/scene/scene_file.h"
#include "ui/panels/panel.h"
#include "ui/window/main/main_window.h"
#include "ui/window/runs/run_window.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>
#include <functional>
#include <optional>

namespace lamina {

/// Drives one window and saves what it shows.
class Photographer {
public:
  Photographer(MainWindow& window, QString folder, QString suffix)
      : window_(window), folder_(std::move(folder)), suffix_(std::move(suffix)) {}

  void wait(const std::function<bool()>& condition, qint64 most_ms = 60'000) {
    QElapsedTimer watch;
    watch.start();
    while (!condition() && watch.elapsed() < most_ms)
      QApplication::processEvents(QEventLoop::AllEvents, 10);
  }

  void wait_for_pictures(int count = 6) {
    int drawn = 0;
    const auto counting = QObject::connect(&view(), &Viewport::drawn, [&] { ++drawn; });
    view().redraw(count + 1);
    wait([&] { return drawn >= count; });
    QObject::disconnect(counting);
  }

  /// Opens a scene, lets it run to a step and holds it there.
  void open(const std::filesystem::path& file, std::uint64_t step, OpenOptions options = {}) {
    const std::uint64_t before = window_.latest() ? window_.latest()->scene_revision : 0;
    window_.open({file}, options);
    wait([&] { return window_.latest() && window_.latest()->scene_revision > before && !window_.loading(); });
    wait([&] { return window_.latest()->statistics.step >= step; });
    window_.post(Pause{});
    wait([&] { return !window_.latest()->playing; });
  }

  QPointF place_of(const Vec3& world) {
    const auto at = view().camera().project(world, {view().width(), view().height()});
    return at ? QPointF(at->x(), at->y()) : QPointF();
  }

  /// A move while a button is held is told with that button.
  void mouse(QEvent::Type type, QPointF place, Qt::MouseButton button = Qt::LeftButton,
             Qt::KeyboardModifiers keys = {}) {
    const bool moving = type == QEvent::MouseMove;
    held_ = type == QEvent::MouseButtonPress ? button : moving ? held_ : Qt::NoButton;
    QMouseEvent event(type, place, view().mapToGlobal(place), moving ? Qt::NoButton : button, held_, keys);
    QApplication::sendEvent(&view(), &event);
  }

  /// Unfolds or folds a panel by a click on its title, unless it is so already.
  void fold(const char* panel, bool folded) {
    const WidgetRects::Rect* rect = view().panels().rects.find(panel);
    if (!rect || folded == (rect->y1 - rect->y0 < 1.6f * title_height()))
      return;
    const QPointF title(double(rect->x0) + 0.5 * title_height(), double(rect->y0) + 0.5 * title_height());
    click(title);
    point_away();
  }

  /// Opens one panel and folds the others of its column, so that nothing in it has to be scrolled to.
  void open_only(const char* panel) {
    for (const Panel& other : panel_list())
      if (std::string(other.title) != panel)
        fold(other.title, true);
    fold(panel, false);
    wait_for_pictures();
  }

  void click(QPointF place, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {}) {
    for (const QEvent::Type type :
         {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
      mouse(type, place, button, keys);
      wait_for_pictures(2);
    }
  }

  /// The pointer leaves the viewport, so that nothing is pointed at.
  void point_away() {
    QEvent away(QEvent::Leave);
    QApplication::sendEvent(&view(), &away);
    wait_for_pictures(2);
  }

  /// Triggers what opens a dialog, and saves the dialog.
  void save_dialog(const std::function<void()>& open, const QString& name, qint64 patience_ms) {
    open();
    QElapsedTimer watch;
    watch.start();
    wait([&] { return watch.elapsed() > patience_ms; });
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) {
        dialog->grab().save(folder_ + "/" + name + suffix_ + ".png");
        dialog->close();
      }
  }

  /// As a menu, a button of the tool bar or a key does.
  void trigger(const QString& action) {
    for (QAction* known : window_.findChildren<QAction*>())
      if (known->text().remove('&') == action)
        known->trigger();
    wait_for_pictures();
  }

  /// Waits for the full picture, if what is shown rests.
  void save(const QString& name) {
    wait_for_pictures();
    if (window_.latest() && !window_.latest()->playing)
      wait([&] { return view().settled(); }, 20'000);
    const QString file = folder_ + "/" + name + suffix_ + ".png";
    if (!window_.grab().save(file))
      std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
  }

  Viewport& view() { return window_.viewport(); }

private:
  /// Of panels, in logical pixels.
  float title_height() { return float(26 * view().panels().view.panel_scale); }

  MainWindow& window_;
  QString folder_, suffix_;
  Qt::MouseButton held_ = Qt::NoButton;
};

/// The application, with settings and caches that begin empty and leave nothing behind.
class EmptyHome {
public:
  EmptyHome(int& argc, char** argv) {
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
      qputenv(name, folder_.path().toUtf8());
    set_surface_format();
    application_.emplace(argc, argv);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
  }

private:
  QTemporaryDir folder_;
  std::optional<QApplication> application_;
};

/// `theme`: "light" or "dark".
inline void show_window(MainWindow& window, const QString& theme, QSize size) {
  for (QAction* action : window.findChildren<QAction*>())
    if (action->text() == (theme == "dark" ? "Da&rk" : "&Light"))
      action->trigger();
  window.resize(size);
  window.show();
}

} // namespace lamina
