#pragma once

#include "core/contact/ldi/arithmetic/interval.h"
#include "core/contact/ldi/columns.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Walks one column, whose crossings are sorted, and adds the intervals where both winding numbers are
/// positive, in the order of depth; of those, the ones whose ends lie `within`.
void walk_column(std::span<const Crossing> crossings, const Column& column, const DepthRange& within,
                 FoundIntervals& found);

/// Turns what walks found into as many intervals. The rows that were walked begin with `first_row`.
void list_intervals(const ColumnSet& set, std::uint32_t pixels_in_row, std::uint32_t first_row,
                    std::span<Interval> intervals);

/// See Stages.
void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
