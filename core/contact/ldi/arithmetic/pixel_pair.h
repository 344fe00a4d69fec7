#pragma once

#include "core/contact/ldi/arithmetic/host_device.h"

#include <cmath>

namespace lamina::ldi {

struct Triple {
  double x, y, z;
};

LAMINA_HD inline Triple minus(const Triple& a, const Triple& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
LAMINA_HD inline double dot(const Triple& a, const Triple& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
LAMINA_HD inline Triple scaled(const Triple& a, double s) {
  return {a.x * s, a.y * s, a.z * s};
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

/// What the end of an interval adds to component d of the gradient at corner k of its triangle is this times
/// the barycentric coordinate of k: ∂V_d/∂z of that crossing.
LAMINA_HD inline double end_gradient(bool upper, double pixel_area) {
  return upper ? pixel_area : -pixel_area;
}

/// Length of an interval within the slab [from, to] of the view axis.
LAMINA_HD inline double length_within(double lower, double upper, double from, double to) {
  const double low = lower > from ? lower : from;
  const double high = upper < to ? upper : to;
  return high > low ? high - low : 0;
}

} // namespace lamina::ldi
