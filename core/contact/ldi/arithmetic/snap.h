#pragma once

#include "core/base/host_device.h"

#include <cstdint>

namespace lamina::ldi {

/// Lateral coordinates are whole numbers of 1/1024 pixel, so that every decision about coverage is exact and
/// the two triangles of an edge never disagree.
inline constexpr int subpixel_bits = 10;
inline constexpr std::int64_t pixel_units = std::int64_t{1} << subpixel_bits;
inline constexpr std::int64_t half_pixel = pixel_units / 2;

/// Farther coordinates are moved here: 2^60 units, so that differences and their products fit into 128 bits.
inline constexpr double farthest = 1152921504606846976.0;

/// Coordinates up to 2^29 units keep all edge functions within 64 bits (differences 2^30, products 2^60).
inline constexpr std::int64_t narrow_limit = std::int64_t{1} << 29;

/// How one axis of a region turns metres into units: units = (x − origin) · scale − offset. An anchored grid
/// has its origin at 0 and subtracts whole pixels, a stretched one starts at the region's own corner.
struct AxisGrid {
  double origin;
  double scale;
  double offset;
};

/// Snaps a coordinate in metres; halves go up everywhere, so that the grid looks the same from every pixel.
/// What is not a number lands at the far end like everything else that is out of reach.
LAMINA_HD inline std::int64_t snap(double x, const AxisGrid& grid) {
  const double y = (x - grid.origin) * grid.scale - grid.offset + 0.5;
  const double bounded = y < farthest ? (y > -farthest ? y : -farthest) : farthest;
  const std::int64_t truncated = static_cast<std::int64_t>(bounded);
  return truncated - (static_cast<double>(truncated) > bounded ? 1 : 0);
}

/// Index of the first pixel whose centre, moved by `shift` units, does not lie below `units`.
LAMINA_HD inline std::int64_t first_pixel_from(std::int64_t units, std::int64_t shift) {
  return (units - half_pixel - shift + pixel_units - 1) >> subpixel_bits;
}

/// Shift of a staggered row whose centre is `half_rows` half rows from the origin or the middle of its image:
/// 0.618 x less the nearest whole number, in units, at x rows; exact in whole numbers. It is odd, so that
/// rows on either side cancel: otherwise a ball at rest would be pushed to one side.
LAMINA_HD inline std::int64_t row_shift(std::int64_t half_rows) {
  const std::int64_t thousandths = (309 * (half_rows % 1000)) % 1000;
  const std::int64_t nearest = thousandths > 500 ? 1000 : thousandths < -500 ? -1000 : 0;
  return (thousandths - nearest) * pixel_units / 1000;
}

/// Rounds a depth to a whole number of quanta, a power of two; `rounder` is 1.5 · 2^52 quanta. Adding it
/// leaves no bits below the quantum.
LAMINA_HD inline double round_depth(double depth, double rounder) {
  return (depth + rounder) - rounder;
}

} // namespace lamina::ldi
