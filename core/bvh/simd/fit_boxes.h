#pragma once

#include "core/bvh/simd/walk_boxes.h"

#include <array>
#include <span>

namespace lamina::bvh {

/// A place in a frame; the fourth number is there to be read, not looked at.
using FramePosition = std::array<float, 4>;

/// Fits the boxes of all nodes to triangles between these positions, from the bottom up: no number of them is
/// none. Boxes are larger by TreeFrame::spare.
void fit_boxes(std::span<const Triangle> triangles, std::span<const FramePosition> positions,
               std::span<BoxesOfTriangles::Node> nodes);

} // namespace lamina::bvh
