#pragma once

#include "ui/panels/panel.h"

#include <array>
#include <cstddef>
#include <vector>

namespace lamina {

/// A column of panels as it is laid out in a frame, in logical pixels.
struct PanelColumn {
  PanelSide side;
  float x, width;
  std::vector<std::size_t> panels; ///< those that are shown, from top to bottom
  std::vector<float> tops, heights;
};

/// The handles that make a column wider and its panels higher; a double click gives the usual size back.
void draw_layout_handles(PanelContext& context, const PanelColumn& column, float height);

/// Marks where the panel in hand would go, and puts it there when the hand opens. Escape lets it stay.
void carry_panel(PanelContext& context, const std::array<PanelColumn, 2>& columns, float width, float height);

} // namespace lamina
