#pragma once

#include "ui/render/bodies/shadow_map.h"

namespace lamina {

class SurfacePainter;

/// Where bodies come near the floor they take light of the sky from it, most where they touch. A map of that,
/// seen from above.
class ContactShade {
public:
  void setup();
  /// Sets the contact members of the frame for the bodies near the target; leaves them off where none is near
  /// the floor, or the floor is seen from below.
  static void fit(Frame& frame, const Snapshot& snapshot, ShownShapes& shapes);
  /// Draws the map, after the frame was uploaded. Leaves a framebuffer of its own bound, and
  /// nothing cut away.
  void render(const Frame& frame, const SurfacePainter& surfaces) const;
  /// For the floor's shader to read.
  void bind_texture() const;

private:
  GlObject undersides_, shades_, depth_target_, shade_target_, program_, vertex_array_;
};

} // namespace lamina
