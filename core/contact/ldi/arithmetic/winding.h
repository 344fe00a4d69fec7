#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/fragment.h"

#include <cstdint>

namespace lamina::ldi {

inline constexpr std::uint32_t no_crossing = 0xffffffffu;

// A walk up a column counts one winding number for each body. Between crossings where both are positive lies
// an interval of intersection:
//
//   a    0     1     1     1     0     0
//   b    0     0     1     2     1     0
//     ─────a─────b━━━━━b━━━━━a─────b──────►  depth;  ━ interval
//
// All crossings at one depth are taken together.

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

/// State of a walk up one column: the winding numbers, and which crossings may be the lower end of the
/// present interval. Indices are into the column's sorted crossings.
struct ColumnWalk {
  int winding[2];
  std::uint32_t lower[2]; ///< per body: its crossing at the depth where the interval began, or no_crossing

  LAMINA_HD bool inside() const { return winding[0] > 0 && winding[1] > 0; }
};

/// The two crossings that bound one interval of intersection.
struct IntervalEnds {
  std::uint32_t lower, upper;
};

/// Chooses the ends of an interval where faces of both bodies coincide. Such an end goes to the body of the
/// other end. The two contributions to that body cancel, so bodies that share side planes feel no lateral
/// force. If both ends tie, both go to the second body.
LAMINA_HD inline IntervalEnds choose_ends(const std::uint32_t lower[2], const std::uint32_t upper[2]) {
  for (int body = 1; body >= 0; --body)
    if (lower[body] != no_crossing && upper[body] != no_crossing)
      return {lower[body], upper[body]};
  return {lower[0] != no_crossing ? lower[0] : lower[1], upper[0] != no_crossing ? upper[0] : upper[1]};
}

/// Walks all crossings at one depth, [first, return value), as one. Only the winding numbers below and above
/// count. So touching faces give no contact, and coinciding faces no sliver. Returns where the next depth
/// begins. `closed` says that an interval ended here; `ends` are its ends.
LAMINA_HD inline std::uint32_t walk_depth(ColumnWalk& walk, const Crossing* crossings, std::uint32_t first,
                                          std::uint32_t count, bool& closed, IntervalEnds& ends) {
  const int before[2] = {walk.winding[0], walk.winding[1]};
  const bool was_inside = walk.inside();
  std::uint32_t entered[2] = {no_crossing, no_crossing};
  std::uint32_t left[2] = {no_crossing, no_crossing};
  const double depth = crossings[first].depth;
  std::uint32_t k = first;
  do {
    const Crossing& f = crossings[k];
    const int body = f.body();
    walk.winding[body] += f.turn();
    std::uint32_t& seen = f.entering() ? entered[body] : left[body];
    if (seen == no_crossing)
      seen = k;
  } while (++k < count && crossings[k].depth == depth);

  // A body that was inside before and is inside after has no end here, whatever its faces did in between.
  closed = was_inside && !walk.inside();
  const bool opened = !was_inside && walk.inside();
  for (int body = 0; body < 2; ++body) {
    if (opened)
      walk.lower[body] = before[body] <= 0 ? entered[body] : no_crossing;
    if (walk.winding[body] > 0)
      left[body] = no_crossing;
  }
  if (closed)
    ends = choose_ends(walk.lower, left);
  return k;
}

} // namespace lamina::ldi
