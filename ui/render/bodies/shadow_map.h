#pragma once

#include "ui/render/bodies/shown_shape.h"
#include "ui/render/frame.h"

#include <limits>

namespace lamina {

/// World bounds of what throws shadows that can be seen: bodies within a few distances of the target, no
/// higher above the floor than this.
Box casters_near(const Frame& frame, const Snapshot& snapshot, ShownShapes& shapes,
                 double below = std::numeric_limits<double>::infinity());

/// The depth of the scene as the key light sees it.
class ShadowMap {
public:
  void setup();
  /// Sets the shadow members of the frame for the bodies near the target; turns shadows off if there are
  /// none.
  static void fit(Frame& frame, const Snapshot& snapshot, ShownShapes& shapes);
  /// Binds and clears the map; casters are drawn next, then end() is called and the picture's framebuffer is
  /// bound.
  void begin() const;
  void end() const;
  /// For the surface shader to read.
  void bind_texture() const;

private:
  GlObject texture_, framebuffer_;
};

} // namespace lamina
