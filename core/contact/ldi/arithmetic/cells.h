#pragma once

#include "core/contact/ldi/arithmetic/interval.h"

#include <cstdint>

namespace lamina::ldi {

/// The contact cells of one column, from below to above:
///
///      cell 0   │  cell 1  │  cell 2         │ planes
///   ────────┏━━━┿━━━━━━━━━━┿━━━┓──────►  depth
///           lower              upper            ━ interval: cut at the planes for volumes
struct ColumnCells {
  std::uint32_t first, step; ///< index of the lowest cell, and the step to the next one
  const double* planes;      ///< between cells, m along the view axis
  std::uint32_t plane_count;

  LAMINA_HD std::uint32_t cell(std::uint32_t number) const { return first + step * number; }
};

/// The cells of an interval's two ends, numbered within their column. An end on a plane belongs to the side
/// on which the interval lies.
struct EndCells {
  std::uint32_t lower, upper;
};

LAMINA_HD inline EndCells cells_of_ends(const ColumnCells& cells, const Interval& interval) {
  EndCells ends{0, 0};
  for (std::uint32_t k = 0; k < cells.plane_count; ++k) {
    ends.lower += cells.planes[k] <= interval.depth[0];
    ends.upper += cells.planes[k] < interval.depth[1];
  }
  return ends;
}

/// Length of an interval within cell `number` of its column.
LAMINA_HD inline double length_in_cell(const ColumnCells& cells, const EndCells& ends,
                                       const Interval& interval, std::uint32_t number) {
  if (number < ends.lower || number > ends.upper)
    return 0;
  const double low = number > ends.lower ? cells.planes[number - 1] : interval.depth[0];
  const double high = number < ends.upper ? cells.planes[number] : interval.depth[1];
  return high - low;
}

} // namespace lamina::ldi
