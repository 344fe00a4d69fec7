#pragma once

#include "ui/render/contact_quads.h"
#include "ui/render/quad_batch.h"

namespace lamina {

/// Draws flat quads: contact pixels, layers and skin colours, all in one call.
class PixelPainter {
public:
  void setup();
  void upload(const std::vector<Quad>& quads) { quads_.fill(quads.data(), quads.size()); }
  void render() const { quads_.render(); }
  void render_hidden() const { quads_.render_hidden(0.25f); }

private:
  QuadBatch quads_;
};

} // namespace lamina
