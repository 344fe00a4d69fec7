#include "ui/window/preferences/preferences.h"

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

QString usual_record_folder() {
  return standard_folder(QStandardPaths::DocumentsLocation, "lamina-runs");
}

QString usual_picture_folder() {
  return standard_folder(QStandardPaths::PicturesLocation, "");
}

template <class Enum>
Enum choice(const QSettings& ini, const char* key, Enum initial, Enum last) {
  const int value = ini.value(key, int(initial)).toInt();
  return value < 0 || value > int(last) ? initial : Enum(value);
}

// The cut is not kept: a scene that opens cut open would puzzle.
void read_modes(const QSettings& ini, ViewModes& modes) {
  modes.ray_traced = ini.value("view/ray_traced", modes.ray_traced).toBool();
  modes.contacts = ini.value("view/contacts", modes.contacts).toBool();
  modes.contact_view = choice(ini, "view/contact_view", modes.contact_view, ContactView::layers);
  modes.pixel_colour = choice(ini, "view/pixel_colour", modes.pixel_colour, PixelColour::reason);
  modes.layer_axis = std::clamp(ini.value("view/layer_axis", modes.layer_axis).toInt(), 0, 2);
  modes.see_through = ini.value("view/see_through", modes.see_through).toBool();
  modes.skin = choice(ini, "view/skin", modes.skin, SkinColour::pieces);
  modes.inside = ini.value("view/inside", modes.inside).toBool();
  modes.forces = ini.value("view/forces", modes.forces).toBool();
  modes.force_level = choice(ini, "view/force_level", modes.force_level, ForceLevel::vertex);
  modes.rays = ini.value("view/rays", modes.rays).toBool();
  modes.distances = ini.value("view/distances", modes.distances).toBool();
  modes.march = ini.value("view/march", modes.march).toBool();
  modes.closest = ini.value("view/closest", modes.closest).toBool();
  modes.hash_cells = ini.value("view/hash_cells", modes.hash_cells).toBool();
  modes.ways_out = ini.value("view/ways_out", modes.ways_out).toBool();
  modes.tree = ini.value("view/tree", modes.tree).toBool();
  modes.error_image = ini.value("view/error_image", modes.error_image).toBool();
  modes.tree_level =
      std::clamp(ini.value("view/tree_level", modes.tree_level).toInt(), 0, deepest_tree_level);
  modes.regions = ini.value("view/regions", modes.regions).toBool();
  modes.pixel_grid = ini.value("view/pixel_grid", modes.pixel_grid).toBool();
  modes.dropped = ini.value("view/dropped", modes.dropped).toBool();
  modes.grid = ini.value("view/grid", modes.grid).toBool();
  modes.asleep = ini.value("view/asleep", modes.asleep).toBool();
}

void write_modes(QSettings& ini, const ViewModes& modes) {
  ini.setValue("view/ray_traced", modes.ray_traced);
  ini.setValue("view/contacts", modes.contacts);
  ini.setValue("view/contact_view", int(modes.contact_view));
  ini.setValue("view/pixel_colour", int(modes.pixel_colour));
  ini.setValue("view/layer_axis", modes.layer_axis);
  ini.setValue("view/see_through", modes.see_through);
  ini.setValue("view/skin", int(modes.skin));
  ini.setValue("view/inside", modes.inside);
  ini.setValue("view/forces", modes.forces);
  ini.setValue("view/force_level", int(modes.force_level));
  ini.setValue("view/rays", modes.rays);
  ini.setValue("view/distances", modes.distances);
  ini.setValue("view/march", modes.march);
  ini.setValue("view/closest", modes.closest);
  ini.setValue("view/hash_cells", modes.hash_cells);
  ini.setValue("view/ways_out", modes.ways_out);
  ini.setValue("view/tree", modes.tree);
  ini.setValue("view/error_image", modes.error_image);
  ini.setValue("view/tree_level", modes.tree_level);
  ini.setValue("view/regions", modes.regions);
  ini.setValue("view/pixel_grid", modes.pixel_grid);
  ini.setValue("view/dropped", modes.dropped);
  ini.setValue("view/grid", modes.grid);
  ini.setValue("view/asleep", modes.asleep);
}

} // namespace

void Preferences::note_recent(const QString& file) {
  recent.removeAll(file);
  recent.prepend(file);
  while (recent.size() > recent_limit)
    recent.removeLast();
}

void restore_defaults(Preferences& p) {
  const ViewChoices usual;
  p.view.theme = usual.theme;
  p.view.panel_scale = usual.panel_scale;
  p.view.motion = usual.motion;
  p.view.quality = usual.quality;
  p.record_folder = usual_record_folder();
  p.picture_folder = usual_picture_folder();
}

Preferences load_preferences() {
  const QSettings ini = settings();
  Preferences p;
  read_modes(ini, p.view);
  p.view.legend = ini.value("view/legend", true).toBool();
  p.view.quality = choice(ini, "view/quality", QualityChoice::automatic, QualityChoice::high);
  p.view.panels = ini.value("view/panels", true).toBool();
  p.view.theme = choice(ini, "view/theme", ThemeChoice::system, ThemeChoice::dark);
  p.view.panel_scale =
      std::clamp(ini.value("view/panel_scale", 1.0).toDouble(), smallest_panel_scale, largest_panel_scale);
  p.view.motion = choice(ini, "view/motion", MotionChoice::system, MotionChoice::reduced);
  p.geometry = ini.value("window/geometry").toByteArray();
  p.recent = ini.value("files/recent").toStringList();
  p.open_folder = ini.value("files/open_folder", QDir::homePath()).toString();
  p.record_folder = ini.value("files/record_folder", usual_record_folder()).toString();
  p.picture_folder = ini.value("files/picture_folder", usual_picture_folder()).toString();
  p.has_seen_gallery = ini.value("hints/has_seen_gallery", false).toBool();
  p.has_dragged = ini.value("hints/has_dragged", false).toBool();
  QFile layout(layout_file(ini));
  if (layout.open(QIODevice::ReadOnly))
    p.panel_layout = layout.read(64 * 1024).toStdString();
  return p;
}

void save_preferences(const Preferences& p) {
  QSettings ini = settings();
  write_modes(ini, p.view);
  ini.setValue("view/legend", p.view.legend);
  ini.setValue("view/quality", int(p.view.quality));
  ini.setValue("view/panels", p.view.panels);
  ini.setValue("view/theme", int(p.view.theme));
  ini.setValue("view/panel_scale", p.view.panel_scale);
  ini.setValue("view/motion", int(p.view.motion));
  ini.setValue("window/geometry", p.geometry);
  ini.setValue("files/recent", p.recent);
  ini.setValue("files/open_folder", p.open_folder);
  ini.setValue("files/record_folder", p.record_folder);
  ini.setValue("files/picture_folder", p.picture_folder);
  ini.setValue("hints/has_dragged", p.has_dragged);
  ini.setValue("hints/has_seen_gallery", p.has_seen_gallery);
  ini.sync();
  QFile layout(layout_file(ini));
  if (layout.open(QIODevice::WriteOnly))
    layout.write(p.panel_layout.data(), qint64(p.panel_layout.size()));
}

} // namespace lamina
