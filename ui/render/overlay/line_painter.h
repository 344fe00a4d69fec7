#pragma once

#include "ui/render/frame.h"
#include "ui/render/overlay/line.h"

#include <vector>

namespace lamina {

/// Lines with round ends and soft edges, whatever the driver allows for line widths.
class LinePainter {
public:
  void setup();
  void upload(const std::vector<Line>& lines, const Frame& frame);
  void render() const;      ///< what is hidden shines through faintly
  void render_seen() const; ///< what is not hidden alone

private:
  void begin() const;
  GlObject program_, vertex_array_, lines_;
  std::size_t count_ = 0;
};

} // namespace lamina
