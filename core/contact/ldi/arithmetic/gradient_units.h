#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/interval.h"

#include <cstdint>

namespace lamina::ldi {

/// Gradients are added up in whole numbers. So sums are the same in whatever order, and what the two ends of
/// an interval give to two bodies cancels exactly. The unit is a power of two of what one end gives to a
/// corner at which it lies, as fine as 64 bits allow: with N intervals in a direction, which alone gives to
/// its component, no sum is larger than 4 N of these (two ends, in halves), and 60 − log₂ N bits are left for
/// the fraction. At 128² pixels they are 45: what is cut off moves a force by less than 10⁻¹³ of its
/// triangle, and changes no force.
struct GradientUnits {
  std::int64_t whole; ///< units in a barycentric coordinate of 1
  double scale;       ///< the same number
};

/// Of one direction, whose `intervals` count as often as they have pairs of sheets.
LAMINA_HD inline GradientUnits gradient_units(std::uint64_t intervals) {
  int bits = 60;
  for (; intervals > 0; intervals >>= 1)
    --bits;
  const std::int64_t whole = std::int64_t{1} << bits;
  return {whole, static_cast<double>(whole)};
}

/// What ends of intervals on one triangle add to the gradient of one contact in one component: an amount,
/// shared out to the corners by barycentric coordinates.
struct GradientMoments {
  std::int64_t amount; ///< halves of what one end gives
  std::int64_t m1, m2; ///< amounts times the barycentric coordinates of corners 1 and 2, in units

  /// Adds the share of an end, in halves of the whole.
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
  /// What corner 0 has, in units; the others have m1 and m2.
  LAMINA_HD std::int64_t m0(const GradientUnits& units) const { return amount * units.whole - m1 - m2; }
};

/// What a unit of a component amounts to in m²: ∂V_d/∂x_d of a crossing is the area of a pixel of direction
/// d.
LAMINA_HD inline double area_of_unit(const GradientUnits& units, double pixel_area) {
  return pixel_area * (0.5 / units.scale);
}

/// A component of a gradient in m².
LAMINA_HD inline double gradient_component(std::int64_t sum, const GradientUnits& units, double pixel_area) {
  return static_cast<double>(sum) * area_of_unit(units, pixel_area);
}

} // namespace lamina::ldi
