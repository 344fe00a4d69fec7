// Takes the pictures of the window that the documentation shows: one run for a theme, a size and a scale
// factor.

#include "core/scene/scene_file.h"
#include "core/simulation/request.h"
#include "ui/panels/panel.h"
#include "ui/window/main_window.h"
#include "ui/window/run_window.h"
#include "ui/window/viewport.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>
#include <functional>

namespace lamina {
namespace {

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
  void open(const std::string& scene, std::uint64_t step) {
    const std::uint64_t before = window_.latest() ? window_.latest()->scene_revision : 0;
    window_.open({resolve_scene_name(scene)});
    wait([&] { return window_.latest() && window_.latest()->scene_revision > before && !window_.loading(); });
    wait([&] { return window_.latest()->statistics.step >= step; });
    window_.post(Pause{});
    wait([&] { return !window_.latest()->playing; });
  }

  void key(int pressed, Qt::KeyboardModifiers modifiers = {}) {
    QKeyEvent down(QEvent::KeyPress, pressed, modifiers), up(QEvent::KeyRelease, pressed, modifiers);
    QApplication::sendEvent(&view(), &down);
    QApplication::sendEvent(&view(), &up);
  }

  void point(const Vec3& world) {
    const auto at = view().camera().project(world, {view().width(), view().height()});
    if (!at)
      return;
    const QPointF place(at->x(), at->y());
    QMouseEvent move(QEvent::MouseMove, place, view().mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&view(), &move);
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

void take_all(Photographer& photographer) {
  PanelContext& panels = photographer.view().panels();
  photographer.view().overlay().drag_hint = true;
  photographer.open("welcome", 150);
  photographer.save("welcome");
  photographer.view().overlay().drag_hint = false;

  panels.view.contacts = true;
  photographer.wait_for_pictures();
  photographer.save("contact-pixels");
  panels.view.contact_view = ContactView::volume;
  photographer.save("intersection-volume");
  panels.view.contact_view = ContactView::layers;
  photographer.save("layers");
  panels.view.contact_view = ContactView::pixels;
  panels.view.contacts = false;

  photographer.open("heap", 200);
  panels.view.regions = true;
  photographer.save("regions");
  panels.view.regions = false;
  photographer.view().show_panel("Energy");
  photographer.save("energy");
  panels.view.keys = true;
  photographer.save("keys");
  panels.view.keys = false;
  panels.view.panels = false;
  photographer.save("without-panels");
  panels.view.panels = true;
}

} // namespace
} // namespace lamina

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: lamina_window_pictures FOLDER light|dark WIDTH HEIGHT SUFFIX\n");
    return 2;
  }
  QTemporaryDir home;
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    qputenv(name, home.path().toUtf8());
  lamina::set_surface_format();
  QApplication application(argc, argv);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
  lamina::MainWindow window;
  const QString theme = QString(argv[2]) == "dark" ? "Da&rk" : "&Light";
  for (QAction* action : window.findChildren<QAction*>())
    if (action->text() == theme)
      action->trigger();
  window.resize(QString(argv[3]).toInt(), QString(argv[4]).toInt());
  window.show();
  lamina::Photographer photographer(window, argv[1], argv[5]);
  lamina::take_all(photographer);
  window.close();
}
