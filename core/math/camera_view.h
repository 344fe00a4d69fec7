#pragma once

#include "core/math/types.h"

namespace lamina {

/// Where the camera is; an input of the run when the resolution depends on the view.
struct CameraView {
  Vec3 eye = Vec3(0, 0, 1);
  Vec3 target = Vec3::Zero();
  Vec3 up = Vec3::UnitY();
  double field_of_view = 0.7; ///< vertical, radians
  int image_height = 800;     ///< pixels
};

} // namespace lamina
