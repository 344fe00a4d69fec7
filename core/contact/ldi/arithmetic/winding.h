#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/fragment.h"

#include <cstdint>

namespace lamina::ldi {

// A walk up a column counts one winding number for each body. Between crossings where both are positive lies
// an interval of intersection:
//
//   a    0     1     1     1     0     0
//   b    0     0     1     2     1     0
//     ─────a─────b━━━━━b━━━━━a─────b──────►  depth;  ━ interval
//
// All crossings at one depth are taken together (shared/walk.glsl).

/// What is known of one body's crossings in a direction.
struct ColumnStart {
  int winding_at_infinity = 0;
  bool complete = true; ///< no crossing is missing: a column must end with the winding number it began with
  bool from_above = false; ///< if some are missing: those below the region are, not those above it
  bool closed = false;     ///< the surface closes: columns without the other body need no check
};

/// The changes of winding number in one column, added up in any order.
struct ColumnBalance {
  int turns[2] = {0, 0};
  bool present[2] = {false, false};

  LAMINA_HD void add(const Crossing& crossing) {
    turns[crossing.body()] += crossing.turn();
    present[crossing.body()] = true;
  }
  /// The winding number of a body where the walk begins. If crossings below the region are missing, it is
  /// counted down from above.
  LAMINA_HD int winding(int body, const ColumnStart& start) const {
    return start.winding_at_infinity - (start.from_above ? turns[body] : 0);
  }
  /// Neither body is known to end with another winding number than it began with.
  LAMINA_HD bool balances(const ColumnStart& first, const ColumnStart& second) const {
    return (!first.complete || turns[0] == 0) && (!second.complete || turns[1] == 0);
  }
  LAMINA_HD bool may_be_inside(int body, const ColumnStart& start) const {
    return present[body] || winding(body, start) > 0;
  }
};

// Shared text stands between what opens and what closes it.
// clang-format off
#include "core/contact/ldi/arithmetic/shared/begin.h"
#include "core/contact/ldi/arithmetic/shared/walk.glsl"
#include "core/contact/ldi/arithmetic/shared/end.h"
// clang-format on

/// Walks up a sorted column and calls visit(lower, upper) for every interval whose ends lie within [from,
/// to], in the order of depth. `lower` and `upper` are indices of the column's crossings. `winding` are the
/// winding numbers of both bodies where the walk begins.
template <class Visit>
LAMINA_HD void walk_intervals(const Crossing* crossings, std::uint32_t count, const int (&winding)[2],
                              double from, double to, const Visit& visit) {
  ColumnWalk walk = walk_from_below(winding[0], winding[1]);
  for (std::uint32_t k = 0; k < count;) {
    const IntervalEnds ends = walk_depth(crossings, walk, k, count);
    if (counts(crossings, ends, from, to))
      visit(ends.lower, ends.upper);
  }
}

} // namespace lamina::ldi
