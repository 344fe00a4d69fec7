#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/raster.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/simd/covered_pixels-inl.h"
#include "core/contact/ldi/simd/drawn_triangles-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/simd/wide_triangles-inl.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// Without vectors backend cpu is the reference (make_ldi_cpu), which has a stage of its own.
void Rasterise(const PreparedPair&, int, Rows, FragmentList&) {}
void RasteriseBody(const PreparedPair&, int, int, Rows, FragmentList&) {}

#else

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::int32_t>;
using V = hn::Vec<D>;
using Mask = hn::Mask<D>;

/// Triangles up to this many units across are drawn as many at a time as a vector has lanes: at any sample of
/// their rectangle differences stay below 2^15 and edge functions below 2^30. Of wider ones, several pixels
/// of a row are drawn at a time.
constexpr std::int32_t small_triangle = 16 * static_cast<std::int32_t>(pixel_units);

/// First pixel whose centre does not lie below `units`, of coordinates up to 2^30.
HWY_INLINE V first_pixel(V units) {
  const D d;
  return hn::ShiftRight<subpixel_bits>(hn::Add(units, hn::Set(d, static_cast<std::int32_t>(half_pixel - 1))));
}

/// Negates where flip is all ones.
HWY_INLINE V flipped(V x, V flip) {
  return hn::Sub(hn::Xor(x, flip), flip);
}

/// Side of several small triangles: see EdgeFunction, of which this leaves out the least value.
struct Side {
  V du, dv, u, v;

  HWY_INLINE Side(V from_u, V from_v, V to_u, V to_v, V flip)
      : du(flipped(hn::Sub(to_u, from_u), flip)), dv(flipped(hn::Sub(to_v, from_v), flip)), u(from_u),
        v(from_v) {}
  HWY_INLINE V at(V su, V sv) const {
    return hn::Sub(hn::Mul(du, hn::Sub(sv, v)), hn::Mul(dv, hn::Sub(su, u)));
  }
  /// Whether the side belongs to the triangle: a left or a lower one.
  HWY_INLINE Mask belongs() const {
    const D d;
    const auto zero = hn::Zero(d);
    return hn::Or(hn::Lt(dv, zero), hn::And(hn::Eq(dv, zero), hn::Gt(du, zero)));
  }
};

/// Samples that lie within triangles by their three edge functions. Only of those that lie on a side, which
/// are rare, it matters to whom it belongs: then `sides` is called.
template <class Sides>
HWY_INLINE Mask within_sides(Mask active, V e0, V e1, V e2, const Sides& sides) {
  const D d;
  const V zero = hn::Zero(d), least = hn::Min(hn::Min(e0, e1), e2);
  const Mask inside = hn::And(active, hn::Gt(least, zero)), on_side = hn::And(active, hn::Eq(least, zero));
  if (HWY_LIKELY(hn::AllFalse(d, on_side)))
    return inside;
  const V e[3] = {e0, e1, e2};
  Mask covered = on_side;
  for (std::size_t k = 0; k < 3; ++k)
    covered = hn::And(covered, hn::Or(hn::Gt(e[k], zero), sides(k).belongs()));
  return hn::Or(inside, covered);
}

/// Draws one body into rows of one direction's image: small triangles as many at a time as a vector has
/// lanes, the others one by one.
class VectorRasteriser {
public:
  VectorRasteriser(const PreparedPair& pair, const SnappedSurface& surface, int direction, Rows rows,
                   int body, FragmentList& list)
      : grid_(pair.grid), surface_(surface), positions_(surface.surface->vertex_positions()),
        view_(direction),
        reader_(pair.grid, surface, pair.scratch.near[static_cast<std::size_t>(body)], direction),
        covered_(grid_, *surface.surface, direction, body, list), wide_(grid_, direction, rows, body, list),
        width_(grid_.region.pixels[static_cast<std::size_t>(view_.u)]), first_row_(rows.first),
        last_row_(rows.last) {
    for (std::int32_t row = first_row_; row < last_row_; ++row)
      shifts_[row] = grid_.row_shifts[static_cast<std::size_t>(view_.v)][static_cast<std::size_t>(row)];
  }

  void draw() {
    reader_.read([this](const DrawnRows& rows, std::size_t count) { draw_all<true>(rows, count); },
                 [this](const DrawnRows& rows, std::size_t count) { draw_all<false>(rows, count); });
    covered_.make_fragments();
  }

private:
  /// Corners of as many triangles as there are lanes.
  struct Corners {
    V index, u[3], v[3], left, right, bottom, top;
    Mask small; ///< those that are there, and no larger than small_triangle
  };

  template <bool around_one>
  void draw_all(const DrawnRows& rows, std::size_t count) {
    const D d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      Corners c;
      c.index = hn::LoadU(d, rows.index + i);
      for (std::size_t k = 0; k < 3; ++k) {
        c.u[k] = hn::LoadU(d, rows.u[k] + i);
        c.v[k] = hn::LoadU(d, rows.v[k] + i);
      }
      c.left = hn::Min(hn::Min(c.u[0], c.u[1]), c.u[2]);
      c.right = hn::Max(hn::Max(c.u[0], c.u[1]), c.u[2]);
      c.bottom = hn::Min(hn::Min(c.v[0], c.v[1]), c.v[2]);
      c.top = hn::Max(hn::Max(c.v[0], c.v[1]), c.v[2]);
      const V size = hn::Max(hn::Sub(c.right, c.left), hn::Sub(c.top, c.bottom));
      const Mask there = hn::FirstN(d, count - i), large = hn::Gt(size, hn::Set(d, small_triangle));
      c.small = hn::AndNot(large, there);
      draw_large(rows, i, hn::And(there, large));
      if constexpr (around_one)
        draw_sample(c);
      else
        draw_rows(c);
    }
  }

  /// Of each the one pixel centre that it can cover. Seen from there an edge function is a cross product of
  /// two corners, and all three together are the area.
  HWY_INLINE void draw_sample(const Corners& c) {
    const D d;
    const V row = hn::Max(first_pixel(c.bottom), hn::Zero(d));
    const Mask in_rows = hn::AndNot(hn::Lt(row, hn::Set(d, first_row_)), hn::Lt(row, hn::Set(d, last_row_)));
    Mask active = hn::And(c.small, in_rows);
    const V shift = shift_of(row, active);
    const V pixel = hn::Max(first_pixel(hn::Sub(c.left, shift)), hn::Zero(d));
    active = hn::And(active, hn::Lt(pixel, hn::Set(d, width_)));
    const V half = hn::Set(d, static_cast<std::int32_t>(half_pixel));
    const V su = hn::Add(hn::Add(hn::ShiftLeft<subpixel_bits>(pixel), half), shift),
            sv = hn::Add(hn::ShiftLeft<subpixel_bits>(row), half);
    V u[3], v[3], e[3];
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] = hn::Sub(c.u[k], su);
      v[k] = hn::Sub(c.v[k], sv);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = (k + 1) % 3, to = (k + 2) % 3;
      e[k] = hn::Sub(hn::Mul(u[from], v[to]), hn::Mul(v[from], u[to]));
    }
    const V area = hn::Add(hn::Add(e[0], e[1]), e[2]);
    const V flip = hn::VecFromMask(d, hn::Lt(area, hn::Zero(d)));
    for (V& value : e)
      value = flipped(value, flip);
    const Mask has_area = hn::And(active, hn::Ne(area, hn::Zero(d)));
    const Mask inside = within_sides(has_area, e[0], e[1], e[2], [&](std::size_t k) HWY_ATTR {
      const std::size_t from = (k + 1) % 3, to = (k + 2) % 3;
      return Side(c.u[from], c.v[from], c.u[to], c.v[to], flip);
    });
    const V column = hn::Add(hn::Mul(hn::Sub(row, hn::Set(d, first_row_)), hn::Set(d, width_)), pixel);
    covered_.add(inside, c.index, column, area, e[1], e[2]);
  }

  HWY_INLINE V shift_of(V row, Mask active) const {
    const D d;
    if (!grid_.staggered)
      return hn::Zero(d);
    return hn::GatherIndex(d, shifts_, hn::IfThenElse(active, row, hn::Set(d, first_row_)));
  }

  HWY_INLINE void draw_rows(const Corners& c) {
    const D d;
    const V last_row = hn::Min(first_pixel(c.top), hn::Set(d, last_row_));
    V row = hn::Max(first_pixel(c.bottom), hn::Set(d, first_row_));
    Mask active = hn::And(c.small, hn::Lt(row, last_row));
    if (hn::AllFalse(d, active))
      return;
    const V area = hn::Sub(hn::Mul(hn::Sub(c.u[1], c.u[0]), hn::Sub(c.v[2], c.v[0])),
                           hn::Mul(hn::Sub(c.v[1], c.v[0]), hn::Sub(c.u[2], c.u[0])));
    active = hn::And(active, hn::Ne(area, hn::Zero(d)));
    const V flip = hn::VecFromMask(d, hn::Lt(area, hn::Zero(d)));
    const Side side[3] = {Side(c.u[1], c.v[1], c.u[2], c.v[2], flip),
                          Side(c.u[2], c.v[2], c.u[0], c.v[0], flip),
                          Side(c.u[0], c.v[0], c.u[1], c.v[1], flip)};
    for (; !hn::AllFalse(d, active); row = hn::Add(row, hn::Set(d, 1))) {
      draw_row(c, area, side, row, active);
      active = hn::And(active, hn::Lt(hn::Add(row, hn::Set(d, 1)), last_row));
    }
  }

  HWY_INLINE void draw_row(const Corners& c, V area, const Side (&side)[3], V row, Mask active) {
    const D d;
    const V zero = hn::Zero(d), shift = shift_of(row, active);
    V pixel = hn::Max(first_pixel(hn::Sub(c.left, shift)), zero);
    const V end = hn::Min(first_pixel(hn::Sub(c.right, shift)), hn::Set(d, width_));
    active = hn::And(active, hn::Lt(pixel, end));
    if (hn::AllFalse(d, active))
      return;
    const V half = hn::Set(d, static_cast<std::int32_t>(half_pixel));
    const V sv = hn::Add(hn::ShiftLeft<subpixel_bits>(row), half);
    const V su = hn::Add(hn::Add(hn::ShiftLeft<subpixel_bits>(pixel), half), shift);
    V e0 = side[0].at(su, sv), e1 = side[1].at(su, sv), e2 = side[2].at(su, sv);
    const V own_row = hn::Sub(row, hn::Set(d, first_row_));
    V column = hn::Add(hn::Mul(own_row, hn::Set(d, width_)), pixel);
    for (;;) {
      const Mask inside =
          within_sides(active, e0, e1, e2, [&](std::size_t k) -> const Side& { return side[k]; });
      if (!hn::AllFalse(d, inside))
        covered_.add(inside, c.index, column, area, e1, e2);
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

  /// What is too large for the lanes, of those from `first` on.
  HWY_INLINE void draw_large(const DrawnRows& rows, std::size_t first, Mask which) {
    const D d;
    if (HWY_LIKELY(hn::AllFalse(d, which)))
      return;
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, which, stored);
    std::uint64_t bits;
    std::memcpy(&bits, stored, sizeof bits);
    for (; bits != 0; bits &= bits - 1)
      draw_wide(rows, first + static_cast<std::size_t>(std::countr_zero(bits)));
  }

  HWY_NOINLINE void draw_wide(const DrawnRows& rows, std::size_t i) {
    const std::uint32_t index = static_cast<std::uint32_t>(rows.index[i]);
    const Triangle& t = (*surface_.surface->triangles)[index];
    SeenTriangle seen;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t u = rows.u[k][i], v = rows.v[k][i];
      const bool moved = std::max(std::abs(u), std::abs(v)) >= narrow_limit;
      seen.at[k] = moved ? image_point(t[k]) : ImagePoint{u, v};
      seen.depth[k] = depth_of(t[k]);
    }
    seen.enclose();
    wide_.draw(seen, index);
  }

  double depth_of(std::uint32_t vertex) const {
    return round_depth(grid_.frame.along(positions_, vertex, view_.depth), grid_.depth_rounder);
  }

  ImagePoint image_point(std::uint32_t vertex) const {
    const Vec3 p = positions_[vertex];
    const auto along = [&](int axis) {
      return snap(grid_.frame.along(p, axis), grid_.axis[static_cast<std::size_t>(axis)]);
    };
    return {along(view_.u), along(view_.v)};
  }

  const Grid& grid_;
  const SnappedSurface& surface_;
  VertexPositions positions_;
  View view_;
  DrawnTriangleReader reader_;
  CoveredPixels covered_;
  WideTriangles wide_;
  std::int32_t width_, first_row_, last_row_;
  std::int32_t shifts_[most_pixels];
};

void DrawBody(const PreparedPair& pair, const SnappedSurface& surface, int body, int direction, Rows rows,
              FragmentList& list) {
  if (surface.triangles[static_cast<std::size_t>(direction)].count > 0)
    VectorRasteriser(pair, surface, direction, rows, body, list).draw();
}

void Rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  clear_image(pair, direction, rows, list);
  draw_bodies(pair, direction, list, [&](const SnappedSurface& surface, int body) {
    DrawBody(pair, surface, body, direction, rows, list);
  });
}

void RasteriseBody(const PreparedPair& pair, int body, int direction, Rows rows, FragmentList& list) {
  clear_image(pair, direction, rows, list);
  DrawBody(pair, pair.bodies[static_cast<std::size_t>(body)], body, direction, rows, list);
}

#endif

const char* Target() {
  return hwy::TargetName(HWY_TARGET);
}

bool HasVectors() {
  return HWY_TARGET != HWY_SCALAR;
}

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(Rasterise);
HWY_EXPORT(RasteriseBody);
HWY_EXPORT(Target);
HWY_EXPORT(HasVectors);

void rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  HWY_DYNAMIC_DISPATCH(Rasterise)(pair, direction, rows, list);
}

void rasterise_body(const PreparedPair& pair, int body, int direction, Rows rows, FragmentList& list) {
  HWY_DYNAMIC_DISPATCH(RasteriseBody)(pair, body, direction, rows, list);
}

const char* target_name() {
  return HWY_DYNAMIC_DISPATCH(Target)();
}

bool has_vectors() {
  return HWY_DYNAMIC_DISPATCH(HasVectors)();
}

} // namespace lamina::ldi::simd
#endif
