#include "ui/window/runs/run_window.h"

#include "ui/window/editing/scene_editor.h"
#include "ui/window/main/main_window.h"
#include "ui/window/viewport/viewport.h"

#include <QApplication>
#include <QSurfaceFormat>
#include <QTimer>

#include <cstdio>

namespace lamina {

void set_surface_format() {
  QSurfaceFormat format;
  format.setVersion(4, 5);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
}

int run_window(int argc, char** argv, const std::vector<std::filesystem::path>& files,
               const OpenOptions& options) {
  set_surface_format();
  QApplication::setApplicationName("Lamina");
  QApplication::setDesktopFileName("lamina");
  QApplication application(argc, argv);
  MainWindow window;
  window.show();
  QTimer::singleShot(0, &window, [&] {
    if (!window.viewport().isValid()) {
      std::fprintf(stderr, "lamina: the window needs OpenGL 4.5, which this display does not offer; "
                           "\"lamina simulate\" runs without a window\n");
      QApplication::exit(1);
    }
  });
  QTimer::singleShot(0, &window.editor(), &SceneEditor::offer_left_behind);
  if (files.empty()) {
    QObject::connect(&window, &MainWindow::scene_opened, &window, &MainWindow::welcome,
                     Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
    window.open({resolve_scene_name("welcome")}, options);
  } else {
    window.open(files, options);
  }
  return QApplication::exec();
}

} // namespace lamina
