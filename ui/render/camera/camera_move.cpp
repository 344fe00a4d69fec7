#include "ui/render/camera/camera_move.h"

#include <algorithm>

namespace lamina {

void CameraMove::begin(const Camera& from, const Camera& to, double now_s) {
  from_ = from;
  to_ = to;
  begun_s_ = now_s;
  going_ = true;
}

void CameraMove::follow(Camera& camera, double now_s) {
  if (!going_)
    return;
  const double t = std::clamp((now_s - begun_s_) / duration_s, 0.0, 1.0);
  going_ = t < 1;
  camera = going_ ? Camera::between(from_, to_, t * t * (3 - 2 * t)) : to_;
}

} // namespace lamina
