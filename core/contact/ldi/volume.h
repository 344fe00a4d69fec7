#pragma once

#include "core/contact/ldi/columns.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// One interval of intersection in one column: [0] is the lower end, [1] the upper.
struct Interval {
  std::array<double, 2> depth;                      ///< along the view axis, m
  std::array<std::array<double, 2>, 2> barycentric; ///< of corners 1 and 2 of the triangles
  std::array<std::uint32_t, 2> triangle;
  std::array<std::uint8_t, 2> body;
  std::array<std::uint16_t, 2> pixel; ///< pixel of its row, row
  std::uint16_t sheets = 1;           ///< pairs of sheets that overlap here: one between different bodies

  double length() const { return depth[1] - depth[0]; }
  bool between_bodies() const { return body[0] != body[1]; }
};

/// Walks one column, whose crossings are sorted, and adds the intervals where both winding numbers are
/// positive, in the order of depth.
void walk_column(std::span<const Crossing> crossings, const Column& column, FoundIntervals& found);

/// Turns what walks found into as many intervals. The rows that were walked begin with `first_row`.
void list_intervals(const ColumnSet& set, std::uint32_t pixels_in_row, std::uint32_t first_row,
                    std::span<Interval> intervals);

/// See Stages.
void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
