#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/interval.h"

#include <cstdint>

namespace lamina::ldi {

/// Gradients are added up in whole numbers. So sums are the same in any order, and the two ends of an
/// interval cancel exactly. The unit is a power of two, as fine as 64 bits allow:
///
///   sign │ 3 bits: two ends, in halves │ log₂ N bits: N intervals │ 60 − log₂ N bits: fraction
///
/// N counts the intervals of one direction, which alone gives to its component. At 128² pixels the fraction
/// has 45 bits. What is cut off moves the point where a force acts by less than 10⁻¹³ of its triangle, and
/// changes no force.
struct GradientUnits {
  std::int64_t whole; ///< units in a barycentric coordinate of 1
  double scale;       ///< the same number
};

/// The units of one direction. An interval counts as often as its multiplicity.
LAMINA_HD inline GradientUnits gradient_units(std::uint64_t intervals) {
  int bits = 60;
  for (; intervals > 0; intervals >>= 1)
    --bits;
  const std::int64_t whole = std::int64_t{1} << bits;
  return {whole, static_cast<double>(whole)};
}

/// What ends of intervals on one triangle add to one component of a contact's gradient. Corners share the
/// amount by barycentric coordinates.
struct GradientMoments {
  std::int64_t amount; ///< halves of what one end gives
  std::int64_t m1, m2; ///< amounts times the barycentric coordinates of corners 1 and 2, in units

  /// Adds an end, or half of one: `halves` is 2 or 1.
  LAMINA_HD void add(const GradientUnits& units, const Interval& interval, std::size_t end,
                     std::int64_t halves) {
    add(units, interval.barycentric[end][0], interval.barycentric[end][1],
        (end == 1 ? halves : -halves) * interval.multiplicity);
  }
  LAMINA_HD void add(const GradientUnits& units, double b1, double b2, std::int64_t halves) {
    amount += halves;
    m1 += halves * static_cast<std::int64_t>(b1 * units.scale);
    m2 += halves * static_cast<std::int64_t>(b2 * units.scale);
  }
  /// The sum of corner 0, in units. Corners 1 and 2 have m1 and m2.
  LAMINA_HD std::int64_t m0(const GradientUnits& units) const { return amount * units.whole - m1 - m2; }
};

/// A unit in m²: ∂V_d/∂x_d of a crossing is the area of a pixel of direction d.
LAMINA_HD inline double area_of_unit(const GradientUnits& units, double pixel_area) {
  return pixel_area * (0.5 / units.scale);
}

/// A component of a gradient in m².
LAMINA_HD inline double gradient_component(std::int64_t sum, const GradientUnits& units, double pixel_area) {
  return static_cast<double>(sum) * area_of_unit(units, pixel_area);
}

} // namespace lamina::ldi
