#pragma once

#include "ui/render/frame.h"

#include <cstddef>
#include <vector>

namespace lamina {

/// A solid arrow from a point along a vector.
struct Arrow {
  Vec3 tail;     ///< world, m
  Vec3 reach;    ///< from tail to tip, m
  double radius; ///< of the shaft, m
  Colour colour;
};

/// Draws arrows; what is hidden shines through faintly.
class ArrowPainter {
public:
  void setup();
  void upload(const std::vector<Arrow>& arrows, const Frame& frame);
  void render() const;

private:
  GlObject program_, vertex_array_, vertices_, instances_;
  int vertex_count_ = 0;
  std::size_t count_ = 0;
};

} // namespace lamina
