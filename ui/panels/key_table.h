#pragma once

#include "ui/panels/panel.h"

#include <string>
#include <vector>

namespace lamina {

/// A key or a gesture and what it does.
struct KeyLine {
  std::string keys;
  std::string action;
};

/// Keys of one menu, or gestures of the mouse.
struct KeyGroup {
  std::string title;
  std::vector<KeyLine> lines;
};

/// Gestures of the mouse, and keys that are in no menu.
const std::vector<KeyLine>& key_table();

/// The F1 table over the viewport: the groups of the menus and key_table(), in as many columns as need be. It
/// is smaller where the window is too small for the size of the panels. A click closes it.
void draw_keys(PanelContext& context, const std::vector<KeyGroup>& menus, float width, float height);

} // namespace lamina
