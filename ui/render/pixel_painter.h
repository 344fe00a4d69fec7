#pragma once

#include "ui/render/frame.h"

#include <cstddef>

namespace lamina {

/// Contact pixels as quads of their true size, perpendicular to their view axis, at both crossings: x red, y
/// green, z blue (F08 Fig. 10).
class PixelPainter {
public:
  void setup();
  void upload(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame);
  /// Opaque, hidden by what is nearer.
  void render() const;
  /// Faint, through everything.
  void render_hidden() const;

private:
  void draw(float opacity) const;

  GlObject program_, vertex_array_, corners_, indices_;
  std::size_t count_ = 0;   ///< quads
  std::size_t indexed_ = 0; ///< quads that the index buffer reaches
};

} // namespace lamina
