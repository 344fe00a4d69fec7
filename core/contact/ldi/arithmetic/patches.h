#pragma once

#include "core/contact/ldi/arithmetic/interval.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cmath>
#include <cstdint>

namespace lamina::ldi {

inline constexpr std::uint32_t most_patches = 65'535;

/// The voxels of one column that joined intervals pass through.
struct VoxelRange {
  std::uint16_t first, last;

  LAMINA_HD bool adjoins(const VoxelRange& other) const {
    return first <= other.last + 1 && other.first <= last + 1;
  }
  LAMINA_HD bool reaches(int voxel) const { return first <= voxel + 1 && voxel <= last + 1; }
};

/// The voxel along an axis of so many pixels that a place (m in the region's frame) lies in, or the nearest.
LAMINA_HD inline std::uint16_t voxel_at(double place, const AxisGrid& axis, int pixels) {
  const std::int64_t voxel = snap(place, axis) >> subpixel_bits, last = pixels - 1;
  return static_cast<std::uint16_t>(voxel < 0 ? 0 : voxel > last ? last : voxel);
}

LAMINA_HD inline VoxelRange voxels_of(const Interval& interval, const AxisGrid& axis, int pixels) {
  return {voxel_at(interval.depth[0], axis, pixels), voxel_at(interval.depth[1], axis, pixels)};
}

/// In how many voxels other directions are looked up, and which the k-th is: evenly from end to end.
LAMINA_HD inline int lookups_of(const VoxelRange& range) {
  constexpr int most_lookups = 32;
  const int voxels = range.last - range.first + 1;
  return voxels < most_lookups ? voxels : most_lookups;
}
LAMINA_HD inline int lookup_at(const VoxelRange& range, int lookups, int k) {
  return range.first + (lookups > 1 ? (range.last - range.first) * k / (lookups - 1) : 0);
}

/// Calls join(i, j) for segments of neighbouring columns that adjoin. Both columns' ascend with at least a
/// voxel between them, so one pass finds them all. A column has first(), next(i), is_end(i) and range(i).
template <class Column, class Join>
LAMINA_HD void join_columns(const Column& a, const Column& b, const Join& join) {
  std::uint32_t i = a.first(), j = b.first();
  while (!a.is_end(i) && !b.is_end(j)) {
    const VoxelRange mine = a.range(i), other = b.range(j);
    if (mine.adjoins(other))
      join(i, j);
    if (mine.last < other.last)
      i = a.next(i);
    else
      j = b.next(j);
  }
}

/// What patches are added up in: whole numbers, so that sums are the same in whatever order. The units are
/// powers of two, as fine as 63 bits allow.
struct PatchUnits {
  double of_length, of_weight; ///< units in a metre, and in a square metre
};

/// The least power of two (its exponent) that is larger.
LAMINA_HD inline int exponent_above(double x) {
  return std::ilogb(x) + 1;
}

/// Of one direction, whose intervals have so many pairs of `multiplicity` and are shorter than
/// 2^length_exponent, and whose pixels have areas below 2^area_exponent.
LAMINA_HD inline PatchUnits patch_units(std::uint64_t multiplicity, int length_exponent, int area_exponent) {
  int bits = 62;
  for (; multiplicity > 0; multiplicity >>= 1)
    --bits;
  return {std::ldexp(1.0, bits - length_exponent), std::ldexp(1.0, bits - area_exponent)};
}

/// What the intervals of a patch come to. All zero: nothing.
struct PatchSums {
  std::int64_t length[3]; ///< per direction: each as often as it has pairs of sheets, in units
  std::int64_t weight[3]; ///< of their pixel pairs, in units
  /// Per axis: how far its intervals with their pixels reach, in units of 1/1024 pixel (reach_up). The first
  /// is the complement of the low end, the second the high end. So both only rise.
  std::uint32_t reach[3][2];
};

/// Units that reach is counted from.
inline constexpr std::int64_t reach_zero = std::int64_t{1} << 30;

LAMINA_HD inline std::uint32_t reach_up(std::int64_t units) {
  const std::int64_t bounded = units < -reach_zero ? -reach_zero : units > reach_zero ? reach_zero : units;
  return static_cast<std::uint32_t>(bounded + reach_zero);
}

/// What intervals of one direction add to their patch. Along its column one reaches to the next unit
/// outwards.
struct PatchShare {
  std::int64_t length, weight;
  std::uint32_t reach[3][2]; ///< by axes, beginning with the view axis and then the image's

  LAMINA_HD void add(const PatchShare& more) {
    length += more.length;
    weight += more.weight;
    for (int k = 0; k < 6; ++k)
      if (reach[k / 2][k % 2] < more.reach[k / 2][k % 2])
        reach[k / 2][k % 2] = more.reach[k / 2][k % 2];
  }
};

LAMINA_HD inline PatchShare share_in_patch(const Interval& interval, double weight, const PatchUnits& units,
                                           const AxisGrid& axis) {
  const std::int64_t pixel[2] = {interval.pixel[0] * pixel_units, interval.pixel[1] * pixel_units};
  const std::int64_t low = snap(interval.depth[0], axis) - 1, high = snap(interval.depth[1], axis) + 1;
  return {interval.multiplicity * static_cast<std::int64_t>(interval.length() * units.of_length),
          static_cast<std::int64_t>(weight * units.of_weight),
          {{~reach_up(low), reach_up(high)},
           {~reach_up(pixel[0]), reach_up(pixel[0] + pixel_units)},
           {~reach_up(pixel[1]), reach_up(pixel[1] + pixel_units)}}};
}

} // namespace lamina::ldi
