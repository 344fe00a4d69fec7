#pragma once

#include "core/contact/ldi/arithmetic/winding.h"
#include "core/contact/ldi/image/raster.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lamina::ldi {

// From fragments, in the order of triangles, to intervals:
//
//   image, width 4        crossings, column by column, sorted by depth
//   ┌──┬──┬──┬──┐         ┌───────┬───┬───────────────┬─────
//   │ 4│ 5│ 6│ 7│ row 1   │ 0     │ 1 │ 2             │ …       number: column = row · width + pixel
//   ├──┼──┼──┼──┤         └───────┴───┴───────────────┴─────
//   │ 0│ 1│ 2│ 3│ row 0   ▲ begin     ▲ begin         ▲ end
//   └──┴──┴──┴──┘
//
//   one column:   a enters   b enters   b leaves   a leaves
//                 ───┴──────────┻━━━━━━━━━━┻──────────┴────►  depth;  ━ interval: inside both a and b

/// A column to be walked. Its crossings are [begin, end) of ColumnSet::crossings.
struct Column {
  std::uint32_t index; ///< row · pixels[u] + pixel
  std::uint32_t begin, end;
  std::array<int, 2> winding; ///< of both bodies where the walk begins
};

/// A column that cannot be trusted.
struct BadColumn {
  std::uint32_t index;
  bool too_many_crossings;
};

/// Intervals of intersection, as the walks find them: column by column, in the order of depth.
struct FoundIntervals {
  /// The fragments that bound each: lower << 32 | upper. The array may be longer than `count`.
  std::vector<std::uint64_t> ends;
  std::vector<std::uint64_t> columns;
  std::size_t count = 0;

  void make_room(std::size_t more) {
    if (count + more <= ends.size())
      return;
    ends.resize(count + more + count / 2);
    columns.resize(ends.size());
  }
  void add(std::uint32_t column, std::uint32_t lower, std::uint32_t upper) {
    make_room(1);
    ends[count] = std::uint64_t{lower} << 32 | upper;
    columns[count++] = column;
  }
};

/// Depths along the view axis, m.
struct DepthRange {
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

/// The depths of the region, and a pixel more at both ends: snapping moves crossings of a slope by less.
DepthRange depths_within(const Grid& grid, int direction);

/// Crossings of neighbouring columns side by side, for vectors:
///
///              lane 0     lane 1     lane 2     lane 3
///   vector 0   crossing 0 of columns first … first + 3
///   vector 1   crossing 1 of the same columns
///   …          as many vectors as the longest column has crossings
struct ColumnTiles {
  /// Neighbouring columns, some of which must be looked at.
  struct Group {
    std::uint32_t first;  ///< its first column
    std::uint32_t begin;  ///< where its depths and tags begin
    std::uint32_t most;   ///< crossings of its longest column
    std::uint32_t looked; ///< bit k: column first + k must be looked at
    bool one_by_one;      ///< one column is too long: columns lie one behind the other instead
  };
  std::vector<Group> groups;
  std::vector<double> depths;
  std::vector<std::uint32_t> tags;   ///< fragment << 2 | body << 1 | entering
  std::vector<std::uint32_t> next;   ///< per column: where its next crossing goes
  std::vector<std::uint32_t> stride; ///< per group: from one crossing of a column to the next
  std::vector<Crossing> column;      ///< one column by itself
};

/// The crossings of one direction, grouped by column as drawn above.
struct ColumnSet {
  /// An interval counts only if both of its ends lie in here. Beyond, winding numbers are not known, since
  /// crossings were left out.
  DepthRange within;
  std::span<const Fragment> fragments; ///< those of the list
  std::vector<Crossing> crossings;     ///< grouped by column, sorted within the columns listed below
  std::vector<Column> columns;         ///< those in which both bodies may be inside, in order
  std::vector<BadColumn> bad;          ///< unbalanced, or over the limit; in order
  std::vector<std::uint32_t> next;     ///< memory of the scatter
  ColumnTiles tiles;
  FoundIntervals found;

  std::span<const Crossing> of(const Column& column) const {
    return {crossings.data() + column.begin, column.end - column.begin};
  }
  const Fragment& fragment(const Crossing& crossing) const { return fragments[crossing.fragment]; }
};

/// Looks at the crossings of a column, in any order. Returns false if the column need not be walked: one body
/// is nowhere inside, or the column cannot be trusted. In the latter case it is added to `bad`.
bool begin_column(std::span<const Crossing> crossings, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, Column& column, std::vector<BadColumn>& bad);

/// Moves crossings into their columns (count, scan, scatter) and sorts each column by depth. Columns that do
/// not end with the winding numbers they began with are dropped. `starts` are those of the two bodies. The
/// set refers to the list, which must stay.
void sort_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
