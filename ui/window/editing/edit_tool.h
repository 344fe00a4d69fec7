#pragma once

#include "ui/panels/panel.h"
#include "ui/window/editing/edit_handles.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lamina {

class Picker;

/// Selecting bodies by a click, and the handles of those that are selected, which move and turn them
/// together. Handles can be used while the simulation stands at its start, for what they move is where bodies
/// begin. Positions are pixels of a picture of the given size.
class EditTool {
public:
  EditTool(const Camera& camera, PanelContext& panels) : camera_(camera), panels_(panels) {}

  /// The snapshot with the selected bodies where the hand has them: at the handles, or in a field of a panel.
  std::shared_ptr<const Snapshot> shown(std::shared_ptr<const Snapshot> latest) const;

  /// To be told when another scene is shown.
  void follow(const Snapshot& now);

  /// Takes hold of a handle; false if none is there, and then the press may turn out to be a click. Whoever
  /// has another use for that says so with forget_click.
  bool press(double x, double y, ViewSize size);
  void forget_click() { may_be_click_ = false; }
  /// Returns whether a handle follows. `coarse`: in large steps.
  bool move(double x, double y, ViewSize size, bool coarse);
  /// Makes the edit of a drag that ends, or selects what was clicked. `adds`: to what is selected, or takes
  /// it away from that. Returns whether a handle was held.
  bool release(double x, double y, ViewSize size, const Snapshot* snapshot, Picker& picker, bool adds);
  /// Lets go of a handle without an edit; false if none was held.
  bool forget_drag();

  bool holding() const { return drag_.has_value(); }
  bool handles_usable() const;

  /// Draws the handles, within a frame of the panels and below them.
  void draw(ViewSize size, double pointer_x, double pointer_y, bool pointer_free) const;

  /// The handles as they stand; nothing while they cannot be used.
  std::optional<EditHandles> handles(ViewSize size) const;

private:
  using Places = std::vector<std::pair<std::uint32_t, Pose>>;

  const SceneBody* primary() const;
  Places places_after(const HandleChange& change) const;
  void make_edit();
  void draw_outline(ViewSize size, const SceneBody& body) const;

  const Camera& camera_;
  PanelContext& panels_;
  std::optional<HandleDrag> drag_;
  double pressed_x_ = 0, pressed_y_ = 0;
  bool may_be_click_ = false;
};

} // namespace lamina
