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

/// Walks the columns of one direction and lists the intervals where both winding numbers are positive, in the
/// order of rows, pixels and depths (design: item 4). Returns the sum of their lengths, m; V_d is a_d times
/// that.
double find_intervals(const ColumnSet& set, int pixels_in_row, std::vector<Interval>& intervals);

} // namespace lamina::ldi
