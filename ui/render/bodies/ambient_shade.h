#pragma once

#include "ui/render/frame.h"

namespace lamina {

class SurfacePainter;

/// Where bodies come near one another they take light from all around, most where they touch (screen-space
/// ambient occlusion). A map of that, as the eye sees it, of half the picture's width and height.
class AmbientShade {
public:
  void setup();
  /// Sets how far these shades reach, by the distance of the eye.
  static void fit(Frame& frame);
  /// Draws the map, after the frame was uploaded. Leaves a framebuffer of its own bound, and nothing cut
  /// away.
  void render(const Frame& frame, const SurfacePainter& surfaces);
  /// For the shader of bodies to read.
  void bind_texture() const;

private:
  void resize(ViewSize size);

  GlObject depths_, shades_, depth_target_, shade_target_, program_, vertex_array_;
  ViewSize size_{0, 0};
};

} // namespace lamina
