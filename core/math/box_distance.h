#pragma once

#include "core/math/types.h"

namespace lamina {

/// m²; 0 for a point in the box, no number for one that is none.
inline double squared_distance(const Box& box, const Vec3& p) {
  return (box.min - p).cwiseMax(p - box.max).cwiseMax(0.0).squaredNorm();
}

} // namespace lamina
