#include "ui/window/runs/run_window.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  lamina::set_surface_format();
  QApplication application(argc, argv);

  // Nobody's own preferences or cached pictures are read or changed.
  const QTemporaryDir preferences, cache;
  qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, preferences.path());
  qputenv("XDG_STATE_HOME", preferences.path().toUtf8());
  return RUN_ALL_TESTS();
}
