#pragma once

#include "ui/render/camera/camera.h"

namespace lamina {

/// A short move of a camera from where it is to where it shall be: slow at both ends, so that the eye can
/// follow what went where. Times are those of one steady clock, s.
class CameraMove {
public:
  static constexpr double duration_s = 0.2;

  void begin(const Camera& from, const Camera& to, double now_s);
  /// Puts the camera where it is at this time; at the end exactly where it shall be.
  void follow(Camera& camera, double now_s);
  /// Leaves the camera where it is.
  void stop() { going_ = false; }
  bool going() const { return going_; }

private:
  Camera from_, to_;
  double begun_s_ = 0;
  bool going_ = false;
};

} // namespace lamina
