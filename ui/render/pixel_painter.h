#pragma once

#include "ui/render/contact_quads.h"
#include "ui/render/quad_indices.h"

namespace lamina {

/// Draws flat quads: contact pixels, layers and skin colours, all in one call.
class PixelPainter {
public:
  void setup();
  void upload(const std::vector<Quad>& quads);
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
