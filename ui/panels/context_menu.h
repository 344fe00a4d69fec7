#pragma once

#include "ui/panels/panel.h"
#include "ui/render/picking/pick_evidence.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace lamina {

/// What the right button was clicked on; neither for the background.
struct MenuTarget {
  std::optional<std::uint32_t> body;
  std::optional<PixelReference> pixel;
  std::shared_ptr<const Snapshot> snapshot; ///< that the pixel is of
  Vec3 point = Vec3::Zero();                ///< under the pointer, world
};

/// The menu at the pointer for a body, a contact pixel or the background.
struct ContextMenu {
  std::optional<MenuTarget> asked; ///< opens in the next frame
  MenuTarget target;               ///< of the menu that is open
};

/// Draws the menu within a frame of the panels, if it is open.
void draw_context_menu(PanelContext& context, ContextMenu& menu);

} // namespace lamina
