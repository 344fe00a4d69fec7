#pragma once

#include "core/bvh/ray.h"

#include <algorithm>
#include <cmath>

namespace lamina::bvh {

/// The stretch of a ray within axis-aligned boxes.
class Slabs {
public:
  explicit Slabs(const Ray& ray) : origin_(ray.origin) {
    // No component is nought, so that no product is one of nought and infinity.
    for (int k = 0; k < 3; ++k) {
      const double d = ray.direction[k];
      inverse_[k] = 1 / (std::abs(d) < 1e-200 ? std::copysign(1e-200, d) : d);
    }
  }

  /// Distances at which the ray enters and leaves the box around `centre`; it misses the box if they are not
  /// in that order. Behind the origin they are negative.
  struct Stretch {
    double enter, leave;
    bool misses() const { return !(enter <= leave) || leave < 0; }
  };
  Stretch within(const Vec3& centre, const Vec3& half) const {
    double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
    for (int k = 0; k < 3; ++k) {
      const double middle = (centre[k] - origin_[k]) * inverse_[k], reach = half[k] * std::abs(inverse_[k]);
      enter = std::max(enter, middle - reach);
      leave = std::min(leave, middle + reach);
    }
    return {enter, leave};
  }

  /// By how much (m) a box of this size that begins at a corner is to be larger on every side. It is more
  /// than all rounding on the way there, so that nothing in the box is missed for want of precision.
  double spare(const Vec3& corner, double size) const {
    return 1e-9 * (size + (origin_ - corner).cwiseAbs().maxCoeff());
  }
  /// Whether the ray comes through a box, nearer than `limit`, or almost.
  bool may_meet(const Box& box, double limit) const {
    if (box.empty())
      return false;
    const Vec3 half = 0.5 * box.size();
    const double wide = spare(box.min, 2 * half.maxCoeff());
    const Stretch stretch = within(box.centre(), half.array() + wide);
    return !stretch.misses() && stretch.enter < limit;
  }

  /// 1 over the direction, of which no component is taken for nought.
  const Vec3& inverse() const { return inverse_; }
  bool backwards(int axis) const { return inverse_[axis] < 0; }

private:
  Vec3 origin_, inverse_;
};

} // namespace lamina::bvh
