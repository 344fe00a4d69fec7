#include "core/contact/ldi/volume.h"

#include "core/contact/ldi/arithmetic/winding.h"

namespace lamina::ldi {

namespace {

Interval make_interval(const Fragment& lower, const Fragment& upper, std::uint32_t column,
                       std::uint32_t width) {
  Interval interval;
  interval.depth = {lower.depth, upper.depth};
  interval.barycentric = {{{lower.b1, lower.b2}, {upper.b1, upper.b2}}};
  interval.triangle = {lower.triangle, upper.triangle};
  interval.body = {static_cast<std::uint8_t>(lower.body()), static_cast<std::uint8_t>(upper.body())};
  interval.pixel = {static_cast<std::uint16_t>(column % width), static_cast<std::uint16_t>(column / width)};
  return interval;
}

} // namespace

double find_intervals(const ColumnSet& set, int pixels_in_row, std::vector<Interval>& intervals) {
  intervals.clear();
  double length = 0;
  for (const Column& column : set.columns) {
    const Crossing* crossings = set.of(column).data();
    const std::uint32_t count = column.end - column.begin;
    ColumnWalk walk{{column.winding[0], column.winding[1]}, {no_crossing, no_crossing}};
    for (std::uint32_t k = 0; k < count;) {
      bool closed = false;
      IntervalEnds ends{};
      k = walk_depth(walk, crossings, k, count, closed, ends);
      // Without a lower crossing the interval begins beyond the region, where nothing truly overlaps:
      // snapping has moved a wall across this column. Its upper counterpart never closes.
      if (!closed || ends.lower == no_crossing)
        continue;
      intervals.push_back(make_interval(set.fragment(crossings[ends.lower]),
                                        set.fragment(crossings[ends.upper]), column.index,
                                        static_cast<std::uint32_t>(pixels_in_row)));
      length += intervals.back().length();
    }
  }
  return length;
}

} // namespace lamina::ldi
