#pragma once

#include "core/simulation/request.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera.h"
#include "ui/render/pick.h"

#include <functional>

namespace lamina {

/// What the mouse does in the scene: pulls the body under it or orbits, pans, zooms, centres. Positions are
/// pixels of a picture of the given size.
class PointerTool {
public:
  enum class Action { none, pull, orbit, pan };

  PointerTool(Camera& camera, std::function<void(Request)> post) : camera_(camera), post_(std::move(post)) {}

  /// Takes hold of the body under the pointer if it can move, else begins to orbit.
  void press_left(const Snapshot* snapshot, double x, double y, ViewSize size);
  void press_right(double x, double y);
  /// Returns whether anything came of it.
  bool move(double x, double y, ViewSize size);
  void release();
  /// Zooms by wheel clicks, towards the pointer.
  void wheel(double clicks, double x, double y, ViewSize size);
  /// Puts what is under the pointer at the centre of orbits.
  void centre(const Snapshot* snapshot, double x, double y, ViewSize size);

  Action action() const { return action_; }
  bool has_pulled() const { return has_pulled_; } ///< moved a body by hand at least once
  Picker& picker() { return picker_; }

private:
  Camera& camera_;
  std::function<void(Request)> post_;
  Picker picker_;
  Action action_ = Action::none;
  Vec3 held_ = Vec3::Zero(); ///< where the hand is, world
  double x_ = 0, y_ = 0;
  bool has_pulled_ = false;
};

} // namespace lamina
