#pragma once

#include "core/math/types.h"

#include <algorithm>

namespace lamina {

/// Where a directed edge crosses a row, and +1 where it runs upwards, −1 downwards; 0 where it does not.
struct RowCrossing {
  double u = 0;
  int step = 0;
};

/// Crosses the edge from `from` to `to` with the row of height v. Half-open: an end exactly at v counts as
/// below. `forward` says which end is the first by number: the result is the same for both triangles of an
/// edge, whatever the rounding.
inline RowCrossing row_crossing(const Vec3& from, const Vec3& to, bool forward, int u_axis, int v_axis,
                                double v) {
  const Vec3& a = forward ? from : to;
  const Vec3& b = forward ? to : from;
  const bool a_below = a[v_axis] <= v, b_below = b[v_axis] <= v;
  if (a_below == b_below)
    return {};
  const auto [low, high] = std::minmax(a[u_axis], b[u_axis]);
  const double along = a[u_axis] + (v - a[v_axis]) / (b[v_axis] - a[v_axis]) * (b[u_axis] - a[u_axis]);
  return {std::clamp(along, low, high), a_below == forward ? 1 : -1};
}

} // namespace lamina
