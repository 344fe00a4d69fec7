#pragma once

#include "ui/render/frame.h"
#include "ui/render/quad_batch.h"
#include "ui/render/volume_solid.h"

namespace lamina {

/// The intersection volumes of all pairs, lit, in one call.
class SolidPainter {
public:
  void setup();
  void upload(const Snapshot& snapshot, const Frame& frame);
  void clear() { quads_.clear(); }
  void render() const { quads_.render(); }
  void render_hidden() const { quads_.render_hidden(0.10f); }

private:
  QuadBatch quads_;
};

} // namespace lamina
