#include "ui/window/preferences.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace lamina {
namespace {

QSettings settings() {
  return QSettings(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
}

QString layout_file(const QSettings& ini) {
  return QFileInfo(ini.fileName()).dir().filePath("panels.ini");
}

QString standard_folder(QStandardPaths::StandardLocation location, const QString& name) {
  const QString folder = QStandardPaths::writableLocation(location);
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name);
}

template <class Enum>
Enum choice(const QSettings& ini, const char* key, Enum initial, Enum last) {
  const int value = ini.value(key, int(initial)).toInt();
  return value < 0 || value > int(last) ? initial : Enum(value);
}

} // namespace

void Preferences::note_recent(const QString& file) {
  recent.removeAll(file);
  recent.prepend(file);
  while (recent.size() > recent_limit)
    recent.removeLast();
}

Preferences load_preferences() {
  const QSettings ini = settings();
  Preferences p;
  p.view.pixels = choice(ini, "view/pixels", PixelView::off, PixelView::through);
  p.view.regions = ini.value("view/regions", false).toBool();
  p.view.forces = ini.value("view/forces", false).toBool();
  p.view.grid = ini.value("view/grid", true).toBool();
  p.view.panels = ini.value("view/panels", true).toBool();
  p.view.theme = choice(ini, "view/theme", ThemeChoice::system, ThemeChoice::dark);
  p.geometry = ini.value("window/geometry").toByteArray();
  p.recent = ini.value("files/recent").toStringList();
  p.open_folder = ini.value("files/open_folder", QDir::homePath()).toString();
  p.record_folder =
      ini.value("files/record_folder", standard_folder(QStandardPaths::DocumentsLocation, "lamina-runs"))
          .toString();
  p.picture_folder =
      ini.value("files/picture_folder", standard_folder(QStandardPaths::PicturesLocation, "")).toString();
  p.has_dragged = ini.value("hints/has_dragged", false).toBool();
  QFile layout(layout_file(ini));
  if (layout.open(QIODevice::ReadOnly))
    p.panel_layout = layout.read(64 * 1024).toStdString();
  return p;
}

void save_preferences(const Preferences& p) {
  QSettings ini = settings();
  ini.setValue("view/pixels", int(p.view.pixels));
  ini.setValue("view/regions", p.view.regions);
  ini.setValue("view/forces", p.view.forces);
  ini.setValue("view/grid", p.view.grid);
  ini.setValue("view/panels", p.view.panels);
  ini.setValue("view/theme", int(p.view.theme));
  ini.setValue("window/geometry", p.geometry);
  ini.setValue("files/recent", p.recent);
  ini.setValue("files/open_folder", p.open_folder);
  ini.setValue("files/record_folder", p.record_folder);
  ini.setValue("files/picture_folder", p.picture_folder);
  ini.setValue("hints/has_dragged", p.has_dragged);
  ini.sync();
  QFile layout(layout_file(ini));
  if (layout.open(QIODevice::WriteOnly))
    layout.write(p.panel_layout.data(), qint64(p.panel_layout.size()));
}

} // namespace lamina
