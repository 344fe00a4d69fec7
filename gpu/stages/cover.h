#pragma once

#include "core/contact/ldi/arithmetic/edge.h"
#include "gpu/stages/batch.h"

#include <cstdint>

namespace lamina::gpu {

/// 128 bits, for triangles whose edge functions do not fit into 64.
__extension__ typedef __int128 wide_integer;

/// A triangle of a pair as one direction sees it.
struct SeenTriangle {
  ldi::ImagePoint at[3];
  double depth[3]; ///< rounded (round_depth), m
  std::int64_t left, right, bottom, top;
};

LAMINA_HD inline std::int64_t lower_of(std::int64_t a, std::int64_t b) {
  return a < b ? a : b;
}
LAMINA_HD inline std::int64_t higher_of(std::int64_t a, std::int64_t b) {
  return a > b ? a : b;
}

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
    seen.at[k] = {ldi::snap(along(pair, place[k], u), pair.axis[u]),
                  ldi::snap(along(pair, place[k], v), pair.axis[v])};
    seen.depth[k] = ldi::round_depth(along(pair, place[k], direction), pair.depth_rounder);
  }
  seen.left = lower_of(lower_of(seen.at[0].u, seen.at[1].u), seen.at[2].u);
  seen.right = higher_of(higher_of(seen.at[0].u, seen.at[1].u), seen.at[2].u);
  seen.bottom = lower_of(lower_of(seen.at[0].v, seen.at[1].v), seen.at[2].v);
  seen.top = higher_of(higher_of(seen.at[0].v, seen.at[1].v), seen.at[2].v);
  return seen;
}

/// Rows of an image that a triangle may cover, [first, last).
LAMINA_HD inline ldi::Span rows_of(const SeenTriangle& seen, const ImageView& image) {
  return {higher_of(ldi::first_pixel_from(seen.bottom, 0), 0),
          lower_of(ldi::first_pixel_from(seen.top, 0), image.height)};
}

/// Pixels of a row whose samples lie between the triangle's leftmost and rightmost corner.
LAMINA_HD inline ldi::Span pixels_of(const SeenTriangle& seen, const ImageView& image, std::int64_t shift) {
  return {higher_of(ldi::first_pixel_from(seen.left, shift), 0),
          lower_of(ldi::first_pixel_from(seen.right, shift), image.width)};
}

/// A span longer than this is cut to the triangle by its edges before its pixels are tested one by one.
inline constexpr std::int64_t short_span = 8;

/// Calls visit(column, b1, b2, faces_up) for each pixel of every `row_step`th row from `first_row` on whose
/// sample the triangle covers; `column` is that of the image.
template <class Int, class Visit>
LAMINA_HD void cover_rows(const SeenTriangle& seen, const ImageView& image, const std::int16_t* shifts,
                          std::int64_t first_row, std::int64_t last_row, std::int64_t row_step,
                          const Visit& visit) {
  const ldi::ProjectedTriangle<Int> triangle(seen.at[0], seen.at[1], seen.at[2]);
  if (triangle.area == 0)
    return;
  const double per_area = 1 / static_cast<double>(triangle.area);
  for (std::int64_t row = first_row; row < last_row; row += row_step) {
    const std::int64_t shift = shifts[row];
    ldi::Span span = pixels_of(seen, image, shift);
    const std::int64_t sv = row * ldi::pixel_units + ldi::half_pixel, offset = ldi::half_pixel + shift;
    if (span.last - span.first > short_span)
      for (int k = 0; k < 3 && span.first < span.last; ++k)
        ldi::narrow_span(span, triangle.side[k],
                         triangle.side[k].at(span.first * ldi::pixel_units + offset, sv));
    for (std::int64_t pixel = span.first; pixel < span.last; ++pixel) {
      const std::int64_t su = pixel * ldi::pixel_units + offset;
      const Int e0 = triangle.side[0].at(su, sv), e1 = triangle.side[1].at(su, sv),
                e2 = triangle.side[2].at(su, sv);
      if ((e0 | e1 | e2) < 0)
        continue;
      visit(static_cast<std::uint32_t>(row * image.width + pixel), triangle.barycentric(1, e1, per_area),
            triangle.barycentric(2, e2, per_area), triangle.faces_up);
    }
  }
}

/// The same with numbers as wide as the triangle needs.
template <class Visit>
LAMINA_HD void cover(const SeenTriangle& seen, const ImageView& image, const std::int16_t* shifts,
                     std::int64_t first_row, std::int64_t last_row, std::int64_t row_step,
                     const Visit& visit) {
  const std::int64_t limit = ldi::narrow_limit;
  if (seen.left >= -limit && seen.right <= limit && seen.bottom >= -limit && seen.top <= limit)
    cover_rows<std::int64_t>(seen, image, shifts, first_row, last_row, row_step, visit);
  else
    cover_rows<wide_integer>(seen, image, shifts, first_row, last_row, row_step, visit);
}

} // namespace lamina::gpu
