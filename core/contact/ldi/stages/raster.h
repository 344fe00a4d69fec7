#pragma once

#include "core/contact/ldi/arithmetic/cover.h"
#include "core/contact/ldi/stages/atomics.h"
#include "core/contact/ldi/stages/batch.h"
#include "core/contact/ldi/stages/last_begun.h"

#include <cstdint>

namespace lamina::ldi {

/// Triangles that may cover more pixels than this are left to several threads.
inline constexpr std::int64_t large_triangle = 256;
/// So many, each of which takes every so manieth row.
inline constexpr std::uint32_t threads_a_large_triangle = 64;

/// Large triangles: item · 3 + direction each, in any order.
struct LargeTriangles {
  std::uint32_t* list;
  std::uint32_t* count;
};

/// Counts the crossings of every column.
struct CountCrossings {
  std::uint32_t* counts; ///< per column of the batch

  LAMINA_HD void operator()(const ImageView& image, std::uint32_t column, const SeenTriangle&, std::uint32_t,
                            std::uint32_t, double, double, bool) const {
    add_shared(counts[image.first_column + column], 1);
  }
};

/// Puts crossings into the positions of their columns, in any order.
struct StoreCrossings {
  std::uint32_t* next; ///< per column of the batch: where its next crossing goes
  Fragment* fragments;

  LAMINA_HD void operator()(const ImageView& image, std::uint32_t column, const SeenTriangle& seen,
                            std::uint32_t triangle, std::uint32_t body, double b1, double b2,
                            bool faces_up) const {
    Fragment& out = fragments[add_shared(next[image.first_column + column], 1)];
    out.depth = interpolate_depth(seen.depth[0], seen.depth[1], seen.depth[2], b1, b2);
    out.b1 = b1;
    out.b2 = b2;
    out.triangle = triangle;
    out.place = fragment_place(column, static_cast<int>(body), !faces_up);
  }
};

/// Which triangle of which run an item is.
struct Item {
  const ItemRun* run;
  std::uint32_t triangle; ///< of its run

  LAMINA_HD Item(const BatchView& batch, std::uint32_t index) {
    run = batch.runs +
          last_begun(batch.run_count, index, [&](std::uint32_t k) { return batch.runs[k].first_item; });
    triangle = index - run->first_item;
  }
};

/// Coordinate of a place along an axis of the region: the sums of Frame::along.
LAMINA_HD inline double along(const PairView& pair, const double* place, int axis) {
  if (pair.along_world)
    return place[axis];
  return pair.axes[0][axis] * place[0] + pair.axes[1][axis] * place[1] + pair.axes[2][axis] * place[2];
}

LAMINA_HD inline SeenTriangle see_triangle(const PairView& pair, const double* const (&place)[3],
                                           int direction) {
  const int u = (direction + 1) % 3, v = (direction + 2) % 3;
  SeenTriangle seen;
  for (int k = 0; k < 3; ++k) {
    seen.at[k] = {snap(along(pair, place[k], u), pair.axis[u]), snap(along(pair, place[k], v), pair.axis[v])};
    seen.depth[k] = round_depth(along(pair, place[k], direction), pair.depth_rounder);
  }
  seen.enclose();
  return seen;
}

LAMINA_HD inline SeenTriangle see(const BatchView& batch, const Item& item, int direction) {
  const DeviceTriangle& t = batch.triangles[item.run->first_triangle + item.triangle];
  const double* const place[3] = {batch.positions + 3 * std::uint64_t{item.run->first_vertex + t.corner[0]},
                                  batch.positions + 3 * std::uint64_t{item.run->first_vertex + t.corner[1]},
                                  batch.positions + 3 * std::uint64_t{item.run->first_vertex + t.corner[2]}};
  return see_triangle(batch.pairs[item.run->pair], place, direction);
}

/// Calls Cross for every crossing of an item's triangle in every `row_step`th row.
template <class Cross>
LAMINA_HD void cross_columns(const BatchView& batch, const Item& item, int direction,
                             const SeenTriangle& seen, std::int64_t first_row, std::int64_t last_row,
                             std::int64_t row_step, const Cross& cross) {
  const ImageView& image = batch.pairs[item.run->pair].image[direction];
  const std::uint32_t triangle = item.run->before + item.triangle, body = item.run->body;
  cover(seen, image.width, batch.shifts + image.first_shift, first_row, last_row, row_step,
        [&](std::uint32_t column, double b1, double b2, bool faces_up) {
          cross(image, column, seen, triangle, body, b1, b2, faces_up);
        });
}

/// One thread an item: its small triangles; large ones are listed (when `large.list` is given).
template <class Cross>
struct RasteriseItems {
  BatchView batch;
  LargeTriangles large;
  Cross cross;

  LAMINA_HD void operator()(std::size_t index) const {
    const Item item(batch, static_cast<std::uint32_t>(index));
    for (int direction = 0; direction < 3; ++direction) {
      const SeenTriangle seen = see(batch, item, direction);
      const ImageView& image = batch.pairs[item.run->pair].image[direction];
      const Span rows = rows_of(seen, 0, image.height);
      if (rows.first >= rows.last)
        continue;
      const std::int64_t width = ((seen.right - seen.left) >> subpixel_bits) + 2;
      if ((rows.last - rows.first) * lower_of(width, image.width) <= large_triangle)
        cross_columns(batch, item, direction, seen, rows.first, rows.last, 1, cross);
      else if (large.list)
        large.list[add_shared(*large.count, 1)] =
            static_cast<std::uint32_t>(3 * index + static_cast<std::size_t>(direction));
    }
  }
};

/// threads_a_large_triangle threads a large triangle.
template <class Cross>
struct RasteriseLarge {
  BatchView batch;
  const std::uint32_t* list;
  Cross cross;

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t entry = list[index / threads_a_large_triangle];
    const int direction = static_cast<int>(entry % 3);
    const Item item(batch, entry / 3);
    const SeenTriangle seen = see(batch, item, direction);
    const Span rows = rows_of(seen, 0, batch.pairs[item.run->pair].image[direction].height);
    cross_columns(batch, item, direction, seen,
                  rows.first + static_cast<std::int64_t>(index % threads_a_large_triangle), rows.last,
                  threads_a_large_triangle, cross);
  }
};

} // namespace lamina::ldi
