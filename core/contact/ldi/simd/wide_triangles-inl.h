// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_WIDE_TRIANGLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_WIDE_TRIANGLES_INL_H
#undef LAMINA_LDI_WIDE_TRIANGLES_INL_H
#else
#define LAMINA_LDI_WIDE_TRIANGLES_INL_H
#endif

#include "core/contact/ldi/image/raster.h"

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Up to this many units from the region's corner edge functions stay below 2^53, whole numbers that a double
/// holds exactly (differences 2^26, products 2^52).
constexpr std::int64_t exact_limit = std::int64_t{1} << 25;

/// Draws triangles of any size into rows of one direction's image, several pixels of a row at a time.
class WideTriangles {
public:
  WideTriangles(const Grid& grid, int direction, Rows rows, int body, FragmentList& list)
      : grid_(grid), direction_(direction), rows_(rows), body_(body), list_(list),
        width_(grid.region.pixels[static_cast<std::size_t>(View(direction).u)]),
        shifts_(grid.row_shifts[static_cast<std::size_t>(View(direction).v)].data()) {}

  /// Corners in units, as they are, not moved to a limit.
  void draw(const SeenTriangle& seen, std::uint32_t triangle) {
    if (seen.left >= -exact_limit && seen.right <= exact_limit && seen.bottom >= -exact_limit &&
        seen.top <= exact_limit)
      draw_rows(seen, triangle);
    else
      draw_triangle(grid_, direction_, rows_, seen, triangle, body_, list_);
  }

private:
  void draw_rows(const SeenTriangle& seen, std::uint32_t triangle) {
    const ProjectedTriangle<std::int64_t> projected(seen.at[0], seen.at[1], seen.at[2]);
    if (projected.area == 0)
      return;
    const Span rows = rows_of(seen, rows_.first, rows_.last);
    const WideTriangle wide(projected, seen, triangle);
    for (std::int64_t row = rows.first; row < rows.last; ++row) {
      const std::int64_t shift = shifts_[row];
      const Span span = pixels_of(seen, width_, shift);
      if (span.first < span.last)
        draw_span(projected, wide, row, span.first, span.last, shift);
    }
  }

  /// What the rows of one triangle share, as doubles.
  struct WideTriangle {
    double step[3], least[3], per_area, depth, depth1, depth2;
    std::uint32_t triangle;

    WideTriangle(const ProjectedTriangle<std::int64_t>& projected, const SeenTriangle& seen,
                 std::uint32_t index)
        : per_area(1 / static_cast<double>(projected.area)), depth(seen.depth[0]),
          depth1(seen.depth[1] - seen.depth[0]), depth2(seen.depth[2] - seen.depth[0]), triangle(index) {
      for (std::size_t k = 0; k < 3; ++k) {
        step[k] = static_cast<double>(projected.side[k].step());
        least[k] = static_cast<double>(projected.side[k].least);
      }
    }
  };

  /// Pixels [first, last) of a row, as many at a time as there are lanes; those that are covered are
  /// neighbours.
  void draw_span(const ProjectedTriangle<std::int64_t>& projected, const WideTriangle& wide, std::int64_t row,
                 std::int64_t first, std::int64_t last, std::int64_t shift) {
    const hn::ScalableTag<double> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const std::size_t lanes = hn::Lanes(d);
    const std::uint32_t column = static_cast<std::uint32_t>((row - rows_.first) * width_ + first);
    if (!list_.reserve(static_cast<std::size_t>(last - first) + lanes)) {
      lose_span(projected, column, row, first, last, shift);
      return;
    }
    const std::int64_t su = first * pixel_units + half_pixel + shift, sv = row * pixel_units + half_pixel;
    const auto pixel = hn::Iota(d, 0);
    hn::Vec<decltype(d)> e[3], step[3], change[3];
    for (std::size_t k = 0; k < 3; ++k) {
      step[k] = hn::Set(d, wide.step[k]);
      e[k] = hn::Add(hn::Set(d, static_cast<double>(projected.side[k].at(su, sv))), hn::Mul(pixel, step[k]));
      change[k] = hn::Mul(step[k], hn::Set(d, static_cast<double>(lanes)));
    }
    const std::uint64_t place = fragment_place(column, body_, !projected.faces_up);
    const auto tags = hn::ShiftLeft<34>(hn::Iota(du, 0));
    Fragment* out = list_.end();
    const std::size_t length = static_cast<std::size_t>(last - first);
    std::uint32_t* counts = list_.column_counts(body_) + column;
    for (std::size_t i = 0; i < length; i += lanes) {
      const auto lowest = hn::Min(hn::Min(e[0], e[1]), e[2]);
      const auto inside = hn::And(hn::FirstN(d, length - i), hn::Ge(lowest, hn::Zero(d)));
      const std::intptr_t start = hn::FindFirstTrue(d, inside);
      if (start >= 0) {
        // From the first covered pixel on: what is written behind the last one will be written over.
        const std::size_t covered = hn::CountTrue(d, inside);
        const auto skipped = hn::Set(d, static_cast<double>(start));
        const auto e1 = hn::Add(e[1], hn::Mul(skipped, step[1])),
                   e2 = hn::Add(e[2], hn::Mul(skipped, step[2]));
        const auto per_area = hn::Set(d, wide.per_area);
        const auto b1 = hn::Mul(hn::Add(e1, hn::Set(d, wide.least[1])), per_area);
        const auto b2 = hn::Mul(hn::Add(e2, hn::Set(d, wide.least[2])), per_area);
        const auto depth = hn::Add(hn::Add(hn::Set(d, wide.depth), hn::Mul(b1, hn::Set(d, wide.depth1))),
                                   hn::Mul(b2, hn::Set(d, wide.depth2)));
        const std::size_t at = i + static_cast<std::size_t>(start);
        const auto tag =
            hn::Add(hn::Set(du, (place << 32 | wide.triangle) + (std::uint64_t{at} << 34)), tags);
        hn::StoreInterleaved4(depth, b1, b2, hn::BitCast(d, tag), d, &out->depth);
        out += list_.wants_all() ? count_all(counts + at, covered)
                                 : keep_wanted(column + static_cast<std::uint32_t>(at), covered, out);
      }
      for (std::size_t k = 0; k < 3; ++k)
        e[k] = hn::Add(e[k], change[k]);
    }
    list_.commit(out);
  }

  /// Counts a crossing of each of the first `covered` columns, at most as many as a vector has doubles.
  static std::size_t count_all(std::uint32_t* counts, std::size_t covered) {
    const hn::Rebind<std::uint32_t, hn::ScalableTag<double>> d;
    const auto before = hn::LoadU(d, counts);
    hn::StoreU(hn::IfThenElse(hn::FirstN(d, covered), hn::Add(before, hn::Set(d, 1)), before), d, counts);
    return covered;
  }

  /// Moves the fragments of wanted columns together and counts them.
  std::size_t keep_wanted(std::uint32_t first_column, std::size_t covered, Fragment* fragments) {
    std::uint32_t* counts = list_.column_counts(body_) + first_column;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < covered; ++k) {
      const bool wanted = list_.wants(static_cast<std::uint32_t>(first_column + k));
      fragments[kept] = fragments[k];
      counts[k] += wanted;
      kept += wanted;
    }
    return kept;
  }

  /// The same where there is no room any more: the columns are marked.
  void lose_span(const ProjectedTriangle<std::int64_t>& projected, std::uint32_t column, std::int64_t row,
                 std::int64_t first, std::int64_t last, std::int64_t shift) {
    const std::int64_t sv = row * pixel_units + half_pixel;
    for (std::int64_t pixel = first; pixel < last; ++pixel, ++column) {
      const std::int64_t su = pixel * pixel_units + half_pixel + shift;
      if (projected.covers(su, sv))
        list_.lose(column, body_);
    }
  }

  const Grid& grid_;
  int direction_;
  Rows rows_;
  int body_;
  FragmentList& list_;
  std::int64_t width_;
  const std::int16_t* shifts_; ///< of all rows
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
