#pragma once

#include "core/contact/ldi/raster.h"

#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// One column whose crossings are to be walked: [begin, end) of ColumnSet::fragments.
struct Column {
  std::uint32_t index; ///< row · pixels[u] + pixel
  std::uint32_t begin, end;
};

/// A column that cannot be trusted.
struct BadColumn {
  std::uint32_t index;
  bool too_many_crossings;
};

/// The crossings of one direction, column by column.
struct ColumnSet {
  std::vector<Fragment> fragments; ///< grouped by column, sorted within the columns listed below
  std::vector<Column> columns;     ///< those in which both bodies can be inside, in order
  std::vector<BadColumn> bad;      ///< unbalanced, or over the limit; in order
  std::vector<std::uint32_t> next; ///< memory of the scatter
};

/// Moves crossings into their columns (count, scan, scatter), drops columns that do not end with the winding
/// numbers they began with, and sorts the rest by depth. `winding_at_infinity` is that of the two bodies.
void sort_columns(const FragmentList& list, const std::array<int, 2>& winding_at_infinity,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
