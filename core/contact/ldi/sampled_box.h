#pragma once

#include "core/body/surface.h"

namespace lamina::ldi {

/// Axes and box that a pair is sampled in; the box is in the frame of the axes (its columns, world origin).
struct SampledBox {
  Mat3 axes = Mat3::Identity();
  bool along_world = true; ///< axes are exactly the world's
  Box box;
};

} // namespace lamina::ldi
