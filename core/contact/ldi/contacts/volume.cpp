#include "core/contact/ldi/contacts/volume.h"

#include "core/contact/ldi/arithmetic/winding.h"

namespace lamina::ldi {

namespace {

/// Fragments are fetched this many intervals ahead: they lie all over the list.
constexpr std::size_t fetched_ahead = 16;

} // namespace

void walk_column(std::span<const Crossing> crossings, const Column& column, const DepthRange& within,
                 FoundIntervals& found) {
  const int winding[2] = {column.winding[0], column.winding[1]};
  walk_intervals(crossings.data(), static_cast<std::uint32_t>(crossings.size()), winding, within.from,
                 within.to, [&](std::uint32_t lower, std::uint32_t upper) {
                   found.add(column.index, crossings[lower].fragment, crossings[upper].fragment);
                 });
}

void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set) {
  sort_columns(list, starts, crossing_limit, set);
  set.found.count = 0;
  for (const Column& column : set.columns)
    walk_column(set.of(column), column, set.within, set.found);
}

void IntervalLister::list(std::span<Interval> intervals) {
  const FoundIntervals& found = set_.found;
  for (Interval& interval : intervals) {
    const std::size_t i = next_++;
    if (i + fetched_ahead < found.count) {
      __builtin_prefetch(&set_.fragments[found.ends[i + fetched_ahead] >> 32]);
      __builtin_prefetch(&set_.fragments[found.ends[i + fetched_ahead] & 0xffffffffu]);
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

} // namespace lamina::ldi
