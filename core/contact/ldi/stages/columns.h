#pragma once

#include "core/contact/ldi/arithmetic/levels.h"
#include "core/contact/ldi/arithmetic/sort_column.h"
#include "core/contact/ldi/stages/atomics.h"
#include "core/contact/ldi/stages/batch.h"
#include "core/contact/ldi/stages/last_begun.h"

#include <cstdint>

namespace lamina::ldi {

/// Which image of which pair something of the batch belongs to whose numbers begin with `First` in each
/// image.
template <std::uint32_t ImageView::*First>
struct ImagePlace {
  const PairView* pair;
  int direction;
  std::uint32_t index; ///< within the image

  LAMINA_HD ImagePlace(const BatchView& batch, std::uint32_t pairs, std::uint32_t number) {
    pair = batch.pairs +
           last_begun(pairs, number, [&](std::uint32_t k) { return batch.pairs[k].image[0].*First; });
    direction = number >= pair->image[2].*First ? 2 : number >= pair->image[1].*First ? 1 : 0;
    index = number - pair->image[direction].*First;
  }
  LAMINA_HD const ImageView& image() const { return pair->image[direction]; }
};
using ColumnPlace = ImagePlace<&ImageView::first_column>;

/// Which image an interval lies in: its pair and direction in one number.
LAMINA_HD inline std::uint32_t owner_of(std::uint32_t pair, int direction) {
  return pair << 2 | static_cast<std::uint32_t>(direction);
}

/// Crossings of all columns, one column after the other.
struct ColumnsView {
  const Fragment* fragments;
  const std::uint32_t* begins; ///< per column, and the end
  Crossing* crossings;
  const double* rest; ///< per fragment: see MeasureRest
};

/// An interval as a walk finds it.
struct WalkedInterval {
  std::uint32_t lower, upper; ///< fragments
  double depth[2];            ///< m
  int multiplicity;
};

/// Calls visit(interval) for each interval in which a body overlaps itself.
template <class Visit>
LAMINA_HD void find_self_intervals(const ColumnsView& columns, std::uint32_t begin, std::uint32_t count,
                                   const PairView& pair, const Visit& visit) {
  const Crossing* const crossings = columns.crossings + begin;
  walk_levels(crossings, count, pair.winding_at_infinity[0],
              [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
                WalkedInterval found{crossings[lower].fragment,
                                     crossings[upper].fragment,
                                     {crossings[lower].depth, crossings[upper].depth},
                                     multiplicity};
                if (!(found.depth[1] - found.depth[0] > pair.shortest))
                  return;
                if (pair.first_offset == no_offsets ||
                    leave_out_rest(found.depth[0], found.depth[1], columns.rest[found.lower],
                                   columns.rest[found.upper]))
                  visit(found);
              });
}

/// Walks up a sorted column and calls visit(interval) for each interval that counts.
template <class Visit>
LAMINA_HD void find_intervals(const ColumnsView& columns, std::uint32_t begin, std::uint32_t count,
                              const ColumnPlace& place, const Visit& visit) {
  const PairView& pair = *place.pair;
  if (pair.self) {
    find_self_intervals(columns, begin, count, pair, visit);
    return;
  }
  const Crossing* const crossings = columns.crossings + begin;
  walk_intervals(crossings, count, pair.winding_at_infinity, pair.depth_from[place.direction],
                 pair.depth_to[place.direction], [&](std::uint32_t lower, std::uint32_t upper) {
                   visit(WalkedInterval{crossings[lower].fragment,
                                        crossings[upper].fragment,
                                        {crossings[lower].depth, crossings[upper].depth},
                                        1});
                 });
}

/// A column that cannot be trusted.
struct FaultyColumn {
  std::uint32_t column; ///< of the batch
  ColumnFault fault;
};

/// Faulty columns in any order; those that there is no room for are only counted.
struct FaultList {
  FaultyColumn* list;
  std::uint32_t* count;
  std::uint32_t room;

  LAMINA_HD void add(std::uint32_t column, ColumnFault fault) const {
    const std::uint32_t at = add_shared(*count, 1);
    if (at < room)
      list[at] = {column, fault};
  }
};

/// One thread a column: sorts it, and counts its intervals where it can be trusted.
struct SortColumns {
  BatchView batch;
  std::uint32_t pairs;
  ColumnsView columns;
  std::uint32_t* intervals; ///< per column: how many
  FaultList faults;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t begin = columns.begins[index], count = columns.begins[index + 1] - begin;
    intervals[index] = 0;
    if (count == 0)
      return;
    if (count > batch.crossing_limit) {
      faults.add(static_cast<std::uint32_t>(index), ColumnFault::too_many_crossings);
      return;
    }
    ColumnBalance balance;
    Crossing* crossings = columns.crossings + begin;
    for (std::uint32_t k = 0; k < count; ++k) {
      const Fragment& fragment = columns.fragments[begin + k];
      crossings[k] = {fragment.depth, begin + k, fragment.place};
      balance.add(crossings[k]);
    }
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    const ColumnStart starts[2] = {{place.pair->winding_at_infinity[0]},
                                   {place.pair->winding_at_infinity[1]}};
    if (!balance.balances(starts[0], starts[1])) {
      faults.add(static_cast<std::uint32_t>(index), ColumnFault::unbalanced);
      return;
    }
    if (!balance.may_be_inside(0, starts[0]) || !balance.may_be_inside(1, starts[1]))
      return;
    sort_column(crossings, columns.fragments, 0, count);
    std::uint32_t found = 0;
    find_intervals(columns, begin, count, place, [&](const WalkedInterval&) { ++found; });
    intervals[index] = found;
  }
};

/// One thread a column: writes its intervals. Their order is that of columns and depths.
struct WriteIntervals {
  BatchView batch;
  std::uint32_t pairs;
  ColumnsView columns;
  const std::uint32_t* begins; ///< of the intervals, per column, and the end
  Interval* intervals;
  std::uint32_t* owners; ///< per interval: owner_of

  LAMINA_HD void operator()(std::size_t index) const {
    std::uint32_t next = begins[index];
    if (begins[index + 1] == next)
      return;
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    const std::uint32_t width = static_cast<std::uint32_t>(place.image().width);
    const std::uint32_t owner =
        owner_of(static_cast<std::uint32_t>(place.pair - batch.pairs), place.direction);
    const std::uint32_t begin = columns.begins[index], count = columns.begins[index + 1] - begin;
    find_intervals(columns, begin, count, place, [&](const WalkedInterval& found) {
      owners[next] = owner;
      Interval& interval = intervals[next++];
      set_end(interval, 0, columns.fragments[found.lower]);
      set_end(interval, 1, columns.fragments[found.upper]);
      interval.depth = {found.depth[0], found.depth[1]};
      interval.pixel = {static_cast<std::uint16_t>(place.index % width),
                        static_cast<std::uint16_t>(place.index / width)};
      interval.multiplicity = static_cast<std::uint16_t>(found.multiplicity);
    });
  }
};

} // namespace lamina::ldi
