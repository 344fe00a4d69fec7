#pragma once

#include "ui/render/frame.h"
#include "ui/render/shown_shape.h"

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

/// The contact forces on the bodies of a snapshot, from their centres of mass; see ViewOptions::arrow_scale.
/// Arrows are as thick as a few pixels at the target's depth, and those too short to show are left out.
std::vector<Arrow> force_arrows(const Snapshot& snapshot, const ViewOptions& options, ShownShapes& shapes,
                                double metres_per_pixel);

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
