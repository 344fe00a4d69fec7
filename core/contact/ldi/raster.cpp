#include "core/contact/ldi/raster.h"

#include "core/contact/ldi/arithmetic/edge.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// A span longer than this is cut to the triangle by its edges before its pixels are tested one by one.
constexpr std::int64_t short_span = 8;

/// 128 bits, for triangles whose edge functions do not fit into 64.
__extension__ typedef __int128 wide_integer;

/// A triangle as it is drawn, and the rectangle around its image: units along u, rows along v.
struct Drawing {
  ImagePoint p[3];
  double depth[3];
  std::int64_t left, right, first_row, last_row;
  std::uint32_t triangle;
  int body;
};

/// Draws triangles into one image.
class Rasteriser {
public:
  Rasteriser(const Grid& grid, int direction, FragmentList& list)
      : view_(direction), width_(grid.region.pixels[static_cast<std::size_t>(view_.u)]),
        height_(grid.region.pixels[static_cast<std::size_t>(view_.v)]),
        shifts_(grid.row_shifts[static_cast<std::size_t>(view_.v)].data()), rounder_(grid.depth_rounder),
        list_(list) {}

  void draw(const SnappedSurface& surface, int body) {
    for (const std::uint32_t index : surface.triangles[static_cast<std::size_t>(view_.depth)].indices())
      draw_triangle(surface, body, index);
  }

private:
  void draw_triangle(const SnappedSurface& surface, int body, std::uint32_t index) {
    const Triangle& t = (*surface.surface->triangles)[index];
    Drawing d;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& units = surface.units[t[k]];
      d.p[k] = {units[static_cast<std::size_t>(view_.u)], units[static_cast<std::size_t>(view_.v)]};
    }
    d.left = std::min({d.p[0].u, d.p[1].u, d.p[2].u});
    d.right = std::max({d.p[0].u, d.p[1].u, d.p[2].u});
    const std::int64_t bottom = std::min({d.p[0].v, d.p[1].v, d.p[2].v});
    const std::int64_t top = std::max({d.p[0].v, d.p[1].v, d.p[2].v});
    d.first_row = std::max<std::int64_t>(first_pixel_from(bottom, 0), 0);
    d.last_row = std::min<std::int64_t>(first_pixel_from(top, 0), height_);

    // Small triangles often fall between the pixel centres of their rows.
    while (d.first_row < d.last_row && is_empty(pixels_of_row(d, d.first_row)))
      ++d.first_row;
    if (d.first_row >= d.last_row)
      return;
    for (std::size_t k = 0; k < 3; ++k)
      d.depth[k] = round_depth(surface.positions[t[k]][view_.depth], rounder_);
    d.triangle = index;
    d.body = body;
    if (d.left >= -narrow_limit && d.right <= narrow_limit && bottom >= -narrow_limit && top <= narrow_limit)
      scan<std::int64_t>(d);
    else
      scan<wide_integer>(d);
  }

  static bool is_empty(const Span& span) { return span.first >= span.last; }

  /// Pixels of a row whose samples lie between the triangle's leftmost and rightmost corner.
  Span pixels_of_row(const Drawing& d, std::int64_t row) const {
    const std::int64_t shift = shifts_[row];
    return {std::max<std::int64_t>(first_pixel_from(d.left, shift), 0),
            std::min<std::int64_t>(first_pixel_from(d.right, shift), width_)};
  }

  template <class Int>
  void scan(const Drawing& d) {
    const ProjectedTriangle<Int> triangle(d.p[0], d.p[1], d.p[2]);
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
      const SpanStart start = {static_cast<std::uint32_t>(row * width_ + span.first),
                               static_cast<std::uint32_t>(row * width_ + span.last),
                               span.first * pixel_units + shift, v};
      if (list_.reserve(static_cast<std::size_t>(span.last - span.first)))
        scan_span(d, triangle, per_area, start);
      else
        lose_span(triangle, start);
    }
  }

  /// Columns [first, last) of one row, and where its first sample lies.
  struct SpanStart {
    std::uint32_t first, last;
    std::int64_t u, v;
  };

  /// Edge functions are carried from pixel to pixel. Every fragment is written, and stays only if its pixel
  /// is covered: a branch that nobody can predict would cost more.
  template <class Int>
  void scan_span(const Drawing& d, const ProjectedTriangle<Int>& triangle, double per_area,
                 const SpanStart& start) {
    Int e0 = triangle.side[0].at(start.u, start.v);
    Int e1 = triangle.side[1].at(start.u, start.v);
    Int e2 = triangle.side[2].at(start.u, start.v);
    const Int step0 = triangle.side[0].step(), step1 = triangle.side[1].step(),
              step2 = triangle.side[2].step();
    std::uint32_t* counts = list_.column_counts();
    Fragment* out = list_.end();
    for (std::uint32_t column = start.first; column < start.last; ++column) {
      const double b1 = triangle.barycentric(1, e1, per_area), b2 = triangle.barycentric(2, e2, per_area);
      out->depth = interpolate_depth(d.depth[0], d.depth[1], d.depth[2], b1, b2);
      out->b1 = b1;
      out->b2 = b2;
      out->triangle = d.triangle;
      out->place = fragment_place(column, d.body, !triangle.faces_up);
      const bool covered = (e0 | e1 | e2) >= 0;
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
  void lose_span(const ProjectedTriangle<Int>& triangle, const SpanStart& start) {
    std::int64_t u = start.u;
    for (std::uint32_t column = start.first; column < start.last; ++column, u += pixel_units)
      if ((triangle.side[0].at(u, start.v) | triangle.side[1].at(u, start.v) |
           triangle.side[2].at(u, start.v)) >= 0)
        list_.lose(column);
  }

  View view_;
  std::int64_t width_, height_;
  const std::int16_t* shifts_;
  double rounder_;
  FragmentList& list_;
};

} // namespace

void FragmentList::clear(std::size_t columns) {
  stored_ = 0;
  lost_ = 0;
  counts_.assign(columns, 0);
}

bool FragmentList::grow(std::size_t needed) {
  if (needed > most_fragments)
    return false;
  storage_.resize(std::min(most_fragments, std::max<std::size_t>(4096, 2 * needed)));
  return true;
}

void FragmentList::lose(std::uint32_t column) {
  ++lost_;
  counts_[column] |= lost_mark;
}

void rasterise(const PreparedPair& pair, int direction, FragmentList& list) {
  const View view(direction);
  const std::array<int, 3>& pixels = pair.grid.region.pixels;
  list.clear(static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.u)]) *
             static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.v)]));
  Rasteriser rasteriser(pair.grid, direction, list);
  for (int body = 0; body < 2; ++body)
    rasteriser.draw(pair.bodies[static_cast<std::size_t>(body)], body);
}

} // namespace lamina::ldi
