#pragma once

#include "core/contact/ldi/arithmetic/levels.h"
#include "gpu/stages/atomics.h"
#include "gpu/stages/batch.h"
#include "gpu/stages/last_begun.h"

#include <cstdint>

namespace lamina::gpu {

/// Columns of more crossings are sorted as a heap, so that the longest do not take forever.
inline constexpr std::uint32_t short_column = 32;

/// Sorts the crossings of one column in the order of crosses_before.
class ColumnSorter {
public:
  LAMINA_HD ColumnSorter(ldi::Crossing* crossings, std::uint32_t count, const ldi::Fragment* fragments)
      : crossings_(crossings), count_(count), fragments_(fragments) {}

  LAMINA_HD void sort() const {
    if (count_ <= short_column)
      insert();
    else
      sort_heap();
  }

private:
  LAMINA_HD bool before(const ldi::Crossing& c, const ldi::Crossing& d) const {
    return ldi::crosses_before(c, d, fragments_);
  }
  LAMINA_HD void insert() const {
    for (std::uint32_t next = 1; next < count_; ++next) {
      const ldi::Crossing moving = crossings_[next];
      std::uint32_t hole = next;
      for (; hole > 0 && before(moving, crossings_[hole - 1]); --hole)
        crossings_[hole] = crossings_[hole - 1];
      crossings_[hole] = moving;
    }
  }
  LAMINA_HD void sink(std::uint32_t hole, std::uint32_t count) const {
    const ldi::Crossing moving = crossings_[hole];
    for (;;) {
      std::uint32_t child = 2 * hole + 1;
      if (child >= count)
        break;
      if (child + 1 < count && before(crossings_[child], crossings_[child + 1]))
        ++child;
      if (!before(moving, crossings_[child]))
        break;
      crossings_[hole] = crossings_[child];
      hole = child;
    }
    crossings_[hole] = moving;
  }
  LAMINA_HD void sort_heap() const {
    for (std::uint32_t first = count_ / 2; first-- > 0;)
      sink(first, count_);
    for (std::uint32_t last = count_ - 1; last > 0; --last) {
      const ldi::Crossing highest = crossings_[0];
      crossings_[0] = crossings_[last];
      crossings_[last] = highest;
      sink(0, last);
    }
  }

  ldi::Crossing* crossings_;
  std::uint32_t count_;
  const ldi::Fragment* fragments_;
};

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
  const ldi::Fragment* fragments;
  const std::uint32_t* begins; ///< per column, and the end
  ldi::Crossing* crossings;
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
LAMINA_HD void walk_self_intervals(const ColumnsView& columns, std::uint32_t begin, std::uint32_t count,
                                   const PairView& pair, const Visit& visit) {
  const ldi::Crossing* const crossings = columns.crossings + begin;
  ldi::walk_levels(crossings, count, pair.winding_at_infinity[0],
                   [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
                     WalkedInterval found{crossings[lower].fragment,
                                          crossings[upper].fragment,
                                          {crossings[lower].depth, crossings[upper].depth},
                                          multiplicity};
                     if (!(found.depth[1] - found.depth[0] > pair.shortest))
                       return;
                     if (pair.first_offset == no_offsets ||
                         ldi::leave_out_rest(found.depth[0], found.depth[1], columns.rest[found.lower],
                                             columns.rest[found.upper]))
                       visit(found);
                   });
}

/// Walks up a sorted column and calls visit(interval) for each interval that counts.
template <class Visit>
LAMINA_HD void walk_intervals(const ColumnsView& columns, std::uint32_t begin, std::uint32_t count,
                              const ColumnPlace& place, const Visit& visit) {
  const PairView& pair = *place.pair;
  if (pair.self) {
    walk_self_intervals(columns, begin, count, pair, visit);
    return;
  }
  const ldi::Crossing* const crossings = columns.crossings + begin;
  const double from = pair.depth_from[place.direction], to = pair.depth_to[place.direction];
  ldi::ColumnWalk walk{{pair.winding_at_infinity[0], pair.winding_at_infinity[1]},
                       {ldi::no_crossing, ldi::no_crossing}};
  for (std::uint32_t k = 0; k < count;) {
    bool closed = false;
    ldi::IntervalEnds ends{};
    k = ldi::walk_depth(walk, crossings, k, count, closed, ends);
    if (closed && ends.lower != ldi::no_crossing && crossings[ends.lower].depth >= from &&
        crossings[ends.upper].depth <= to)
      visit(WalkedInterval{crossings[ends.lower].fragment,
                           crossings[ends.upper].fragment,
                           {crossings[ends.lower].depth, crossings[ends.upper].depth},
                           1});
  }
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
    ldi::ColumnBalance balance;
    ldi::Crossing* crossings = columns.crossings + begin;
    for (std::uint32_t k = 0; k < count; ++k) {
      const ldi::Fragment& fragment = columns.fragments[begin + k];
      crossings[k] = {fragment.depth, begin + k, fragment.place};
      balance.add(crossings[k]);
    }
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    const ldi::ColumnStart starts[2] = {{place.pair->winding_at_infinity[0]},
                                        {place.pair->winding_at_infinity[1]}};
    if (!balance.balances(starts[0], starts[1])) {
      faults.add(static_cast<std::uint32_t>(index), ColumnFault::unbalanced);
      return;
    }
    if (!balance.may_be_inside(0, starts[0]) || !balance.may_be_inside(1, starts[1]))
      return;
    ColumnSorter(crossings, count, columns.fragments).sort();
    std::uint32_t found = 0;
    walk_intervals(columns, begin, count, place, [&](const WalkedInterval&) { ++found; });
    intervals[index] = found;
  }
};

/// One thread a column: writes its intervals. Their order is that of columns and depths.
struct WriteIntervals {
  BatchView batch;
  std::uint32_t pairs;
  ColumnsView columns;
  const std::uint32_t* begins; ///< of the intervals, per column, and the end
  ldi::Interval* intervals;
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
    walk_intervals(columns, begin, count, place, [&](const WalkedInterval& found) {
      owners[next] = owner;
      ldi::Interval& interval = intervals[next++];
      ldi::set_end(interval, 0, columns.fragments[found.lower]);
      ldi::set_end(interval, 1, columns.fragments[found.upper]);
      interval.depth = {found.depth[0], found.depth[1]};
      interval.pixel = {static_cast<std::uint16_t>(place.index % width),
                        static_cast<std::uint16_t>(place.index / width)};
      interval.multiplicity = static_cast<std::uint16_t>(found.multiplicity);
    });
  }
};

} // namespace lamina::gpu
