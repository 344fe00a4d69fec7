#pragma once

#include "core/contact/ldi/arithmetic/interval.h"
#include "core/contact/ldi/image/columns.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Walks one column, whose crossings are sorted, and adds the intervals where both winding numbers are
/// positive, in the order of depth. Only those count whose ends lie `within`.
void walk_column(std::span<const Crossing> crossings, const Column& column, const DepthRange& within,
                 FoundIntervals& found);

/// Sorts the crossings of each column by depth and walks the columns (design: item 4). Lists in set.found the
/// intervals where both winding numbers are positive, in the order of rows, pixels and depths. Lists in
/// set.bad the columns that do not end with the winding numbers they began with, or have more crossings than
/// the limit. `starts` are those of the two bodies; the set refers to the list.
void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

/// Turns what walks found into intervals, some at a time. The rows that were walked begin with `first_row`.
class IntervalLister {
public:
  IntervalLister(const ColumnSet& set, std::uint32_t pixels_in_row, std::uint32_t first_row)
      : set_(set), pixels_in_row_(pixels_in_row), row_(first_row) {}

  std::size_t left() const { return set_.found.count - next_; }
  /// As many as there is room for, and no more than are left.
  void list(std::span<Interval> intervals);

private:
  const ColumnSet& set_;
  std::uint32_t pixels_in_row_;
  std::uint64_t row_, row_begin_ = 0;
  std::size_t next_ = 0;
};

/// All of them at once.
inline void list_intervals(const ColumnSet& set, std::uint32_t pixels_in_row, std::uint32_t first_row,
                           std::span<Interval> intervals) {
  IntervalLister(set, pixels_in_row, first_row).list(intervals);
}

} // namespace lamina::ldi
