#include "core/scene/turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

Vec3 turns_of(const Quat& orientation) {
  const Mat3 r = orientation.normalized().toRotationMatrix();
  const double y = std::asin(std::clamp(-r(2, 0), -1.0, 1.0));
  // With y at a right angle x and z turn about the same line; x then does all of it.
  const bool locked = std::abs(r(2, 0)) > 1 - 1e-12;
  const double x = locked ? std::atan2(-r(1, 2), r(1, 1)) : std::atan2(r(2, 1), r(2, 2));
  const double z = locked ? 0 : std::atan2(r(1, 0), r(0, 0));
  const Vec3 degrees = Vec3(x, y, z) * (180 / std::numbers::pi);
  return (degrees * 100).array().round().matrix() / 100 + Vec3::Zero();
}

Quat orientation_of(const Vec3& degrees) {
  const bool several = (degrees.array() != 0).count() > 1;
  Quat orientation = Quat::Identity();
  for (int axis = 0; axis < 3; ++axis) {
    if (degrees[axis] == 0)
      continue;
    const Quat turn(Eigen::AngleAxisd(degrees[axis] * std::numbers::pi / 180, Vec3::Unit(axis)));
    orientation = several ? (turn.normalized() * orientation).normalized() : turn.normalized();
  }
  return orientation;
}

} // namespace lamina
