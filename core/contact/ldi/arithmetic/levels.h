#pragma once

#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"

#include <cmath>
#include <cstdint>

namespace lamina::ldi {

// A body overlaps itself where its winding number w is 2 or more. A column is walked level by level:
//
//   w    0     1     2     3     2     1     0
//     ─────▲─────▲─────▲─────▼─────▼─────▼─────►  depth;  ▲ enters, ▼ leaves
//                │     └──2──┘     │              level 2: an interval of multiplicity 2
//                └────────1────────┘              level 1: an interval of multiplicity 1
//
// Level m begins where w rises from m to m + 1, and ends where w next falls from m + 1 to m. Multiplicity
// counts pairs of sheets, in all w(w − 1)/2 of them. Where w is negative, the body is turned inside out. An
// interval of one pair then begins where w falls from 0 or below, and ends where it rises again
// (shared/levels.glsl).

// Shared text stands between what opens and what closes it.
// clang-format off
#include "core/contact/ldi/arithmetic/shared/begin.h"
#include "core/contact/ldi/arithmetic/shared/levels.glsl"
#include "core/contact/ldi/arithmetic/shared/end.h"
// clang-format on

/// Calls visit(lower, upper, multiplicity) for every interval where a body overlaps itself, as drawn above.
/// `lower` and `upper` are indices of the column's crossings, and intervals come in the order of their lower
/// ends. `winding` is the winding number below the column.
template <class Visit>
LAMINA_HD void walk_levels(const Crossing* crossings, std::uint32_t count, int winding, const Visit& visit) {
  LevelWalk walk = levels_from_below(0, count, winding);
  for (SelfInterval found = next_level(crossings, walk); found.found; found = next_level(crossings, walk))
    visit(found.lower, found.upper, found.multiplicity);
}

/// More than any interval is long, m.
inline constexpr double whole_interval = 0x1p+900;
/// A triangle counts as lying along an axis if the cosine between its normal and the axis is no greater.
inline constexpr double nearly_along = 0x1p-900;

/// By how much an interval is shortened at one end for what overlaps at rest, m along the axis. That is half
/// of Surface::self_offset at a point of the end's triangle. `offset` holds its values at the corners, and
/// `normal` is the triangle's unit normal. A triangle along the axis takes the whole interval.
LAMINA_HD inline double rest_overlap_along(const double (&offset)[3], double b1, double b2,
                                           const Triple& normal, const Triple& axis) {
  const double depth = (1 - b1 - b2) * offset[0] + b1 * offset[1] + b2 * offset[2];
  if (!(depth > 0))
    return 0;
  const double facing = std::fabs(dot(normal, axis));
  return facing > nearly_along ? 0.5 * depth * (1 / facing) : whole_interval;
}

/// Shortens an interval by this much at either end. Returns false if nothing is left of it.
LAMINA_HD inline bool leave_out_rest(double& lower, double& upper, double from_lower, double from_upper) {
  if (!(from_lower + from_upper < upper - lower))
    return false;
  lower += from_lower;
  upper -= from_upper;
  return upper - lower > 0;
}

} // namespace lamina::ldi
