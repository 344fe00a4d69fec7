#pragma once

#include "core/math/types.h"

namespace lamina {

/// Body-frame angular velocity (rad/s) after h seconds of free rotation, and the mean one in between. The
/// implicit midpoint rule J(ω' − ω)/h = −ω_m × Jω_m keeps kinetic energy and |Jω| exactly. Newton's method
/// from ω.
Vec3 free_rotation(const Mat3& inertia, const Vec3& angular, double h, Vec3& mean);

/// Where free rotation takes a rigid body within a step.
struct FreeTurn {
  Quat orientation;
  Vec3 angular; ///< rad/s, world
};

/// `inertia` in the body's frame; without `gyroscopic` the angular velocity stays as it is.
FreeTurn free_turn(const Quat& orientation, const Mat3& inertia, const Vec3& angular, double h,
                   bool gyroscopic);

} // namespace lamina
