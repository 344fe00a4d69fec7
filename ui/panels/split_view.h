#pragma once

#include "ui/panels/panel.h"

#include <optional>

namespace lamina {

/// Where two simulations are drawn side by side, in logical pixels. Each half's picture is wider than what is
/// seen of it, so that its middle is the middle of what the panels leave free of that half.
struct SplitView {
  float left = 0, right = 0; ///< what panels leave free
  float middle = 0;          ///< between the halves
  float picture = 0;         ///< width of each picture: the first begins at 0
  float second = 0;          ///< where the picture of the second half begins

  float visible() const { return middle - left; } ///< of each half, between panels and middle
};

/// Nothing while there is one simulation. `bare`: where no panels are drawn.
std::optional<SplitView> split_view(const PanelContext& context, float width, bool bare = false);

/// What stands above each half: method and backend, what bodies overlap by, the time of a step, and what went
/// wrong; the second one's method can be chosen there. Returns where it ends.
float draw_split_heads(PanelContext& context, float width);

} // namespace lamina
