#pragma once

#include "ui/render/bodies/surface_painter.h"

namespace lamina {

/// A line around each selected body. It is seen through what stands before the body.
class SelectionOutline {
public:
  void setup();
  /// Draws over a picture in the framebuffer, which is bound again afterwards. `surfaces` has the bodies.
  void render(const Frame& frame, const SurfacePainter& surfaces, unsigned framebuffer);

private:
  void make_mask(ViewSize size);

  GlObject mask_program_, line_program_, vertex_array_;
  GlObject mask_, mask_target_;
  ViewSize mask_size_{0, 0};
};

} // namespace lamina
