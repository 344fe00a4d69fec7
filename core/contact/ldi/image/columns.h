#pragma once

#include "core/contact/ldi/arithmetic/winding.h"
#include "core/contact/ldi/image/raster.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lamina::ldi {

/// One column whose crossings are to be walked: [begin, end) of ColumnSet::crossings.
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

/// Intervals of intersection as the walks find them, column by column.
struct FoundIntervals {
  /// Which fragments bound them: lower << 32 | upper. There may be room behind the last one.
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

  bool holds(double lower, double upper) const { return lower >= from && upper <= to; }
};

/// What truly overlaps lies in the region; snapping moves a slope's crossings by less than a pixel.
DepthRange depths_within(const Grid& grid, int direction);

/// Crossings of many columns at a time, of the vector stages. Columns are taken in groups of as many as a
/// vector has lanes; crossing k of the group's columns fills one vector.
struct ColumnTiles {
  /// Neighbouring columns, some of which must be looked at.
  struct Group {
    std::uint32_t first;  ///< column
    std::uint32_t begin;  ///< of depths and tags
    std::uint32_t most;   ///< crossings in a column
    std::uint32_t looked; ///< bit k: column first + k must be looked at
    bool one_by_one;      ///< the columns lie one behind the other, for one of them is too long
  };
  std::vector<Group> groups;
  std::vector<double> depths;
  std::vector<std::uint32_t> tags;   ///< fragment << 2 | body << 1 | entering
  std::vector<std::uint32_t> next;   ///< per column: where its next crossing goes
  std::vector<std::uint32_t> stride; ///< per group: from one crossing of a column to the next
  std::vector<Crossing> column;      ///< one column by itself
};

/// The crossings of one direction, column by column.
struct ColumnSet {
  /// An interval counts only if both of its ends lie in here: where crossings beyond the region were left
  /// out, winding numbers out there are not known.
  DepthRange within;
  std::span<const Fragment> fragments; ///< those of the list
  std::vector<Crossing> crossings;     ///< grouped by column, sorted within the columns listed below
  std::vector<Column> columns;         ///< those in which both bodies can be inside, in order
  std::vector<BadColumn> bad;          ///< unbalanced, or over the limit; in order
  std::vector<std::uint32_t> next;     ///< memory of the scatter
  ColumnTiles tiles;
  FoundIntervals found;

  std::span<const Crossing> of(const Column& column) const {
    return {crossings.data() + column.begin, column.end - column.begin};
  }
  const Fragment& fragment(const Crossing& crossing) const { return fragments[crossing.fragment]; }
};

/// Takes the crossings of a column, in any order: false if the column need not be walked, since one of the
/// bodies is nowhere inside or the column cannot be trusted, which is noted in `bad`.
bool begin_column(std::span<const Crossing> crossings, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, Column& column, std::vector<BadColumn>& bad);

/// Sorts the crossings of a column in the order of crosses_before.
void sort_column(std::span<Crossing> crossings, const Fragment* fragments);

/// Moves crossings into their columns (count, scan, scatter), drops columns that do not end with the winding
/// numbers they began with, and sorts the rest by depth. `starts` are those of the two bodies. The set refers
/// to the list.
void sort_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set);

} // namespace lamina::ldi
