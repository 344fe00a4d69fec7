#pragma once

#include "core/math/types.h"
#include "ui/render/overlay/palette.h"

namespace lamina {

/// A line of a width in logical pixels; one whose ends meet is a round dot.
struct Line {
  Vec3 from, to; ///< world, m
  double width;  ///< logical pixels
  Colour colour;
  float opacity = 1;
};

} // namespace lamina
