#pragma once

#include "core/scene/scene.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <memory>

namespace lamina {

/// Whether two cameras look in the same way.
bool same_view(const CameraView& a, const CameraView& b);

/// Tells whether what is shown moves: the camera, or bodies by more than can be seen. A simulation that plays
/// rests too where nothing in it moves, and one that was paused rests at once.
class MotionWatch {
public:
  /// Things rest when nothing has moved for so long.
  static constexpr double rest_s = 0.06;

  /// Looks at what is to be shown now. Steps of less than `tolerance_m` add up until they can be seen.
  /// Returns whether it moves, or has until a moment ago.
  bool moves(const std::shared_ptr<const Snapshot>& shown, const CameraView& view, double tolerance_m,
             double now_s);

  /// What is shown has changed in another way, as if it had moved.
  void disturb() { reference_.reset(); }

  /// What to draw: the newest state, or of a simulation that plays while things rest one a second.
  const std::shared_ptr<const Snapshot>& steady() const { return steady_; }

  /// How long until what moved at last will rest, s.
  double rests_in(double now_s) const { return last_motion_s_ + rest_s - now_s; }

  /// Counts what has moved: a picture that was made at the same count shows things where they are.
  std::uint64_t count() const { return count_; }

private:
  std::shared_ptr<const Snapshot> reference_, steady_;
  CameraView view_;
  double last_motion_s_ = 0, eye_moved_s_ = 0, steady_since_s_ = 0;
  bool played_ = false;
  std::uint64_t count_ = 0;
};

} // namespace lamina
