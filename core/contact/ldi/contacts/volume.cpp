#include "core/contact/ldi/contacts/volume.h"

#include "core/contact/ldi/arithmetic/winding.h"

namespace lamina::ldi {

namespace {

/// Fragments are fetched this many intervals ahead: they lie all over the list.
constexpr std::size_t ahead = 16;

} // namespace

void walk_column(std::span<const Crossing> crossings, const Column& column, const DepthRange& within,
                 FoundIntervals& found) {
  const std::uint32_t count = static_cast<std::uint32_t>(crossings.size());
  ColumnWalk walk{{column.winding[0], column.winding[1]}, {no_crossing, no_crossing}};
  for (std::uint32_t k = 0; k < count;) {
    bool closed = false;
    IntervalEnds ends{};
    k = walk_depth(walk, crossings.data(), k, count, closed, ends);
    // Without a lower crossing the interval begins beyond the region, where nothing truly overlaps:
    // snapping has moved a wall across this column. Its upper counterpart never closes.
    if (closed && ends.lower != no_crossing &&
        within.holds(crossings[ends.lower].depth, crossings[ends.upper].depth))
      found.add(column.index, crossings[ends.lower].fragment, crossings[ends.upper].fragment);
  }
}

void IntervalLister::list(std::span<Interval> intervals) {
  const FoundIntervals& found = set_.found;
  for (Interval& interval : intervals) {
    const std::size_t i = next_++;
    if (i + ahead < found.count) {
      __builtin_prefetch(&set_.fragments[found.ends[i + ahead] >> 32]);
      __builtin_prefetch(&set_.fragments[found.ends[i + ahead] & 0xffffffffu]);
    }
    while (found.columns[i] - row_begin_ >= pixels_in_row_) {
      row_begin_ += pixels_in_row_;
      ++row_;
    }
    set_end(interval, 0, set_.fragments[found.ends[i] >> 32]);
    set_end(interval, 1, set_.fragments[found.ends[i] & 0xffffffffu]);
    interval.pixel = {static_cast<std::uint16_t>(found.columns[i] - row_begin_),
                      static_cast<std::uint16_t>(row_)};
    interval.multiplicity = 1;
  }
}

void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set) {
  sort_columns(list, starts, crossing_limit, set);
  set.found.count = 0;
  for (const Column& column : set.columns)
    walk_column(set.of(column), column, set.within, set.found);
}

} // namespace lamina::ldi
