#include "core/contact/adaptive/plane_gap.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

PlaneGap::PlaneGap(const Face& above, const Face& below, const Vec2& middle, const Vec2& half)
    : slope(above.slope() - below.slope()) {
  const auto depth = [&](const Face& f) {
    return f.z[0] + f.slope_u * (middle[0] - f.u[0]) + f.slope_v * (middle[1] - f.v[0]);
  };
  const double upper = depth(above), lower = depth(below);
  at_middle = upper - lower;
  spans = slope.cwiseAbs().dot(half);
  nothing = rounding_of_depths *
            std::max({std::abs(upper), std::abs(lower), std::abs(above.z[0]), std::abs(below.z[0])});
}

bool PlaneGap::may_close(const std::array<FlatBox, 2>& boxes) const {
  // Nowhere over the tile, or everywhere.
  if (std::abs(at_middle) > spans + nothing || spans <= nothing)
    return false;
  const Vec2 low = boxes[0].low.cwiseMax(boxes[1].low), high = boxes[0].high.cwiseMin(boxes[1].high);
  return std::abs(at_middle + 0.5 * slope.dot(low + high)) <=
         0.5 * slope.cwiseAbs().dot(high - low) + nothing + rounding_of_depths * spans;
}

LongestSide::LongestSide(const Face& face, const Vec2& middle) : from(Vec2::Zero()), way(Vec2::Zero()) {
  for (std::size_t side = 0; side < 3; ++side) {
    const Vec2 begin = face.corner(side) - middle, along = face.corner((side + 1) % 3) - middle - begin;
    if (const double now = along.norm(); now > length) {
      from = begin;
      way = along / now;
      length = now;
    }
  }
}

} // namespace lamina::adaptive
