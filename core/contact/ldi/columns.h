#pragma once

#include "core/contact/ldi/raster.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// One column whose crossings are to be walked: [begin, end) of ColumnSet::crossings.
struct Column {
  std::uint32_t index; ///< row · pixels[u] + pixel
  std::uint32_t begin, end;
  std::array<int, 2> winding; ///< of both bodies where the walk begins
};

/// What is known of one body's crossings in a direction.
struct ColumnStart {
  int winding_at_infinity = 0;
  bool complete = true; ///< all crossings are there: a column must end with the winding number it began with
  bool from_above = false; ///< otherwise: those below the region are missing, not those above it
};

/// A column that cannot be trusted.
struct BadColumn {
  std::uint32_t index;
  bool too_many_crossings;
};

/// The crossings of one direction, column by column.
struct ColumnSet {
  std::span<const Fragment> fragments; ///< those of the list
  std::vector<Crossing> crossings;     ///< grouped by column, sorted within the columns listed below
  std::vector<Column> columns;         ///< those in which both bodies can be inside, in order
  std::vector<BadColumn> bad;          ///< unbalanced, or over the limit; in order
  std::vector<std::uint32_t> next;     ///< memory of the scatter

  std::span<const Crossing> of(const Column& column) const {
    return {crossings.data() + column.begin, column.end - column.begin};
  }
  const Fragment& fragment(const Crossing& crossing) const { return fragments[crossing.fragment]; }
};

/// Moves crossings into their columns (count, scan, scatter), drops columns that do not end with the winding
/// numbers they began with, and sorts the rest by depth. `starts` are those of the two bodies. The set refers
/// to the list.
void sort_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
