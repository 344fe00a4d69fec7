#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/raster.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/rasteriser.h"
#include "core/contact/ldi/simd/compress-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void Rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  ldi::rasterise(pair, direction, rows, list);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int32_t>;
using V = hn::Vec<D>;
using Mask = hn::Mask<D>;

// Fragments are written as four doubles, the last of which holds the triangle and above it the place.
static_assert(sizeof(Fragment) == 4 * sizeof(double) && offsetof(Fragment, b2) == 2 * sizeof(double) &&
              offsetof(Fragment, place) == offsetof(Fragment, triangle) + 4 &&
              std::endian::native == std::endian::little);

/// Triangles up to this many units across are drawn as many at a time as a vector has lanes: at any sample of
/// their rectangle differences stay below 2^15 and edge functions below 2^30. Of wider ones, several pixels
/// of a row are drawn at a time.
constexpr std::int32_t small_triangle = 16 * static_cast<std::int32_t>(pixel_units);

/// Up to this many units from the region's corner edge functions stay below 2^53, whole numbers that a double
/// holds exactly (differences 2^26, products 2^52).
constexpr std::int32_t exact_limit = std::int32_t{1} << 25;

/// First pixel whose centre does not lie below `units`, of coordinates up to 2^30.
HWY_INLINE V first_pixel(V units) {
  const D d;
  return hn::ShiftRight<subpixel_bits>(hn::Add(units, hn::Set(d, static_cast<std::int32_t>(half_pixel - 1))));
}

/// Pixels that triangles cover, in the order in which they were found, until their fragments are made. A
/// whole vector more than the room for them can be written.
struct Covered {
  static constexpr std::size_t room = 512, whole = room + 64;
  std::size_t count = 0;
  alignas(64) std::int32_t triangle[whole], column[whole], area[whole], e1[whole], e2[whole];
  alignas(64) double depth[3][whole]; ///< of the corners of the triangles
};

/// Stores the chosen lanes side by side, and anything behind them: storing no more than those takes some
/// processors a hundred times as long.
HWY_INLINE void store_some(V all, const Compressor<D>& compress, std::int32_t* to) {
  hn::StoreU(compress(all), D(), to);
}

/// Side of several small triangles: see EdgeFunction.
struct Side {
  V du, dv, u, v, least;

  HWY_INLINE Side(V from_u, V from_v, V to_u, V to_v, V flip) {
    const D d;
    // Negates where flip is all ones.
    du = hn::Sub(hn::Xor(hn::Sub(to_u, from_u), flip), flip);
    dv = hn::Sub(hn::Xor(hn::Sub(to_v, from_v), flip), flip);
    u = from_u;
    v = from_v;
    const auto zero = hn::Zero(d);
    const auto belongs = hn::Or(hn::Lt(dv, zero), hn::And(hn::Eq(dv, zero), hn::Gt(du, zero)));
    least = hn::IfThenZeroElse(belongs, hn::Set(d, 1));
  }
  HWY_INLINE V at(V su, V sv) const {
    return hn::Sub(hn::Sub(hn::Mul(du, hn::Sub(sv, v)), hn::Mul(dv, hn::Sub(su, u))), least);
  }
};

/// Draws one body into rows of one direction's image: small triangles as many at a time as a vector has
/// lanes, the others plainly.
class VectorRasteriser {
public:
  VectorRasteriser(const Grid& grid, const SnappedSurface& surface, int direction, Rows rows, int body,
                   FragmentList& list)
      : grid_(grid), surface_(surface), places_(surface.surface->places()), view_(direction), body_(body),
        list_(list), plain_(grid, direction, rows, list),
        width_(grid.region.pixels[static_cast<std::size_t>(view_.u)]), first_row_(rows.first),
        last_row_(rows.last) {
    for (std::int64_t row = first_row_; row < last_row_; ++row)
      shifts_[row] = grid.row_shifts[static_cast<std::size_t>(view_.v)][static_cast<std::size_t>(row)];
  }

  void draw() {
    const D d;
    for (const SnappedStrip& strip : surface_.used()) {
      const DrawnStrip& drawn = strip.drawn[static_cast<std::size_t>(view_.depth)];
      for (std::size_t i = 0; i < drawn.count; i += hn::Lanes(d))
        draw_batch(drawn.triangles[0].data() + i, drawn.heights[0].data() + i,
                   hn::FirstN(d, drawn.count - i));
    }
    make_fragments();
  }

private:
  /// What lies behind the last triangle is none.
  void draw_batch(const DrawnTriangle* triangles, const DrawnHeights* heights, Mask valid) {
    const D d;
    V index, u[3], v[3], unused;
    hn::LoadInterleaved4(d, reinterpret_cast<const std::int32_t*>(triangles), index, u[0], u[1], u[2]);
    hn::LoadInterleaved4(d, reinterpret_cast<const std::int32_t*>(heights), v[0], v[1], v[2], unused);
    const V left = hn::Min(hn::Min(u[0], u[1]), u[2]), right = hn::Max(hn::Max(u[0], u[1]), u[2]);
    const V bottom = hn::Min(hn::Min(v[0], v[1]), v[2]), top = hn::Max(hn::Max(v[0], v[1]), v[2]);
    const V size = hn::Max(hn::Sub(right, left), hn::Sub(top, bottom));
    const Mask large = hn::Gt(size, hn::Set(d, small_triangle));
    draw_large(triangles, heights, hn::And(valid, large));

    const V last_row = hn::Min(first_pixel(top), hn::Set(d, static_cast<std::int32_t>(last_row_)));
    V row = hn::Max(first_pixel(bottom), hn::Set(d, static_cast<std::int32_t>(first_row_)));
    Mask active = hn::And(hn::AndNot(large, valid), hn::Lt(row, last_row));
    if (hn::AllFalse(d, active))
      return;
    const V area = hn::Sub(hn::Mul(hn::Sub(u[1], u[0]), hn::Sub(v[2], v[0])),
                           hn::Mul(hn::Sub(v[1], v[0]), hn::Sub(u[2], u[0])));
    active = hn::And(active, hn::Ne(area, hn::Zero(d)));
    const V flip = hn::VecFromMask(d, hn::Lt(area, hn::Zero(d)));
    const Side side[3] = {Side(u[1], v[1], u[2], v[2], flip), Side(u[2], v[2], u[0], v[0], flip),
                          Side(u[0], v[0], u[1], v[1], flip)};
    for (; !hn::AllFalse(d, active); row = hn::Add(row, hn::Set(d, 1))) {
      draw_row(index, area, side, row, left, right, active);
      active = hn::And(active, hn::Lt(hn::Add(row, hn::Set(d, 1)), last_row));
    }
  }

  void draw_row(V index, V area, const Side (&side)[3], V row, V left, V right, Mask active) {
    const D d;
    const V zero = hn::Zero(d);
    V shift = zero;
    if (grid_.staggered)
      shift = hn::GatherIndex(d, shifts_,
                              hn::IfThenElse(active, row, hn::Set(d, static_cast<std::int32_t>(first_row_))));
    V pixel = hn::Max(first_pixel(hn::Sub(left, shift)), zero);
    const V end = hn::Min(first_pixel(hn::Sub(right, shift)), hn::Set(d, static_cast<std::int32_t>(width_)));
    active = hn::And(active, hn::Lt(pixel, end));
    if (hn::AllFalse(d, active))
      return;
    const V half = hn::Set(d, static_cast<std::int32_t>(half_pixel));
    const V sv = hn::Add(hn::ShiftLeft<subpixel_bits>(row), half);
    const V su = hn::Add(hn::Add(hn::ShiftLeft<subpixel_bits>(pixel), half), shift);
    V e0 = side[0].at(su, sv), e1 = side[1].at(su, sv), e2 = side[2].at(su, sv);
    const V own_row = hn::Sub(row, hn::Set(d, static_cast<std::int32_t>(first_row_)));
    V column = hn::Add(hn::Mul(own_row, hn::Set(d, static_cast<std::int32_t>(width_))), pixel);
    for (;;) {
      const Mask inside = hn::And(active, hn::Gt(hn::Or(hn::Or(e0, e1), e2), hn::Set(d, -1)));
      if (!hn::AllFalse(d, inside))
        keep(inside, index, column, area, hn::Add(e1, side[1].least), hn::Add(e2, side[2].least));
      pixel = hn::Add(pixel, hn::Set(d, 1));
      active = hn::And(active, hn::Lt(pixel, end));
      if (hn::AllFalse(d, active))
        return;
      column = hn::Add(column, hn::Set(d, 1));
      e0 = hn::Sub(e0, hn::ShiftLeft<subpixel_bits>(side[0].dv));
      e1 = hn::Sub(e1, hn::ShiftLeft<subpixel_bits>(side[1].dv));
      e2 = hn::Sub(e2, hn::ShiftLeft<subpixel_bits>(side[2].dv));
    }
  }

  void keep(Mask inside, V index, V column, V area, V e1, V e2) {
    const D d;
    Covered& c = covered_;
    const Compressor<D> compress(d, inside);
    store_some(index, compress, c.triangle + c.count);
    store_some(column, compress, c.column + c.count);
    store_some(area, compress, c.area + c.count);
    store_some(e1, compress, c.e1 + c.count);
    store_some(e2, compress, c.e2 + c.count);
    c.count += hn::CountTrue(d, inside);
    if (c.count >= Covered::room)
      make_fragments();
  }

  void make_fragments() {
    Covered& c = covered_;
    const std::size_t kept = list_.wants_all() ? c.count : keep_wanted_columns();
    c.count = 0;
    if (!list_.reserve(kept + hn::MaxLanes(Numbers()))) {
      for (std::size_t i = 0; i < kept; ++i)
        list_.lose(static_cast<std::uint32_t>(c.column[i]), body_);
      return;
    }
    std::uint32_t* counts = list_.column_counts(body_);
    const Triangle* triangles = surface_.surface->triangles->data();
    for (std::size_t i = 0; i < kept; ++i) {
      const Triangle& t = triangles[c.triangle[i]];
      for (std::size_t k = 0; k < 3; ++k)
        c.depth[k][i] = depth_of(t[k]);
      ++counts[c.column[i]];
    }
    Fragment* out = list_.end();
    for (std::size_t i = 0; i < kept; i += hn::Lanes(Numbers()))
      write_fragments(i, out + i);
    list_.commit(out + kept);
  }

  /// Moves what covers wanted columns together; returns how much that is.
  std::size_t keep_wanted_columns() {
    const D d;
    Covered& c = covered_;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < c.count; i += hn::Lanes(d)) {
      const Mask there = hn::FirstN(d, c.count - i);
      const V column = hn::IfThenElseZero(there, hn::LoadU(d, c.column + i));
      const V crossings = hn::GatherIndex(d, reinterpret_cast<const std::int32_t*>(list_.met()), column);
      const Mask wanted = hn::And(there, hn::Ne(crossings, hn::Zero(d)));
      const V triangle = hn::LoadU(d, c.triangle + i), area = hn::LoadU(d, c.area + i),
              e1 = hn::LoadU(d, c.e1 + i), e2 = hn::LoadU(d, c.e2 + i);
      const Compressor<D> compress(d, wanted);
      store_some(triangle, compress, c.triangle + kept);
      store_some(area, compress, c.area + kept);
      store_some(e1, compress, c.e1 + kept);
      store_some(e2, compress, c.e2 + kept);
      store_some(column, compress, c.column + kept);
      kept += hn::CountTrue(d, wanted);
    }
    return kept;
  }

  using Numbers = hn::ScalableTag<double>;

  /// Barycentric coordinates and depths, with the operations of the plain stage, of as many fragments as a
  /// vector has lanes.
  void write_fragments(std::size_t first, Fragment* out) const {
    const Numbers d;
    const hn::RebindToUnsigned<Numbers> du;
    const hn::Rebind<std::int32_t, Numbers> di;
    const Covered& c = covered_;
    const auto number = [&](const std::int32_t* from)
                            HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(di, from + first)); };
    const auto area = number(c.area), per_area = hn::Div(hn::Set(d, 1), hn::Abs(area));
    const auto b1 = hn::Mul(number(c.e1), per_area), b2 = hn::Mul(number(c.e2), per_area);
    const auto z0 = hn::LoadU(d, c.depth[0] + first), z1 = hn::LoadU(d, c.depth[1] + first),
               z2 = hn::LoadU(d, c.depth[2] + first);
    const auto depth = hn::Add(hn::Add(z0, hn::Mul(b1, hn::Sub(z1, z0))), hn::Mul(b2, hn::Sub(z2, z0)));
    const hn::Rebind<std::uint32_t, Numbers> narrow;
    const auto wide = [&](const std::int32_t* from) HWY_ATTR {
      return hn::PromoteTo(du, hn::BitCast(narrow, hn::LoadU(di, from + first)));
    };
    const auto entering = hn::ShiftRight<63>(hn::BitCast(du, area));
    const auto body = hn::Set(du, static_cast<std::uint64_t>(body_) << 1);
    const auto place = hn::Or(hn::Or(hn::ShiftLeft<2>(wide(c.column)), body), entering);
    const auto tag = hn::Or(hn::ShiftLeft<32>(place), wide(c.triangle));
    hn::StoreInterleaved4(depth, b1, b2, hn::BitCast(d, tag), d, &out->depth);
  }

  /// What is too large for the lanes, one by one.
  void draw_large(const DrawnTriangle* triangles, const DrawnHeights* heights, Mask which) {
    const D d;
    if (hn::AllFalse(d, which))
      return;
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, which, stored);
    std::uint64_t bits;
    std::memcpy(&bits, stored, sizeof bits);
    for (; bits != 0; bits &= bits - 1)
      draw_wide(triangles[std::countr_zero(bits)], heights[std::countr_zero(bits)]);
  }

  void draw_wide(const DrawnTriangle& triangle, const DrawnHeights& heights) {
    const Triangle& t = (*surface_.surface->triangles)[triangle.index];
    std::array<DrawnCorner, 3> corners;
    bool exact = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int32_t u = triangle.u[k], v = heights.v[k];
      exact = exact && std::abs(u) <= exact_limit && std::abs(v) <= exact_limit;
      corners[k] = {{u, v}, depth_of(t[k])};
    }
    if (exact) {
      draw_rows(corners, triangle.index);
      return;
    }
    for (std::size_t k = 0; k < 3; ++k)
      corners[k].at = image_point(t[k]);
    plain_.draw(corners, triangle.index, body_);
  }

  void draw_rows(const std::array<DrawnCorner, 3>& corner, std::uint32_t triangle) {
    const ImagePoint &p0 = corner[0].at, &p1 = corner[1].at, &p2 = corner[2].at;
    const ProjectedTriangle<std::int64_t> projected(p0, p1, p2);
    if (projected.area == 0)
      return;
    const std::int64_t left = std::min({p0.u, p1.u, p2.u}), right = std::max({p0.u, p1.u, p2.u});
    const std::int64_t first_row = std::max(first_pixel_from(std::min({p0.v, p1.v, p2.v}), 0), first_row_);
    const std::int64_t last_row = std::min(first_pixel_from(std::max({p0.v, p1.v, p2.v}), 0), last_row_);
    const WideTriangle wide(projected, corner, triangle);
    for (std::int64_t row = first_row; row < last_row; ++row) {
      const std::int64_t shift = shifts_[row];
      const std::int64_t first = std::max<std::int64_t>(first_pixel_from(left, shift), 0);
      const std::int64_t last = std::min(first_pixel_from(right, shift), width_);
      if (first < last)
        draw_span(projected, wide, row, first, last, shift);
    }
  }

  /// What the rows of one triangle share, as doubles.
  struct WideTriangle {
    double step[3], least[3], per_area, depth, depth1, depth2;
    std::uint32_t triangle;

    WideTriangle(const ProjectedTriangle<std::int64_t>& projected, const std::array<DrawnCorner, 3>& corner,
                 std::uint32_t index)
        : per_area(1 / static_cast<double>(projected.area)), depth(corner[0].depth),
          depth1(corner[1].depth - corner[0].depth), depth2(corner[2].depth - corner[0].depth),
          triangle(index) {
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
    const std::uint32_t column = static_cast<std::uint32_t>((row - first_row_) * width_ + first);
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

  double depth_of(std::uint32_t vertex) const {
    return round_depth(grid_.frame.along(places_, vertex, view_.depth), grid_.depth_rounder);
  }

  ImagePoint image_point(std::uint32_t vertex) const {
    const Vec3 p = places_[vertex];
    const auto along = [&](int axis) {
      return snap(grid_.frame.along(p, axis), grid_.axis[static_cast<std::size_t>(axis)]);
    };
    return {along(view_.u), along(view_.v)};
  }

  const Grid& grid_;
  const SnappedSurface& surface_;
  VertexPlaces places_;
  View view_;
  int body_;
  FragmentList& list_;
  Rasteriser plain_;
  std::int64_t width_, first_row_, last_row_;
  std::int32_t shifts_[most_pixels];
  Covered covered_;
};

void Rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  clear_image(pair, direction, rows, list);
  draw_bodies(pair, direction, list, [&](const SnappedSurface& surface, int body) {
    if (surface.triangles[static_cast<std::size_t>(direction)].count > 0)
      VectorRasteriser(pair.grid, surface, direction, rows, body, list).draw();
  });
}

#endif

const char* Target() {
  return hwy::TargetName(HWY_TARGET);
}

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(Rasterise);
HWY_EXPORT(Target);

void rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  HWY_DYNAMIC_DISPATCH(Rasterise)(pair, direction, rows, list);
}

const char* target_name() {
  return HWY_DYNAMIC_DISPATCH(Target)();
}

} // namespace lamina::ldi::simd
#endif
