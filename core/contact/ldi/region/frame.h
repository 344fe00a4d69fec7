#pragma once

#include "core/mesh/vertex_positions.h"

#include <cstddef>

namespace lamina::ldi {

/// Turns world positions into the frame of a region. The sums are written out, so that whoever needs one
/// coordinate alone gets the same bits.
struct Frame {
  Mat3 axes = Mat3::Identity(); ///< columns, in the world
  bool along_world = true;      ///< axes are exactly the world's

  double along(const Vec3& p, int axis) const {
    if (along_world)
      return p[axis];
    return axes(0, axis) * p[0] + axes(1, axis) * p[1] + axes(2, axis) * p[2];
  }
  double along(const VertexPositions& positions, std::size_t vertex, int axis) const {
    return along_world ? positions.along(vertex, axis) : along(positions[vertex], axis);
  }
  Vec3 place(const Vec3& p) const { return {along(p, 0), along(p, 1), along(p, 2)}; }
};

} // namespace lamina::ldi
