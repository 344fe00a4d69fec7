#pragma once

#include "ui/render/gl/gl_objects.h"

namespace lamina {

/// The soft gradient behind everything. Draws over the whole viewport, without depth.
class BackgroundPainter {
public:
  void setup();
  void render() const;

private:
  GlObject program_, vertex_array_;
};

} // namespace lamina
