#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <cmath>

namespace lamina {

/// The shortest turn that takes the direction of one vector to that of another; half a turn about some axis
/// across if they are opposite. As Eigen's FromTwoVectors, bit for bit, but without its singular value
/// decomposition for opposite vectors, which takes longer to compile than the rest of the files that turn
/// something.
inline Quat rotation_between(const Vec3& from, const Vec3& to) {
  const Vec3 start = from.normalized(), end = to.normalized();
  const double cosine = end.dot(start);
  Quat turn;
  if (cosine < -1 + 1e-12) {
    const double half = 0.5 * (1 + std::max(cosine, -1.0));
    turn.w() = std::sqrt(half);
    turn.vec() = start.unitOrthogonal() * std::sqrt(1 - half);
    return turn;
  }
  const double twice = std::sqrt((1 + cosine) * 2);
  turn.vec() = start.cross(end) * (1 / twice);
  turn.w() = twice * 0.5;
  return turn;
}

} // namespace lamina
