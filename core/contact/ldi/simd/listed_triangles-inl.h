// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_LISTED_TRIANGLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_LISTED_TRIANGLES_INL_H
#undef LAMINA_LDI_LISTED_TRIANGLES_INL_H
#else
#define LAMINA_LDI_LISTED_TRIANGLES_INL_H
#endif

#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/simd/snapper-inl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// So many triangles of a batch can be chosen at most.
constexpr std::size_t most_chosen = 48;

/// Writes the indices of a meshlet's chosen triangles, bit i for triangle first + i; returns where they end.
/// A whole vector is written behind them. How many are chosen of a batch nobody can foresee, so that a branch
/// for each would cost more than all the rest.
HWY_INLINE std::uint32_t* append_chosen(const TriangleIndices& triangles, std::size_t first,
                                        std::uint64_t chosen, std::uint32_t* to) {
#if HWY_TARGET == HWY_AVX3_DL
  if (triangles.follow_one_another()) {
    const __m512i index = _mm512_set1_epi32(static_cast<int>(triangles.first() + first));
    const __m512i which =
        _mm512_maskz_compress_epi8(chosen, hn::Iota(hn::ScalableTag<std::uint8_t>(), 0).raw);
    const std::size_t count = static_cast<std::size_t>(std::popcount(chosen));
    _mm512_storeu_si512(to, _mm512_add_epi32(index, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(which))));
    if (HWY_UNLIKELY(count > 16))
      _mm512_storeu_si512(to + 16,
                          _mm512_add_epi32(index, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(which, 1))));
    if (HWY_UNLIKELY(count > 32))
      _mm512_storeu_si512(to + 32,
                          _mm512_add_epi32(index, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(which, 2))));
    return to + count;
  }
#endif
  for (; chosen != 0; chosen &= chosen - 1)
    *to++ = triangles[first + static_cast<std::size_t>(std::countr_zero(chosen))];
  return to;
}

/// Snaps the corners of listed triangles, some at a time: little of a surface is listed, so its positions are
/// read once more.
class CornerSnapper {
public:
  static constexpr std::size_t at_a_time = 64;

  CornerSnapper(const Grid& grid, const SnappedSurface& surface, const View& view)
      : grid_(grid), triangles_(surface.surface->triangles->data()),
        positions_(surface.surface->vertex_positions()), view_(view), snapping_(surface.snapping) {}

  /// Calls draw(rows, count) for all triangles of a list, a group at a time, each in the same rows: whole
  /// vectors are written behind the last of at_a_time.
  template <class Draw>
  void read(const TriangleList& list, const TriangleRows& rows, const Draw& draw) {
    fetch_triangles(list, 0);
    fetch_triangles(list, at_a_time);
    fetch_positions(list, 0);
    for (std::size_t i = 0; i < list.count; i += at_a_time) {
      fetch_triangles(list, i + 2 * at_a_time);
      fetch_positions(list, i + at_a_time);
      const std::size_t count = std::min(at_a_time, list.count - i);
      snap(list.begin() + i, count, rows);
      draw(to_be_read(rows), count);
    }
  }

private:
  static constexpr hn::ScalableTag<double> d{};
  using V = hn::Vec<decltype(d)>;
  static constexpr std::size_t room = at_a_time + 16;

  /// What is listed does not stay close until it is drawn.
  void fetch_triangles(const TriangleList& list, std::size_t first) const {
    for (std::size_t i = first; i < std::min(first + at_a_time, list.count); ++i)
      __builtin_prefetch(&triangles_[list.begin()[i]]);
  }
  void fetch_positions(const TriangleList& list, std::size_t first) const {
    for (std::size_t i = first; i < std::min(first + at_a_time, list.count); ++i)
      for (const std::uint32_t vertex : triangles_[list.begin()[i]])
        if (positions_.single())
          __builtin_prefetch(positions_.numbers<float>() + 3 * std::size_t{vertex});
        else
          __builtin_prefetch(positions_.numbers<double>() + 3 * std::size_t{vertex});
  }

  void snap(const std::uint32_t* listed, std::size_t count, const TriangleRows& rows) {
    std::memcpy(rows.index, listed, count * sizeof listed[0]);
    if (positions_.single())
      snap(listed, count, positions_.numbers<float>(), reinterpret_cast<float*>(numbers_), rows);
    else
      snap(listed, count, positions_.numbers<double>(), numbers_, rows);
  }

  template <class Real>
  HWY_INLINE void snap(const std::uint32_t* listed, std::size_t count, const Real* positions, Real* numbers,
                       const TriangleRows& rows) {
    if (grid_.frame.along_world) {
      gather<Real, 2>(listed, count, positions, {view_.u, view_.v}, numbers);
      snap_rows(count, rows, [numbers](std::size_t i, std::size_t k, V& u, V& v) HWY_ATTR {
        const Real* at = numbers + 2 * k * room + i;
        u = load(at);
        v = load(at + room);
      });
    } else {
      gather<Real, 3>(listed, count, positions, {0, 1, 2}, numbers);
      snap_rows(count, rows, [this, numbers](std::size_t i, std::size_t k, V& u, V& v) HWY_ATTR {
        const Real* at = numbers + 3 * k * room + i;
        const V x = load(at), y = load(at + room), z = load(at + 2 * room);
        u = along(d, grid_.frame.axes, view_.u, x, y, z);
        v = along(d, grid_.frame.axes, view_.v, x, y, z);
      });
    }
  }

  /// Brings some coordinates of each corner together.
  template <class Real, std::size_t count_of_axes>
  HWY_INLINE void gather(const std::uint32_t* listed, std::size_t count, const Real* positions,
                         const std::array<int, count_of_axes>& axes, Real* numbers) const {
    for (std::size_t i = 0; i < count; ++i) {
      const Triangle& t = triangles_[listed[i]];
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t axis = 0; axis < count_of_axes; ++axis)
          numbers[(count_of_axes * k + axis) * room + i] =
              positions[3 * std::size_t{t[k]} + static_cast<std::size_t>(axes[axis])];
    }
  }

  /// load(i, k, u, v) loads corner k of the triangles from i on.
  template <class Load>
  HWY_INLINE void snap_rows(std::size_t count, const TriangleRows& rows, const Load& load) const {
    switch (snapping_) {
    case Snapping::stretched:
      return snap_rows<Snapping::stretched>(count, rows, load);
    case Snapping::in_reach:
      return snap_rows<Snapping::in_reach>(count, rows, load);
    case Snapping::any:
      return snap_rows<Snapping::any>(count, rows, load);
    }
  }
  template <Snapping snapping, class Load>
  HWY_INLINE void snap_rows(std::size_t count, const TriangleRows& rows, const Load& load) const {
    const AxisGrid along_u = grid_.axis[static_cast<std::size_t>(view_.u)],
                   along_v = grid_.axis[static_cast<std::size_t>(view_.v)];
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        V u, v;
        load(i, k, u, v);
        snap_axis<snapping>(u, along_u, rows.u[k] + i);
        snap_axis<snapping>(v, along_v, rows.v[k] + i);
      }
  }

  static HWY_INLINE V load(const double* from) { return hn::LoadU(d, from); }
  static HWY_INLINE V load(const float* from) {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, decltype(d)>(), from));
  }

  const Grid& grid_;
  const Triangle* triangles_;
  VertexPositions positions_;
  View view_;
  Snapping snapping_;
  alignas(64) double numbers_[9 * room]; ///< of corners, some axes each
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
