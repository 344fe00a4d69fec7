#pragma once

#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"

#include <cmath>
#include <cstdint>

namespace lamina::ldi {

/// The crossings of one body's sorted column that count, from below: of those at one depth as many as the
/// winding number changes by, the first of those that enter, or the last of those that leave, so that what
/// entered last leaves first.
class CountedCrossings {
public:
  LAMINA_HD CountedCrossings(const Crossing* crossings, std::uint32_t count)
      : crossings_(crossings), count_(count) {}

  /// Goes to the next one; false if there is none.
  LAMINA_HD bool next() {
    while (left_ == 0) {
      if (end_ >= count_)
        return false;
      take_depth();
    }
    if (left_ > 0) {
      while (!crossings_[next_].entering())
        ++next_;
      at_ = next_++;
      --left_;
    } else {
      do
        --next_;
      while (crossings_[next_].entering());
      at_ = next_;
      ++left_;
    }
    return true;
  }
  LAMINA_HD std::uint32_t at() const { return at_; } ///< which of the column's crossings it is
  LAMINA_HD int turn() const { return crossings_[at_].turn(); }

private:
  /// Looks at all crossings of the next depth.
  LAMINA_HD void take_depth() {
    const std::uint32_t first = end_;
    do
      left_ += crossings_[end_].turn();
    while (++end_ < count_ && crossings_[end_].depth == crossings_[first].depth);
    next_ = left_ > 0 ? first : end_;
  }

  const Crossing* crossings_;
  std::uint32_t count_;
  std::uint32_t end_ = 0;  ///< of the depth that it has come to
  std::uint32_t next_ = 0; ///< where it looks for the next one; when going down, behind it
  std::uint32_t at_ = 0;
  int left_ = 0; ///< what the winding number still changes by at this depth
};

/// Walks one body's sorted column level by level and calls visit(lower, upper, multiplicity) for every
/// interval where the body overlaps itself, in the order of their lower ends, given by the column's
/// crossings: from the one up from m to m + 1 (m ≥ 1) to the next one down from m + 1 to m, m pairs of
/// sheets; and from the exit from 0 or below to the entry that undoes it, one pair. Without memory: what
/// closes a level is the first to come back below it. `winding` is that below the column.
template <class Visit>
LAMINA_HD void walk_levels(const Crossing* crossings, std::uint32_t count, int winding, const Visit& visit) {
  for (CountedCrossings walk(crossings, count); walk.next();) {
    const int before = winding;
    winding += walk.turn();
    const int level = before < winding ? before : winding;
    if (level == 0 || (level > 0) != (winding > before))
      continue;
    int above = winding;
    for (CountedCrossings search = walk; search.next();) {
      above += search.turn();
      if (above != before)
        continue;
      visit(walk.at(), search.at(), level > 0 ? level : 1);
      break;
    }
  }
}

/// More than any interval is long, m.
inline constexpr double whole_interval = 0x1p+900;
/// The cosine of the angle between an axis and the normal of a triangle that counts as lying along the axis.
inline constexpr double nearly_along = 0x1p-900;

/// Half of what a body overlaps itself by at rest (Surface::self_offset) at a place of a triangle, along an
/// axis, m: `offset` at the corners, the triangle's unit normal. A triangle along the axis takes all.
LAMINA_HD inline double rest_overlap_along(const double (&offset)[3], double b1, double b2,
                                           const Triple& normal, const Triple& axis) {
  const double depth = (1 - b1 - b2) * offset[0] + b1 * offset[1] + b2 * offset[2];
  if (!(depth > 0))
    return 0;
  const double facing = std::fabs(dot(normal, axis));
  return facing > nearly_along ? 0.5 * depth * (1 / facing) : whole_interval;
}

/// Takes that from both ends of an interval; false if nothing is left of it.
LAMINA_HD inline bool leave_out_rest(double& lower, double& upper, double from_lower, double from_upper) {
  if (!(from_lower + from_upper < upper - lower))
    return false;
  lower += from_lower;
  upper -= from_upper;
  return upper - lower > 0;
}

} // namespace lamina::ldi
