#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cmath>

namespace lamina::ldi {

struct Triple {
  double x, y, z;
};

LAMINA_HD inline Triple minus(const Triple& a, const Triple& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
LAMINA_HD inline Triple plus(const Triple& a, const Triple& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
LAMINA_HD inline double dot(const Triple& a, const Triple& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
LAMINA_HD inline Triple scaled(const Triple& a, double s) {
  return {a.x * s, a.y * s, a.z * s};
}

/// A vector in a frame whose axes are `x`, `y` and `z`.
LAMINA_HD inline Triple turned(const Triple& x, const Triple& y, const Triple& z, const Triple& in_frame) {
  return {x.x * in_frame.x + y.x * in_frame.y + z.x * in_frame.z,
          x.y * in_frame.x + y.y * in_frame.y + z.y * in_frame.z,
          x.z * in_frame.x + y.z * in_frame.y + z.z * in_frame.z};
}

/// Unit vector; zero stays zero.
LAMINA_HD inline Triple unit(const Triple& a) {
  const double squared = dot(a, a);
  return squared > 0 ? scaled(a, 1 / std::sqrt(squared)) : Triple{0, 0, 0};
}

/// Outward unit normal of a triangle, corners counter-clockwise seen from outside; zero if it has no area.
LAMINA_HD inline Triple triangle_normal(const Triple& p0, const Triple& p1, const Triple& p2) {
  const Triple a = minus(p1, p0), b = minus(p2, p0);
  return unit({a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x});
}

/// Normal n of a pair of contact pixels, the direction of n_up − n_low.
LAMINA_HD inline Triple pair_normal(const Triple& upper_normal, const Triple& lower_normal) {
  return unit(minus(upper_normal, lower_normal));
}

/// Share of the true contact area that a pair stands for, a_d |n_d|: over the three directions they add up to
/// it.
LAMINA_HD inline double pair_area(const Triple& normal, const Triple& axis, double pixel_area) {
  return pixel_area * std::fabs(dot(normal, axis));
}

/// How far the ends of a pair lie apart along its normal, m, where faces are parallel: ℓ |n_d|. Below zero
/// where the normal is from body b to a, as it is with the lower end on a.
LAMINA_HD inline double pair_depth(const Triple& normal, const Triple& axis, double length, int lower_body) {
  const double depth = length * std::fabs(dot(normal, axis));
  return lower_body == 0 ? -depth : depth;
}

/// Where the centre of a pixel lies along an axis that begins at `minimum`, m; moved by `shift` units.
LAMINA_HD inline double pixel_centre(double minimum, double pixel_size, int pixel, int shift) {
  return minimum + (pixel + 0.5 + shift / static_cast<double>(pixel_units)) * pixel_size;
}

} // namespace lamina::ldi
