#pragma once

#include "core/contact/ldi/region/frame.h"
#include "core/shape/surface.h"

namespace lamina::ldi {

/// Axes and box that a pair is sampled in; the box is in the frame (its origin is the world's).
struct SampledBox {
  Frame frame;
  Box box;
};

} // namespace lamina::ldi
