#include "core/contact/ldi/image/rasteriser.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// A span longer than this is cut to the triangle by its edges before its pixels are tested one by one.
constexpr std::int64_t short_span = 8;

/// 128 bits, for triangles whose edge functions do not fit into 64.
__extension__ typedef __int128 wide_integer;

bool is_empty(const Span& span) {
  return span.first >= span.last;
}

} // namespace

Rasteriser::Rasteriser(const Grid& grid, int direction, Rows rows, FragmentList& list)
    : first_row_(rows.first), last_row_(rows.last), list_(list) {
  const View view(direction);
  width_ = grid.region.pixels[static_cast<std::size_t>(view.u)];
  shifts_ = grid.row_shifts[static_cast<std::size_t>(view.v)].data();
}

void Rasteriser::draw(const std::array<DrawnCorner, 3>& corners, std::uint32_t triangle, int body) {
  const ImagePoint &p0 = corners[0].at, &p1 = corners[1].at, &p2 = corners[2].at;
  Drawing d{corners, std::min({p0.u, p1.u, p2.u}), std::max({p0.u, p1.u, p2.u}), 0, 0, triangle, body};
  const std::int64_t bottom = std::min({p0.v, p1.v, p2.v}), top = std::max({p0.v, p1.v, p2.v});
  d.first_row = std::max<std::int64_t>(first_pixel_from(bottom, 0), first_row_);
  d.last_row = std::min<std::int64_t>(first_pixel_from(top, 0), last_row_);

  // Small triangles often fall between the pixel centres of their rows.
  while (d.first_row < d.last_row && is_empty(pixels_of_row(d, d.first_row)))
    ++d.first_row;
  if (d.first_row >= d.last_row)
    return;
  if (d.left >= -narrow_limit && d.right <= narrow_limit && bottom >= -narrow_limit && top <= narrow_limit)
    scan<std::int64_t>(d);
  else
    scan<wide_integer>(d);
}

/// Pixels of a row whose samples lie between the triangle's leftmost and rightmost corner.
Span Rasteriser::pixels_of_row(const Drawing& d, std::int64_t row) const {
  const std::int64_t shift = shifts_[row];
  return {std::max<std::int64_t>(first_pixel_from(d.left, shift), 0),
          std::min<std::int64_t>(first_pixel_from(d.right, shift), width_)};
}

template <class Int>
void Rasteriser::scan(const Drawing& d) {
  const ProjectedTriangle<Int> triangle(d.corner[0].at, d.corner[1].at, d.corner[2].at);
  if (triangle.area == 0)
    return;
  const double per_area = 1 / static_cast<double>(triangle.area);
  for (std::int64_t row = d.first_row; row < d.last_row; ++row) {
    Span span = pixels_of_row(d, row);
    const std::int64_t v = row * pixel_units + half_pixel, shift = half_pixel + shifts_[row];
    if (span.last - span.first > short_span)
      for (int k = 0; k < 3 && !is_empty(span); ++k)
        narrow_span(span, triangle.side[k], triangle.side[k].at(span.first * pixel_units + shift, v));
    if (is_empty(span))
      continue;
    const SpanStart start = {static_cast<std::uint32_t>((row - first_row_) * width_ + span.first),
                             static_cast<std::uint32_t>((row - first_row_) * width_ + span.last),
                             span.first * pixel_units + shift, v};
    if (list_.reserve(static_cast<std::size_t>(span.last - span.first)))
      scan_span(d, triangle, per_area, start);
    else
      lose_span(triangle, start, d.body);
  }
}

/// Edge functions are carried from pixel to pixel. Every fragment is written, and stays only if its pixel
/// is covered: a branch that nobody can predict would cost more.
template <class Int>
void Rasteriser::scan_span(const Drawing& d, const ProjectedTriangle<Int>& triangle, double per_area,
                           const SpanStart& start) {
  Int e0 = triangle.side[0].at(start.u, start.v);
  Int e1 = triangle.side[1].at(start.u, start.v);
  Int e2 = triangle.side[2].at(start.u, start.v);
  const Int step0 = triangle.side[0].step(), step1 = triangle.side[1].step(), step2 = triangle.side[2].step();
  std::uint32_t* counts = list_.column_counts(d.body);
  Fragment* out = list_.end();
  for (std::uint32_t column = start.first; column < start.last; ++column) {
    const double b1 = triangle.barycentric(1, e1, per_area), b2 = triangle.barycentric(2, e2, per_area);
    out->depth = interpolate_depth(d.corner[0].depth, d.corner[1].depth, d.corner[2].depth, b1, b2);
    out->b1 = b1;
    out->b2 = b2;
    out->triangle = d.triangle;
    out->place = fragment_place(column, d.body, !triangle.faces_up);
    const bool covered = ((e0 | e1 | e2) >= 0) & list_.wants(column);
    out += covered;
    counts[column] += covered;
    e0 += step0;
    e1 += step1;
    e2 += step2;
  }
  list_.commit(out);
}

/// The same where there is no room any more: the columns are marked.
template <class Int>
void Rasteriser::lose_span(const ProjectedTriangle<Int>& triangle, const SpanStart& start, int body) {
  std::int64_t u = start.u;
  for (std::uint32_t column = start.first; column < start.last; ++column, u += pixel_units)
    if (triangle.covers(u, start.v))
      list_.lose(column, body);
}

} // namespace lamina::ldi
