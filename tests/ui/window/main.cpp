#include "ui/window/run_window.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  lamina::set_surface_format();
  QApplication application(argc, argv);

  // Nobody's own preferences are read or changed.
  const QTemporaryDir preferences;
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, preferences.path());
  qputenv("XDG_STATE_HOME", preferences.path().toUtf8());
  return RUN_ALL_TESTS();
}
