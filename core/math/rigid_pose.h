#pragma once

#include "core/base/host_device.h"

namespace lamina {

/// How the frame of a rigid body lies in the world.
struct RigidPose {
  double axes[3][3]; ///< [world axis][body axis]
  double origin[3];  ///< m
};

/// A world coordinate (m) of a place in the body's frame (m). Processor and devices move a body's
/// vertices with these operations in this order, so that they are the same bit for bit.
LAMINA_HD inline double world_coordinate(const RigidPose& at, const double* place, int axis) {
  const double* const row = at.axes[axis];
  return row[0] * place[0] + row[1] * place[1] + row[2] * place[2] + at.origin[axis];
}

} // namespace lamina
