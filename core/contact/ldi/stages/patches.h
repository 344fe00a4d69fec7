#pragma once

#include "core/contact/ldi/arithmetic/patches.h"
#include "core/contact/ldi/stages/contact_sums.h"

#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// What the patches of a batch are joined of: of intervals of one column that are joined the first stands for
/// all, a segment. Of intervals of pairs without patches nothing is said.
struct SegmentsView {
  IntervalsView found;
  VoxelRange* ranges; ///< per interval: of the segment that it stands for, or no_segment
  std::uint32_t*
      parents; ///< per interval: of a segment one of its patch before it, or itself; else its segment

  LAMINA_HD static VoxelRange no_segment() { return {1, 0}; }
  LAMINA_HD bool is_segment(std::uint32_t i) const { return ranges[i].first <= ranges[i].last; }
  /// The first segment of a patch, as far as it is joined.
  LAMINA_HD std::uint32_t root(std::uint32_t i) const {
    for (std::uint32_t parent = read_shared(parents[i]); parent != i; parent = read_shared(parents[i]))
      i = parent;
    return i;
  }
  /// Many threads may join at a time. Roots only ever get lower ones as their parents. So, whatever the
  /// order, the least segment of a patch is its root in the end.
  LAMINA_HD void join(std::uint32_t a, std::uint32_t b) const {
    for (;;) {
      a = root(a);
      b = root(b);
      if (a == b)
        return;
      const std::uint32_t higher = a > b ? a : b, lower = a > b ? b : a;
      const std::uint32_t before = lower_shared(parents[higher], lower);
      if (before == higher)
        return;
      // Another thread gave it a parent meanwhile, which belongs to the patch too.
      a = before;
      b = lower;
    }
  }
};

/// The segments of one column (see join_columns).
class SegmentsOfColumn {
public:
  /// None, where the image has no such column.
  LAMINA_HD SegmentsOfColumn(const SegmentsView& view, const ImageView& image, int pixel, int row)
      : view_(view), first_(0), end_(0) {
    if (pixel < 0 || pixel >= image.width || row >= image.height)
      return;
    const std::uint32_t column = image.first_column + static_cast<std::uint32_t>(row * image.width + pixel);
    first_ = view.found.begins[column];
    end_ = view.found.begins[column + 1];
  }
  LAMINA_HD std::uint32_t first() const { return first_; } ///< always a segment
  LAMINA_HD std::uint32_t next(std::uint32_t i) const {
    do
      ++i;
    while (i < end_ && !view_.is_segment(i));
    return i;
  }
  LAMINA_HD bool is_end(std::uint32_t i) const { return i >= end_; }
  LAMINA_HD VoxelRange range(std::uint32_t i) const { return view_.ranges[i]; }

private:
  const SegmentsView& view_;
  std::uint32_t first_, end_;
};

LAMINA_HD inline bool in_patches(const PairView& pair) {
  return pair.partition == Partition::patches;
}

/// How many pixels deep a direction sees.
LAMINA_HD inline int pixels_deep(const PairView& pair, int direction) {
  return pair.image[(direction + 1) % 3].height;
}

/// One thread a column: joins its intervals to segments, in their order.
struct MakeSegments {
  BatchView batch;
  std::uint32_t pairs;
  SegmentsView view;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t begin = view.found.begins[index], end = view.found.begins[index + 1];
    if (begin == end)
      return;
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    if (!in_patches(*place.pair))
      return;
    const int deep = pixels_deep(*place.pair, place.direction);
    std::uint32_t segment = begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      const VoxelRange range = voxels_of(view.found.intervals[i], place.pair->axis[place.direction], deep);
      if (i > begin && view.ranges[segment].adjoins(range)) {
        if (view.ranges[segment].last < range.last)
          view.ranges[segment].last = range.last;
        view.ranges[i] = SegmentsView::no_segment();
      } else {
        segment = i;
        view.ranges[i] = range;
      }
      view.parents[i] = segment;
    }
  }
};

/// One thread a column: joins its segments with those of its neighbours to the right and in the next row.
struct JoinNeighbours {
  BatchView batch;
  std::uint32_t pairs;
  SegmentsView view;

  LAMINA_HD void operator()(std::size_t index) const {
    if (view.found.begins[index] == view.found.begins[index + 1])
      return;
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    if (!in_patches(*place.pair))
      return;
    const ImageView& image = place.image();
    const int pixel = static_cast<int>(place.index) % image.width,
              row = static_cast<int>(place.index) / image.width;
    const SegmentsOfColumn own(view, image, pixel, row);
    for (int k = 0; k < 4; ++k) {
      const SegmentsOfColumn other(view, image, k == 3 ? pixel + 1 : pixel + k - 1, k == 3 ? row : row + 1);
      join_columns(own, other, [&](std::uint32_t i, std::uint32_t j) { view.join(i, j); });
    }
  }
};

/// One thread an interval: joins the segment that it stands for with those of the two other directions that
/// pass through its voxels.
struct JoinDirections {
  BatchView batch;
  SegmentsView view;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t owner = view.found.owners[index], segment = static_cast<std::uint32_t>(index);
    const PairView& pair = batch.pairs[owner >> 2];
    if (!in_patches(pair) || !view.is_segment(segment))
      return;
    const SeenAxes axes(static_cast<int>(owner & 3));
    const Interval& interval = view.found.intervals[index];
    const VoxelRange range = view.ranges[index];
    int voxel[3];
    voxel[axes.u] = interval.pixel[0];
    voxel[axes.v] = interval.pixel[1];
    const int lookups = lookups_of(range);
    for (int k = 0; k < lookups; ++k) {
      voxel[axes.depth] = lookup_at(range, lookups, k);
      join_with(pair, axes.u, voxel, segment);
      join_with(pair, axes.v, voxel, segment);
    }
  }

private:
  LAMINA_HD void join_with(const PairView& pair, int other, const int (&voxel)[3],
                           std::uint32_t segment) const {
    const SeenAxes across(other);
    const SegmentsOfColumn column(view, pair.image[other], voxel[across.u], voxel[across.v]);
    for (std::uint32_t i = column.first(); !column.is_end(i); i = column.next(i))
      if (column.range(i).reaches(voxel[other]))
        view.join(segment, i);
  }
};

/// One thread an interval: marks those with which patches begin.
struct MarkPatches {
  BatchView batch;
  SegmentsView view;
  std::uint32_t* marks; ///< per interval: 1 or 0

  LAMINA_HD void operator()(std::size_t index) const {
    marks[index] = in_patches(batch.pairs[view.found.owners[index] >> 2]) && view.parents[index] == index;
  }
};

/// One thread a pair: how many patches the pairs before it have.
struct CountPatches {
  BatchView batch;
  const std::uint32_t* column_intervals; ///< where the intervals of each column begin, and the end
  const std::uint32_t* before;           ///< patches that begin before each interval
  std::uint32_t* begins;

  LAMINA_HD void operator()(std::size_t index) const {
    begins[index] = before[column_intervals[batch.pairs[index].image[0].first_column]];
  }
};

/// What a patch comes to.
struct DevicePatch {
  PatchSums sums;
  RigidMoments moments[3]; ///< per direction, of pairs whose moments are wanted
};

/// Intervals that one thread adds up before it goes to their patches: neighbours mostly have the same.
inline constexpr std::uint32_t patch_stretch = 32;

/// One thread a stretch of intervals: gives their pixel pairs the numbers of their patches, and adds them to
/// what these come to. All are whole numbers, so that the order does not matter.
struct SumPatches {
  BatchView batch;
  SegmentsView view;
  const ImageTotals* totals;   ///< three of each pair
  const std::uint32_t* before; ///< patches that begin before each interval
  DevicePixel* pixels;
  DevicePatch* patches;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t count = view.found.begins[batch.columns],
                        first = static_cast<std::uint32_t>(index) * patch_stretch;
    Sum sum{nullptr, 0, {}, {}, {}};
    for (std::uint32_t i = first; i < count && i < first + patch_stretch; ++i)
      if (in_patches(batch.pairs[view.found.owners[i] >> 2]))
        add(i, sum);
    finish(sum);
  }

private:
  /// What neighbours on one patch and in one direction come to.
  struct Sum {
    DevicePatch* patch; ///< null: there are none yet
    int direction;
    PatchUnits units;
    PatchShare share;
    RigidMoments moments;
  };

  LAMINA_HD void add(std::uint32_t i, Sum& sum) const {
    const std::uint32_t pair_index = view.found.owners[i] >> 2;
    const int direction = static_cast<int>(view.found.owners[i] & 3);
    const PairView& pair = batch.pairs[pair_index];
    const std::uint32_t first = before[view.found.begins[pair.image[0].first_column]];
    const std::uint32_t counted = before[view.root(i)] - first,
                        number = counted < most_patches ? counted : most_patches - 1;
    pixels[i].cell[0] = pixels[i].cell[1] = static_cast<std::uint16_t>(number);
    DevicePatch* const patch = patches + first + number;
    if (sum.patch != patch || sum.direction != direction) {
      finish(sum);
      const std::uint64_t multiplicity =
          totals[3 * std::size_t{pair_index} + static_cast<std::size_t>(direction)].multiplicity;
      sum = {patch,
             direction,
             patch_units(multiplicity, pair.length_exponent[direction], pair.area_exponent[direction]),
             {},
             {}};
    }
    const Interval& interval = view.found.intervals[i];
    sum.share.add(share_in_patch(interval, pixels[i].weight, sum.units, pair.axis[direction]));
    if (pair.first_moment != no_moments)
      add_moments(pair, direction, interval, sum.moments);
  }
  LAMINA_HD void add_moments(const PairView& pair, int direction, const Interval& interval,
                             RigidMoments& sum) const {
    const std::int64_t shift = shift_of_row(batch, pair.image[direction], interval.pixel[1]);
    for (int half = 0; half < 2; ++half)
      sum.add(interval.body[0], interval.body[1], units_of_centre(interval.pixel[0], static_cast<int>(shift)),
              units_of_centre(interval.pixel[1], 0));
  }

  LAMINA_HD static void add_whole(std::int64_t& sum, std::int64_t amount) {
    if (amount != 0)
      add_shared(reinterpret_cast<std::uint64_t&>(sum), static_cast<std::uint64_t>(amount));
  }
  LAMINA_HD static void finish(const Sum& sum) {
    if (!sum.patch)
      return;
    const int direction = sum.direction;
    PatchSums& sums = sum.patch->sums;
    add_whole(sums.length[direction], sum.share.length);
    add_whole(sums.weight[direction], sum.share.weight);
    for (int k = 0; k < 3; ++k)
      for (int end = 0; end < 2; ++end)
        raise_shared(sums.reach[(direction + k) % 3][end], sum.share.reach[k][end]);
    RigidMoments& moments = sum.patch->moments[direction];
    add_whole(moments.count, sum.moments.count);
    add_whole(moments.across, sum.moments.across);
    add_whole(moments.up, sum.moments.up);
  }
};

} // namespace lamina::ldi
