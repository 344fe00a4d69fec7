#pragma once

#include "core/contact/ldi/arithmetic/gradient_units.h"
#include "core/contact/ldi/stages/atomics.h"
#include "core/contact/ldi/stages/contact_sums.h"

#include <cstdint>

namespace lamina::ldi {

/// An end of an interval gives a share of the gradient to its body. The whole goes to the one cell in which
/// both ends lie, or a half to the cell of each. Shares are numbered interval by interval.
struct Shares {
  std::uint32_t of_each; ///< 2: one of each end, where all pairs are one cell; 4: two of each end
};

/// What one share is.
struct Share {
  bool given; ///< otherwise nothing counts
  std::uint32_t end, cell, triangle;
  std::uint8_t body;
  std::int64_t halves;
};

/// Of an interval of a pair that is shared out in this way.
LAMINA_HD inline Share share_of(Partition partition, const DevicePixel& pixel, std::uint32_t slot) {
  const std::uint32_t end = slot & 1;
  const bool one_cell = pixel.cell[0] == pixel.cell[1];
  const bool counts = partition != Partition::cells || pixel.body[0] != pixel.body[1];
  return {counts && !(one_cell && slot > 1),
          end,
          pixel.cell[slot >> 1],
          pixel.triangle[end],
          pixel.body[end],
          one_cell ? 2 : 1};
}

/// Shares of neighbouring intervals are added up before they go to vertices, as long as they lie on one
/// triangle and in one cell. This many pixels of a row count as neighbours.
inline constexpr std::uint32_t stretch_pixels = 16;

/// All that the gradient is made of.
struct SharesView {
  const PairView* pairs;
  const ImageTotals* totals; ///< three of each pair
  IntervalsView found;
  const DevicePixel* pixels;
  Shares shares;

  LAMINA_HD Share share(std::uint32_t interval, std::uint32_t slot) const {
    return share_of(pairs[found.owners[interval] >> 2].partition, pixels[interval], slot);
  }
  /// The units in which a component of a pair's gradient is added up.
  LAMINA_HD GradientUnits units(std::uint32_t pair, std::uint32_t direction) const {
    return gradient_units(totals[3 * std::size_t{pair} + direction].multiplicity);
  }
  /// Whether the run that a share of the interval before belongs to goes on with this one's.
  LAMINA_HD bool goes_on(std::uint32_t interval, std::uint32_t slot) const {
    if (interval == 0 || found.owners[interval] != found.owners[interval - 1])
      return false;
    const DevicePixel &mine = pixels[interval], &before = pixels[interval - 1];
    if (mine.pixel[1] != before.pixel[1] ||
        mine.pixel[0] / stretch_pixels != before.pixel[0] / stretch_pixels)
      return false;
    const Share mine_share = share(interval, slot), last = share(interval - 1, slot);
    return mine_share.given && last.given && mine_share.body == last.body && mine_share.cell == last.cell &&
           mine_share.triangle == last.triangle;
  }
};

/// One thread an interval: marks the shares with which runs begin, of the first so many pairs. Those of
/// others are marked as what begins no run.
struct FindRuns {
  SharesView view;
  std::uint32_t pairs;
  std::uint32_t* begins; ///< per share: 1 or 0

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t interval = static_cast<std::uint32_t>(index);
    const bool wanted = view.found.owners[interval] >> 2 < pairs;
    for (std::uint32_t slot = 0; slot < view.shares.of_each; ++slot)
      begins[index * view.shares.of_each + slot] =
          wanted && view.share(interval, slot).given && !view.goes_on(interval, slot);
  }
};

/// What a run adds to the three corners of its triangle, in units.
struct Run {
  std::int64_t amount[3];
  std::uint32_t vertex[3];
  std::uint32_t group; ///< 2 · cell + body, from the first of the pair
  std::uint32_t owner; ///< owner_of
};

/// One thread a share: adds up the run that begins with it.
struct SumRuns {
  BatchView batch;
  SharesView view;
  const std::uint32_t* before; ///< runs that begin before each share, and all
  Run* runs;

  LAMINA_HD void operator()(std::size_t index) const {
    if (before[index] == before[index + 1])
      return;
    const std::uint32_t first = static_cast<std::uint32_t>(index / view.shares.of_each),
                        slot = static_cast<std::uint32_t>(index % view.shares.of_each);
    const std::uint32_t owner = view.found.owners[first];
    const PairView& pair = batch.pairs[owner >> 2];
    const GradientUnits units = view.units(owner >> 2, owner & 3);
    const std::uint32_t intervals = view.found.begins[batch.columns];
    GradientMoments sum{0, 0, 0};
    std::uint32_t i = first;
    do {
      const Share share = view.share(i, slot);
      sum.add(units, view.found.intervals[i], share.end, share.halves);
    } while (++i < intervals && view.goes_on(i, slot));

    const Share share = view.share(first, slot);
    const PartView& part = batch.parts[2 * std::size_t{owner >> 2} + share.body];
    const DeviceTriangle& triangle = batch.triangles[part.first_triangle + share.triangle];
    Run& run = runs[before[index]];
    run.amount[0] = sum.m0(units);
    run.amount[1] = sum.m1;
    run.amount[2] = sum.m2;
    for (int corner = 0; corner < 3; ++corner)
      run.vertex[corner] = triangle.corner[corner];
    run.group = pair.first_group + 2 * share.cell + share.body;
    run.owner = owner;
  }
};

/// The corners of all runs, each an entry. Entries of one group at one vertex are added up in one of them,
/// their home. They find it through a table with room for twice as many. Whole numbers add up to the same in
/// any order, so it does not matter which becomes the home.
struct EntriesView {
  const Run* runs;
  std::uint32_t* table; ///< an entry and 1 each, or 0
  std::uint32_t table_mask;
  std::uint32_t* home;  ///< per entry
  std::uint64_t* sums;  ///< three per entry, where it is a home
  std::uint32_t* first; ///< per entry, where it is a home: complement of the first entry that came there

  LAMINA_HD std::uint32_t group_of(std::uint32_t entry) const { return runs[entry / 3].group; }
  LAMINA_HD std::uint32_t vertex_of(std::uint32_t entry) const { return runs[entry / 3].vertex[entry % 3]; }
  LAMINA_HD bool meet(std::uint32_t a, std::uint32_t b) const {
    return group_of(a) == group_of(b) && vertex_of(a) == vertex_of(b);
  }
  /// Where the search begins.
  LAMINA_HD std::uint32_t place_of(std::uint32_t entry) const {
    std::uint32_t mixed = vertex_of(entry) * 0x9e3779b1u ^ group_of(entry) * 0x85ebca6bu;
    mixed ^= mixed >> 15;
    mixed *= 0x2c1b3c6du;
    return (mixed ^ mixed >> 13) & table_mask;
  }
};

/// One thread an entry.
struct JoinEntries {
  EntriesView view;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t entry = static_cast<std::uint32_t>(index);
    const std::uint32_t home = find_home(entry);
    const Run& run = view.runs[entry / 3];
    view.home[entry] = home;
    add_shared(view.sums[3 * std::size_t{home} + (run.owner & 3)],
               static_cast<std::uint64_t>(run.amount[entry % 3]));
    raise_shared(view.first[home], ~entry);
  }

private:
  LAMINA_HD std::uint32_t find_home(std::uint32_t entry) const {
    for (std::uint32_t place = view.place_of(entry);; place = (place + 1) & view.table_mask) {
      const std::uint32_t taken = take_shared(view.table[place], entry + 1);
      if (taken == 0)
        return entry;
      if (view.meet(taken - 1, entry))
        return taken - 1;
    }
  }
};

/// One thread an entry: marks those that came first to their homes.
struct MarkFirst {
  EntriesView view;
  std::uint32_t* marks; ///< per entry: 1 or 0

  LAMINA_HD void operator()(std::size_t index) const {
    marks[index] = view.first[view.home[index]] == ~static_cast<std::uint32_t>(index);
  }
};

/// An entry of a gradient.
struct DeviceGradient {
  double value[3]; ///< in the world, m²
  std::uint32_t vertex, group;
};

/// One thread an entry: writes the sum of those that came first, in the order in which they came.
struct WriteGradient {
  BatchView batch;
  EntriesView view;
  SharesView shares;
  const std::uint32_t* marks;
  const std::uint32_t* before; ///< marks before each entry
  DeviceGradient* gradient;

  LAMINA_HD void operator()(std::size_t index) const {
    if (marks[index] == 0)
      return;
    const std::uint32_t entry = static_cast<std::uint32_t>(index);
    const std::uint32_t pair_index = view.runs[entry / 3].owner >> 2;
    const PairView& pair = batch.pairs[pair_index];
    double in_region[3];
    for (int axis = 0; axis < 3; ++axis) {
      const std::uint64_t sum = view.sums[3 * std::size_t{view.home[index]} + static_cast<std::size_t>(axis)];
      const GradientUnits units = shares.units(pair_index, static_cast<std::uint32_t>(axis));
      in_region[axis] = gradient_component(static_cast<std::int64_t>(sum), units, pixel_area(pair, axis));
    }
    DeviceGradient& out = gradient[before[index]];
    set_triple(out.value, turned(axis_of(pair, 0), axis_of(pair, 1), axis_of(pair, 2),
                                 {in_region[0], in_region[1], in_region[2]}));
    out.vertex = view.vertex_of(entry);
    out.group = view.group_of(entry);
  }
};

} // namespace lamina::ldi
