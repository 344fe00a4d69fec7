#pragma once

#include "ui/render/frame.h"
#include "ui/render/quad_indices.h"
#include "ui/render/volume_solid.h"

namespace lamina {

/// The intersection volumes of all pairs, lit, in one call.
class SolidPainter {
public:
  void setup();
  void upload(const Snapshot& snapshot, const Frame& frame);
  void clear() { count_ = 0; }
  /// Opaque, hidden by what is nearer.
  void render() const;
  /// Faint, through everything.
  void render_hidden() const;

private:
  void draw(float opacity) const;

  GlObject program_, vertex_array_, corners_;
  QuadIndices indices_;
  std::size_t count_ = 0;
};

} // namespace lamina
