#pragma once

#include "core/contact/ldi/arithmetic/top_left_rule.h"

#include <cstdint>

namespace lamina::ldi {

/// 128 bits, for triangles whose edge functions do not fit into 64.
__extension__ typedef __int128 wide_integer;

LAMINA_HD inline std::int64_t lower_of(std::int64_t a, std::int64_t b) {
  return a < b ? a : b;
}
LAMINA_HD inline std::int64_t higher_of(std::int64_t a, std::int64_t b) {
  return a > b ? a : b;
}

/// A triangle as one direction sees it.
struct SeenTriangle {
  ImagePoint at[3];
  double depth[3];                       ///< rounded (round_depth), m
  std::int64_t left, right, bottom, top; ///< of the rectangle around it

  /// Sets the rectangle.
  LAMINA_HD void enclose() {
    left = lower_of(lower_of(at[0].u, at[1].u), at[2].u);
    right = higher_of(higher_of(at[0].u, at[1].u), at[2].u);
    bottom = lower_of(lower_of(at[0].v, at[1].v), at[2].v);
    top = higher_of(higher_of(at[0].v, at[1].v), at[2].v);
  }
};

/// Of the rows [first, last) of an image those that a triangle may cover.
LAMINA_HD inline Span rows_of(const SeenTriangle& seen, std::int64_t first, std::int64_t last) {
  return {higher_of(first_pixel_from(seen.bottom, 0), first), lower_of(first_pixel_from(seen.top, 0), last)};
}

/// Pixels of a row whose samples lie between the triangle's leftmost and rightmost corner.
LAMINA_HD inline Span pixels_of(const SeenTriangle& seen, std::int64_t width, std::int64_t shift) {
  return {higher_of(first_pixel_from(seen.left, shift), 0),
          lower_of(first_pixel_from(seen.right, shift), width)};
}

/// A span longer than this is cut to the triangle by its edges before its pixels are tested one by one.
inline constexpr std::int64_t short_span = 8;

/// Calls visit(column, b1, b2, faces_up) for each pixel of every `row_step`th row from `first_row` on whose
/// sample the triangle covers; `column` is that of the image.
template <class Int, class Visit>
LAMINA_HD void cover_rows(const SeenTriangle& seen, std::int64_t width, const std::int16_t* shifts,
                          std::int64_t first_row, std::int64_t last_row, std::int64_t row_step,
                          const Visit& visit) {
  const ProjectedTriangle<Int> triangle(seen.at[0], seen.at[1], seen.at[2]);
  if (triangle.area == 0)
    return;
  const double per_area = 1 / static_cast<double>(triangle.area);
  for (std::int64_t row = first_row; row < last_row; row += row_step) {
    const std::int64_t shift = shifts[row];
    Span span = pixels_of(seen, width, shift);
    const std::int64_t sv = row * pixel_units + half_pixel, offset = half_pixel + shift;
    if (span.last - span.first > short_span)
      for (int k = 0; k < 3 && span.first < span.last; ++k)
        narrow_span(span, triangle.side[k], triangle.side[k].at(span.first * pixel_units + offset, sv));
    for (std::int64_t pixel = span.first; pixel < span.last; ++pixel) {
      const std::int64_t su = pixel * pixel_units + offset;
      const Int e0 = triangle.side[0].at(su, sv), e1 = triangle.side[1].at(su, sv),
                e2 = triangle.side[2].at(su, sv);
      if ((e0 | e1 | e2) < 0)
        continue;
      visit(static_cast<std::uint32_t>(row * width + pixel), triangle.barycentric(1, e1, per_area),
            triangle.barycentric(2, e2, per_area), triangle.faces_up);
    }
  }
}

/// The same with numbers as wide as the triangle needs.
template <class Visit>
LAMINA_HD void cover(const SeenTriangle& seen, std::int64_t width, const std::int16_t* shifts,
                     std::int64_t first_row, std::int64_t last_row, std::int64_t row_step,
                     const Visit& visit) {
  const std::int64_t limit = narrow_limit;
  if (seen.left >= -limit && seen.right <= limit && seen.bottom >= -limit && seen.top <= limit)
    cover_rows<std::int64_t>(seen, width, shifts, first_row, last_row, row_step, visit);
  else
    cover_rows<wide_integer>(seen, width, shifts, first_row, last_row, row_step, visit);
}

} // namespace lamina::ldi
