#pragma once

#include "core/interactive/request.h"
#include "core/scene/scene_file.h"
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

  void mouse(QEvent::Type type, QPointF place) {
    const bool moving = type == QEvent::MouseMove, up = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, place, view().mapToGlobal(place), moving ? Qt::NoButton : Qt::LeftButton,
                      up ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&view(), &event);
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

  void save(const QString& name) {
    wait_for_pictures();
    const QString file = folder_ + "/" + name + suffix_ + ".png";
    if (!window_.grab().save(file))
      std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
  }

  Viewport& view() { return window_.viewport(); }

private:
  MainWindow& window_;
  QString folder_, suffix_;
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
