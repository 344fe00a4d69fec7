#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lamina::bvh {

/// Directions within an angle of an axis, up to a right one, after Provot (T04 section 2); or all directions,
/// or, as made by default, none. The angle is kept as its cosine and sine, so that joining cones needs no
/// arcs.
struct NormalCone {
  Vec3 axis = Vec3::Zero(); ///< unit
  double cosine = 2;        ///< of the half angle; above 1: no directions; below 0: all
  double sine = 0;

  bool none() const { return cosine > 1; }
  bool all() const { return cosine < 0; }
  static NormalCone everything() { return {Vec3::UnitX(), -1, 0}; }
  static NormalCone of(const Vec3& axis, double cosine) {
    return {axis, cosine, std::sqrt(std::max(0.0, 1 - cosine * cosine))};
  }
};

/// Cosines are a few roundings off; so much wider are cones made, which near none is an angle of 10⁻⁶.
inline constexpr double spare_cosine = 1e-12;

/// A cone around unit vectors. A vector that is none makes it hold everything.
inline NormalCone cone_around(std::span<const Vec3> units) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& unit : units)
    sum += unit;
  const double length = sum.norm();
  if (units.empty())
    return {};
  if (!(length > 1e-3))
    return NormalCone::everything();
  const Vec3 axis = sum / length;
  double cosine = 1;
  for (const Vec3& unit : units)
    cosine = std::min(cosine, unit.squaredNorm() > 0.5 ? unit.dot(axis) : -1.0);
  return NormalCone::of(axis, cosine - spare_cosine);
}

/// A cone that holds all that these hold.
inline NormalCone cone_around(std::span<const NormalCone> cones) {
  Vec3 sum = Vec3::Zero();
  bool any = false;
  for (const NormalCone& cone : cones) {
    if (cone.none())
      continue;
    if (cone.all())
      return NormalCone::everything();
    sum += cone.axis;
    any = true;
  }
  if (!any)
    return {};
  const double length = sum.norm();
  if (!(length > 1e-3))
    return NormalCone::everything();
  const Vec3 axis = sum / length;
  double least = 1;
  for (const NormalCone& cone : cones) {
    if (cone.none())
      continue;
    // Of the angle to the axis and the half angle together: more than a right one ends below zero.
    const double cosine = std::clamp(cone.axis.dot(axis), -1.0, 1.0);
    const double sine = std::sqrt(1 - cosine * cosine);
    least = std::min(least, cosine < 0 ? -1.0 : cosine * cone.cosine - sine * cone.sine);
  }
  return NormalCone::of(axis, std::max(least - spare_cosine, -1.0));
}

/// Whether two directions that are apart by an angle of this cosine and sine, or by more, may lie in the
/// cones, one in each.
inline bool may_be_apart(const NormalCone& a, const NormalCone& b, double cosine, double sine) {
  if (a.none() || b.none())
    return false;
  if (a.all() || b.all())
    return true;
  // Both half angles together, at most two right ones: the axes must be apart by the angle less those.
  const double both_cosine = a.cosine * b.cosine - a.sine * b.sine;
  const double both_sine = a.sine * b.cosine + a.cosine * b.sine;
  return both_cosine <= cosine ||
         a.axis.dot(b.axis) <= cosine * both_cosine + sine * both_sine + spare_cosine;
}

} // namespace lamina::bvh
