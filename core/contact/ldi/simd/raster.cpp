#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/raster.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/rasteriser.h"
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

void Rasterise(const PreparedPair& pair, int direction, FragmentList& list) {
  ldi::rasterise(pair, direction, list);
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

/// Pixels that triangles cover, in the order in which they were found, until their fragments are made.
struct Covered {
  static constexpr std::size_t room = 512;
  std::size_t count = 0;
  alignas(64) std::int32_t triangle[room + 64], column[room + 64], area[room + 64], e1[room + 64],
      e2[room + 64];
};

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

/// Draws one body into the image of one direction: small triangles as many at a time as a vector has lanes,
/// the others plainly.
class VectorRasteriser {
public:
  VectorRasteriser(const Grid& grid, const SnappedSurface& surface, int direction, int body,
                   FragmentList& list)
      : grid_(grid), surface_(surface), view_(direction), body_(body), list_(list),
        plain_(grid, direction, list), width_(grid.region.pixels[static_cast<std::size_t>(view_.u)]),
        height_(grid.region.pixels[static_cast<std::size_t>(view_.v)]) {
    for (std::int64_t row = 0; row < height_; ++row)
      shifts_[row] = grid.row_shifts[static_cast<std::size_t>(view_.v)][static_cast<std::size_t>(row)];
  }

  void draw(std::span<const std::uint32_t> triangles) {
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < triangles.size(); i += lanes) {
      const Mask valid = hn::FirstN(d, triangles.size() - i);
      // The list has room for a whole vector behind its end; what lies there is none of its triangles.
      const std::int32_t* ids = reinterpret_cast<const std::int32_t*>(triangles.data()) + i;
      draw_batch(hn::IfThenElseZero(valid, hn::LoadU(d, ids)), valid);
    }
    make_fragments();
  }

private:
  void draw_batch(V index, Mask valid) {
    const D d;
    const std::int32_t* corners = reinterpret_cast<const std::int32_t*>(surface_.surface->triangles->data());
    const std::int32_t* units = surface_.vertices.data()->at.data();
    const V first = hn::Add(hn::Add(index, index), index);
    V u[3], v[3];
    for (int k = 0; k < 3; ++k) {
      const V vertex = hn::ShiftLeft<2>(hn::GatherIndex(d, corners + k, first));
      u[k] = hn::GatherIndex(d, units + view_.u, vertex);
      v[k] = hn::GatherIndex(d, units + view_.v, vertex);
    }
    const V left = hn::Min(hn::Min(u[0], u[1]), u[2]), right = hn::Max(hn::Max(u[0], u[1]), u[2]);
    const V bottom = hn::Min(hn::Min(v[0], v[1]), v[2]), top = hn::Max(hn::Max(v[0], v[1]), v[2]);
    const V size = hn::Max(hn::Sub(right, left), hn::Sub(top, bottom));
    const Mask large = hn::Gt(size, hn::Set(d, small_triangle));
    draw_large(index, hn::And(valid, large));

    const V last_row = hn::Min(first_pixel(top), hn::Set(d, static_cast<std::int32_t>(height_)));
    V row = hn::Max(first_pixel(bottom), hn::Zero(d));
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
      shift = hn::GatherIndex(d, shifts_, hn::IfThenElseZero(active, row));
    V pixel = hn::Max(first_pixel(hn::Sub(left, shift)), zero);
    const V end = hn::Min(first_pixel(hn::Sub(right, shift)), hn::Set(d, static_cast<std::int32_t>(width_)));
    active = hn::And(active, hn::Lt(pixel, end));
    if (hn::AllFalse(d, active))
      return;
    const V half = hn::Set(d, static_cast<std::int32_t>(half_pixel));
    const V sv = hn::Add(hn::ShiftLeft<subpixel_bits>(row), half);
    const V su = hn::Add(hn::Add(hn::ShiftLeft<subpixel_bits>(pixel), half), shift);
    V e0 = side[0].at(su, sv), e1 = side[1].at(su, sv), e2 = side[2].at(su, sv);
    V column = hn::Add(hn::Mul(row, hn::Set(d, static_cast<std::int32_t>(width_))), pixel);
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
    hn::CompressStore(index, inside, d, c.triangle + c.count);
    hn::CompressStore(column, inside, d, c.column + c.count);
    hn::CompressStore(area, inside, d, c.area + c.count);
    hn::CompressStore(e1, inside, d, c.e1 + c.count);
    c.count += hn::CompressStore(e2, inside, d, c.e2 + c.count);
    if (c.count >= Covered::room)
      make_fragments();
  }

  /// Barycentric coordinates and depths, with the operations of the plain stage.
  void make_fragments() {
    Covered& c = covered_;
    if (!list_.reserve(c.count)) {
      for (std::size_t i = 0; i < c.count; ++i)
        list_.lose(static_cast<std::uint32_t>(c.column[i]));
      c.count = 0;
      return;
    }
    std::uint32_t* counts = list_.column_counts();
    Fragment* out = list_.end();
    const Triangle* triangles = surface_.surface->triangles->data();
    const Vec3* positions = surface_.positions.data();
    for (std::size_t i = 0; i < c.count; ++i, ++out) {
      const Triangle& t = triangles[c.triangle[i]];
      double z[3];
      for (std::size_t k = 0; k < 3; ++k)
        z[k] = round_depth(positions[t[k]].data()[view_.depth], grid_.depth_rounder);
      const bool faces_up = c.area[i] > 0;
      const double per_area = 1 / static_cast<double>(faces_up ? c.area[i] : -c.area[i]);
      out->b1 = static_cast<double>(c.e1[i]) * per_area;
      out->b2 = static_cast<double>(c.e2[i]) * per_area;
      out->depth = interpolate_depth(z[0], z[1], z[2], out->b1, out->b2);
      out->triangle = static_cast<std::uint32_t>(c.triangle[i]);
      const std::uint32_t column = static_cast<std::uint32_t>(c.column[i]);
      out->place = fragment_place(column, body_, !faces_up);
      ++counts[column];
    }
    list_.commit(out);
    c.count = 0;
  }

  /// What is too large for the lanes, one by one.
  void draw_large(V index, Mask which) {
    const D d;
    if (hn::AllFalse(d, which))
      return;
    alignas(64) std::int32_t chosen[hn::MaxLanes(d) * 2];
    const std::size_t count = hn::CompressStore(index, which, d, chosen);
    for (std::size_t i = 0; i < count; ++i)
      draw_wide(static_cast<std::uint32_t>(chosen[i]));
  }

  void draw_wide(std::uint32_t triangle) {
    const Triangle& t = (*surface_.surface->triangles)[triangle];
    std::array<DrawnCorner, 3> corners;
    bool exact = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<std::int32_t, 4>& at = surface_.vertices[t[k]].at;
      const std::int32_t u = at[static_cast<std::size_t>(view_.u)], v = at[static_cast<std::size_t>(view_.v)];
      exact = exact && std::abs(u) <= exact_limit && std::abs(v) <= exact_limit;
      corners[k] = {{u, v}, round_depth(surface_.positions[t[k]].data()[view_.depth], grid_.depth_rounder)};
    }
    if (exact) {
      draw_rows(corners, triangle);
      return;
    }
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = corner(t[k]);
    plain_.draw(corners, triangle, body_);
  }

  void draw_rows(const std::array<DrawnCorner, 3>& corner, std::uint32_t triangle) {
    const ImagePoint &p0 = corner[0].at, &p1 = corner[1].at, &p2 = corner[2].at;
    const ProjectedTriangle<std::int64_t> projected(p0, p1, p2);
    if (projected.area == 0)
      return;
    const std::int64_t left = std::min({p0.u, p1.u, p2.u}), right = std::max({p0.u, p1.u, p2.u});
    const std::int64_t first_row =
        std::max<std::int64_t>(first_pixel_from(std::min({p0.v, p1.v, p2.v}), 0), 0);
    const std::int64_t last_row = std::min(first_pixel_from(std::max({p0.v, p1.v, p2.v}), 0), height_);
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
    const std::uint32_t column = static_cast<std::uint32_t>(row * width_ + first);
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
    std::uint32_t* counts = list_.column_counts() + column;
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
        out += covered;
        for (std::size_t k = 0; k < covered; ++k)
          ++counts[at + k];
      }
      for (std::size_t k = 0; k < 3; ++k)
        e[k] = hn::Add(e[k], change[k]);
    }
    list_.commit(out);
  }

  /// The same where there is no room any more: the columns are marked.
  void lose_span(const ProjectedTriangle<std::int64_t>& projected, std::uint32_t column, std::int64_t row,
                 std::int64_t first, std::int64_t last, std::int64_t shift) {
    const std::int64_t sv = row * pixel_units + half_pixel;
    for (std::int64_t pixel = first; pixel < last; ++pixel, ++column) {
      const std::int64_t su = pixel * pixel_units + half_pixel + shift;
      if (projected.covers(su, sv))
        list_.lose(column);
    }
  }

  DrawnCorner corner(std::uint32_t vertex) const {
    const Vec3& p = surface_.positions[vertex];
    const auto along = [&](int axis) { return snap(p[axis], grid_.axis[static_cast<std::size_t>(axis)]); };
    return {{along(view_.u), along(view_.v)}, round_depth(p[view_.depth], grid_.depth_rounder)};
  }

  const Grid& grid_;
  const SnappedSurface& surface_;
  View view_;
  int body_;
  FragmentList& list_;
  Rasteriser plain_;
  std::int64_t width_, height_;
  std::int32_t shifts_[most_pixels];
  Covered covered_;
};

void Rasterise(const PreparedPair& pair, int direction, FragmentList& list) {
  clear_image(pair, direction, list);
  for (int body = 0; body < 2; ++body) {
    const SnappedSurface& surface = pair.bodies[static_cast<std::size_t>(body)];
    const std::span<const std::uint32_t> triangles =
        surface.triangles[static_cast<std::size_t>(direction)].indices();
    if (!triangles.empty())
      VectorRasteriser(pair.grid, surface, direction, body, list).draw(triangles);
  }
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

void rasterise(const PreparedPair& pair, int direction, FragmentList& list) {
  HWY_DYNAMIC_DISPATCH(Rasterise)(pair, direction, list);
}

const char* target_name() {
  return HWY_DYNAMIC_DISPATCH(Target)();
}

} // namespace lamina::ldi::simd
#endif
