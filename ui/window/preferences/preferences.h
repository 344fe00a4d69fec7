#pragma once

#include "ui/panels/view_choices.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string>

namespace lamina {

/// What the window remembers between starts, in one ini file, with the layout of the panels in another beside
/// it.
struct Preferences {
  ViewChoices view;
  QByteArray geometry;
  QStringList recent;            ///< opened files, the newest first
  QString open_folder;           ///< where the last file was opened from
  QString record_folder;         ///< where run folders go
  QString picture_folder;        ///< where screenshots go
  bool has_dragged = false;      ///< the hint on dragging has done its work
  bool has_seen_gallery = false; ///< it opens by itself once
  std::string panel_layout;

  static constexpr int recent_limit = 10;
  void note_recent(const QString& file);
};

/// Limits of ViewChoices::panel_scale.
inline constexpr double smallest_panel_scale = 0.75, largest_panel_scale = 2;

/// Puts back what the preferences dialog shows; recent files, layout and hints stay.
void restore_defaults(Preferences& preferences);

Preferences load_preferences();

/// A preferences file that cannot be written is no reason to disturb anybody: it is left out.
void save_preferences(const Preferences& preferences);

} // namespace lamina
