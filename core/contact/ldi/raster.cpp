#include "core/contact/ldi/raster.h"

#include "core/contact/ldi/arithmetic/edge.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// A span longer than this is cut to the triangle by division before its pixels are tested one by one.
constexpr std::int64_t short_span = 6;

/// 128 bits, for triangles whose edge functions do not fit into 64.
__extension__ typedef __int128 wide_integer;

class Rasteriser {
public:
  Rasteriser(const Grid& grid, int direction, std::uint32_t limit, FragmentList& list)
      : view_(direction), width_(grid.region.pixels[static_cast<std::size_t>(view_.u)]),
        height_(grid.region.pixels[static_cast<std::size_t>(view_.v)]),
        shifts_(grid.row_shifts[static_cast<std::size_t>(view_.v)].data()), rounder_(grid.depth_rounder),
        limit_(limit), list_(list) {}

  void draw(const SnappedSurface& surface, int body) {
    for (const std::uint32_t index : surface.triangles[static_cast<std::size_t>(view_.depth)])
      draw_triangle(surface, body, index);
  }

private:
  void draw_triangle(const SnappedSurface& surface, int body, std::uint32_t index) {
    const Triangle& t = (*surface.surface->triangles)[index];
    ImagePoint p[3];
    for (int k = 0; k < 3; ++k) {
      const auto& units = surface.units[t[static_cast<std::size_t>(k)]];
      p[k] = {units[static_cast<std::size_t>(view_.u)], units[static_cast<std::size_t>(view_.v)]};
    }
    const auto [left, right] = std::minmax({p[0].u, p[1].u, p[2].u});
    const auto [bottom, top] = std::minmax({p[0].v, p[1].v, p[2].v});
    const std::int64_t first_row = std::max<std::int64_t>(first_pixel_from(bottom, 0), 0);
    const std::int64_t last_row = std::min<std::int64_t>(first_pixel_from(top, 0), height_);

    // Most small triangles fall between the pixel centres of their one row.
    if (first_row + 1 == last_row && pixels_of_row(left, right, first_row).empty())
      return;
    const bool narrow =
        left >= -narrow_limit && right <= narrow_limit && bottom >= -narrow_limit && top <= narrow_limit;
    const Extent extent{left, right, first_row, last_row};
    if (narrow)
      scan<std::int64_t>(surface, body, index, p, extent);
    else
      scan<wide_integer>(surface, body, index, p, extent);
  }

  struct Extent {
    std::int64_t left, right, first_row, last_row;
  };

  struct RowPixels : Span {
    bool empty() const { return first >= last; }
  };

  /// Pixels of a row whose samples lie within [left, right).
  RowPixels pixels_of_row(std::int64_t left, std::int64_t right, std::int64_t row) const {
    const std::int64_t shift = shifts_[row];
    return {{std::max<std::int64_t>(first_pixel_from(left, shift), 0),
             std::min<std::int64_t>(first_pixel_from(right, shift), width_)}};
  }

  template <class Int>
  void scan(const SnappedSurface& surface, int body, std::uint32_t index, const ImagePoint (&p)[3],
            const Extent& extent) {
    const ProjectedTriangle<Int> triangle(p[0], p[1], p[2]);
    if (triangle.area == 0)
      return;
    const Triangle& t = (*surface.surface->triangles)[index];
    double z[3];
    for (std::size_t k = 0; k < 3; ++k)
      z[k] = round_depth(surface.positions[t[k]][view_.depth], rounder_);
    const double per_area = 1 / static_cast<double>(triangle.area);

    // Edge functions are carried from pixel to pixel along a row; a pixel is covered if all three reach their
    // least.
    for (std::int64_t row = extent.first_row; row < extent.last_row; ++row) {
      RowPixels span = pixels_of_row(extent.left, extent.right, row);
      if (span.empty())
        continue;
      const std::int64_t v = row * pixel_units + half_pixel;
      const auto sample = [&](std::int64_t pixel) { return pixel * pixel_units + half_pixel + shifts_[row]; };
      if (span.last - span.first > short_span)
        for (int k = 0; k < 3 && !span.empty(); ++k)
          narrow_span(span, triangle.side[k], triangle.side[k].at(sample(span.first), v));
      if (span.empty())
        continue;
      Int e0 = triangle.side[0].at(sample(span.first), v);
      Int e1 = triangle.side[1].at(sample(span.first), v);
      Int e2 = triangle.side[2].at(sample(span.first), v);
      for (std::int64_t pixel = span.first; pixel < span.last; ++pixel) {
        if (e0 >= triangle.side[0].least && e1 >= triangle.side[1].least && e2 >= triangle.side[2].least) {
          const double b1 = static_cast<double>(e1) * per_area, b2 = static_cast<double>(e2) * per_area;
          const std::uint32_t column = static_cast<std::uint32_t>(row * width_ + pixel);
          store({interpolate_depth(z[0], z[1], z[2], b1, b2), b1, b2, index,
                 fragment_place(column, body, !triangle.faces_up)});
        }
        e0 += triangle.side[0].step();
        e1 += triangle.side[1].step();
        e2 += triangle.side[2].step();
      }
    }
  }

  void store(const Fragment& fragment) {
    std::uint32_t& count = list_.counts[fragment.column()];
    ++list_.crossings;
    if (list_.fragments.size() >= most_fragments)
      count = std::max(count, limit_);
    if (++count <= limit_)
      list_.fragments.push_back(fragment);
  }

  View view_;
  std::int64_t width_, height_;
  const std::int16_t* shifts_;
  double rounder_;
  std::uint32_t limit_;
  FragmentList& list_;
};

} // namespace

void rasterise(const PreparedPair& pair, int direction, std::uint32_t crossing_limit, FragmentList& list) {
  const View view(direction);
  const std::array<int, 3>& pixels = pair.grid.region.pixels;
  list.fragments.clear();
  list.crossings = 0;
  list.counts.assign(static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.u)]) *
                         static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.v)]),
                     0);
  Rasteriser rasteriser(pair.grid, direction, crossing_limit, list);
  for (int body = 0; body < 2; ++body)
    rasteriser.draw(pair.bodies[static_cast<std::size_t>(body)], body);
}

} // namespace lamina::ldi
