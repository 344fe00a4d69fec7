#pragma once

#include "ui/panels/key_table.h"
#include "ui/panels/panel.h"

#include <string>
#include <vector>

namespace lamina {

/// What floats over the viewport between the panels. That is problems of the simulation and of the recording,
/// and what loading had to say. It is also the hint that bodies can be dragged, and the F1 table of keys.
struct Overlay {
  bool drag_hint = false;         ///< until somebody has dragged a body
  double drag_hint_seen_s = -1e9; ///< when it was last there in full: it fades from then on
  bool fading = false;            ///< something changes without anybody's doing: draw again soon
  std::vector<std::string> notes; ///< of the last load; closed by a click, or after a while
  double notes_since_s = -1;      ///< when they were first shown; < 0 before that
  std::string look_for;           ///< the scene's line on what to watch, for its first seconds
  double look_for_until_s = 0;
  std::vector<KeyGroup> menu_keys; ///< what the menus have keys for, shown by F1
  std::string tip;                 ///< what the pointer is on, shown beside it; empty for nothing
  std::string dismissed;           ///< a problem that was read and closed
  std::string limits_read;         ///< the same of what a method does not do
};

void draw_overlay(PanelContext& context, Overlay& overlay, float width, float height);

} // namespace lamina
