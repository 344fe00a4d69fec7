#pragma once

#include "ui/render/frame.h"

#include <vector>

namespace lamina {

/// A line of a width in logical pixels; one whose ends meet is a round dot.
struct Line {
  Vec3 from, to; ///< world, m
  double width;  ///< logical pixels
  Colour colour;
  float opacity = 1;
};

/// Lines with round ends and soft edges, whatever the driver allows for line widths. What is hidden shines
/// through faintly.
class LinePainter {
public:
  void setup();
  void upload(const std::vector<Line>& lines, const Frame& frame);
  void render() const;

private:
  GlObject program_, vertex_array_, lines_;
  std::size_t count_ = 0;
};

} // namespace lamina
