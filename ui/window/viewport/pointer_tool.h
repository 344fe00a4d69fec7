#pragma once

#include "core/interactive/request.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"
#include "ui/render/picking/pick.h"
#include "ui/render/view_options.h"
#include "ui/window/viewport/cut_stroke.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// Keys held while the mouse is used.
struct HeldKeys {
  bool shift = false, control = false;
};

/// What the mouse does in the scene. It pulls the body under it (Shift: in depth, Ctrl: turns it), or draws a
/// box around bodies (Shift on the background) or a stroke that cuts. Otherwise it orbits, pans, zooms and
/// centres. Positions are pixels of a picture of the given size.
class PointerTool {
public:
  enum class Action { none, pull, box, cut, orbit, pan };

  PointerTool(Camera& camera, std::function<void(Request)> post) : camera_(camera), post_(std::move(post)) {}

  /// Takes hold of the body under the pointer if it can move, and of the others of `selected` if it is one of
  /// them; else begins to draw a box or to orbit.
  void press_left(const Snapshot* snapshot, double x, double y, ViewSize size,
                  std::span<const std::uint32_t> selected, HeldKeys keys = {});
  void press_right(double x, double y);
  void press_cut(double x, double y); ///< begins a stroke
  /// Returns whether anything came of it.
  bool move(double x, double y, ViewSize size, HeldKeys keys = {});
  void release(); ///< lets go
  /// The bodies but floors whose centres lie in the box that is being drawn; nothing while none is, or before
  /// the pointer has moved.
  std::optional<std::vector<std::uint32_t>> boxed(const Snapshot* snapshot, ViewSize size) const;
  /// Zooms by wheel clicks, towards the pointer.
  void wheel(double clicks, double x, double y, ViewSize size);
  /// The first point of a body on a ray, world.
  std::optional<Vec3> point_on(const Snapshot* snapshot, const Ray& ray);

  Action action() const { return action_; }
  /// The hand while it pulls.
  std::optional<Hand> hand() const {
    return action_ == Action::pull ? std::optional(Hand{grabbed_, held_}) : std::nullopt;
  }
  bool has_pulled() const { return has_pulled_; } ///< moved a body by hand at least once
  Picker& picker() { return picker_; }
  const Picker& picker() const { return picker_; }

  /// The box that is being drawn.
  struct Rectangle {
    double x0, y0, x1, y1; ///< x0 ≤ x1, y0 ≤ y1
  };
  Rectangle box() const;
  /// The stroke that is being drawn; nothing while none is, or before the pointer has moved.
  std::optional<Stroke> stroke() const;

private:
  void pull(double dx, double dy, ViewSize size, HeldKeys keys);

  Camera& camera_;
  std::function<void(Request)> post_;
  Picker picker_;
  Action action_ = Action::none;
  Vec3 grabbed_ = Vec3::Zero();  ///< what it took hold of, world
  Vec3 held_ = Vec3::Zero();     ///< where the hand is, world
  Quat turn_ = Quat::Identity(); ///< by which the held body shall be turned
  double x_ = 0, y_ = 0;
  double pressed_x_ = 0, pressed_y_ = 0;
  bool has_pulled_ = false;
};

} // namespace lamina
