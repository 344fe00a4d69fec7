#pragma once

#include "core/contact/ldi/stages/batch.h"
#include "core/math/rigid_pose.h"

#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// Puts vertices that were sent where they belong.
struct MoveVertices {
  const double* moved;           ///< x, y, z of each, m
  const std::uint32_t* moved_to; ///< among all positions of the batch
  double* positions;

  LAMINA_HD void operator()(std::size_t index) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      positions[3 * std::size_t{moved_to[index]} + axis] = moved[3 * index + axis];
  }
};

/// A body whose vertices the device moves itself.
struct PlacedView {
  RigidPose at;
  std::uint32_t first; ///< of its vertices, among all such
  std::uint32_t unused;
};

/// Moves vertices of rigid bodies into the world: of a step only where the bodies lie must be sent.
struct PoseVertices {
  const PlacedView* bodies;
  std::uint32_t body_count;
  std::uint32_t first_vertex; ///< where they begin among all positions of the batch
  const double* rest;         ///< x, y, z of each in the frame of its body, m
  double* positions;

  LAMINA_HD void operator()(std::size_t index) const {
    std::uint32_t body = 0, last = body_count;
    while (last - body > 1) {
      const std::uint32_t middle = body + (last - body) / 2;
      (bodies[middle].first <= index ? body : last) = middle;
    }
    for (int axis = 0; axis < 3; ++axis)
      positions[3 * (first_vertex + index) + static_cast<std::size_t>(axis)] =
          world_coordinate(bodies[body].at, rest + 3 * index, axis);
  }
};

} // namespace lamina::ldi
