// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_CORNER_TABLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_CORNER_TABLES_INL_H
#undef LAMINA_LDI_CORNER_TABLES_INL_H
#else
#define LAMINA_LDI_CORNER_TABLES_INL_H
#endif

#include "core/contact/ldi/region/prepare.h"
#include "core/mesh/meshlets.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Triangles of one meshlet, and units of its vertices along two axes.
struct MeshletPart {
  TriangleIndices triangles;
  std::array<const std::uint8_t*, 3> corners;
  const std::int32_t *u, *v;
};

/// Puts triangle i of the meshlet into rows.
HWY_INLINE void put_triangle(const MeshletPart& part, std::size_t i, const TriangleRows& rows,
                             std::size_t to) {
  rows.index[to] = static_cast<std::int32_t>(part.triangles[i]);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t corner = part.corners[k][i];
    rows.u[k][to] = part.u[corner];
    rows.v[k][to] = part.v[corner];
  }
}

/// Writes triangles of a batch into rows from `at` on, bit i of the chosen ones for triangle first + i;
/// returns how many.
HWY_INLINE std::size_t append_plainly(const MeshletPart& part, std::size_t first, std::uint64_t chosen,
                                      const TriangleRows& rows, std::size_t at) {
  std::size_t to = at;
  for (; chosen != 0; chosen &= chosen - 1, ++to)
    put_triangle(part, first + static_cast<std::size_t>(std::countr_zero(chosen)), rows, to);
  return to - at;
}

#if HWY_TARGET == HWY_AVX3_DL

/// Looks up to 128 whole numbers up, sixteen at a time; all 128 can be read.
class NumberTable {
public:
  explicit NumberTable(const std::int32_t* numbers) : numbers_(numbers) {}
  /// Of `most` numbers that may be asked for.
  HWY_INLINE __m512i look_up(__m512i at, std::size_t most) const {
    const __mmask16 odd = _mm512_test_epi32_mask(at, _mm512_set1_epi32(32));
    const __m512i first_half = _mm512_mask_mov_epi32(quarter(0, at), odd, quarter(1, at));
    if (most <= 64)
      return first_half;
    const __m512i second_half = _mm512_mask_mov_epi32(quarter(2, at), odd, quarter(3, at));
    return _mm512_mask_mov_epi32(first_half, _mm512_test_epi32_mask(at, _mm512_set1_epi32(64)), second_half);
  }

private:
  HWY_INLINE __m512i quarter(std::size_t which, __m512i at) const {
    const std::int32_t* from = numbers_ + 32 * which;
    return _mm512_permutex2var_epi32(_mm512_loadu_si512(from), at, _mm512_loadu_si512(from + 16));
  }
  const std::int32_t* numbers_;
};

/// Triangles and corners of a batch, of which the chosen ones were moved together.
struct ChosenBytes {
  __m512i triangle, corner[3];

  HWY_INLINE ChosenBytes(const MeshletPart& part, std::size_t first, std::uint64_t chosen)
      : triangle(_mm512_maskz_compress_epi8(chosen, hn::Iota(hn::ScalableTag<std::uint8_t>(), 0).raw)) {
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = _mm512_maskz_compress_epi8(chosen, _mm512_loadu_si512(part.corners[k] + first));
  }
};

/// Writes sixteen of them.
template <int which>
HWY_INLINE void put_sixteen(const ChosenBytes& chosen, const MeshletPart& part, std::uint32_t first_index,
                            std::size_t vertices, const TriangleRows& rows, std::size_t at) {
  const auto widened = [](__m512i bytes)
                           HWY_ATTR { return _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(bytes, which)); };
  const std::size_t to = at + 16 * which;
  const __m512i first = _mm512_set1_epi32(static_cast<int>(first_index));
  _mm512_storeu_si512(rows.index + to, _mm512_add_epi32(first, widened(chosen.triangle)));
  for (std::size_t k = 0; k < 3; ++k) {
    const __m512i corner = widened(chosen.corner[k]);
    _mm512_storeu_si512(rows.u[k] + to, NumberTable(part.u).look_up(corner, vertices));
    _mm512_storeu_si512(rows.v[k] + to, NumberTable(part.v).look_up(corner, vertices));
  }
}

/// As append_plainly, sixteen at a time: bytes are moved together, and units looked up in tables. The meshlet
/// has so many `vertices`, and its triangles follow one another if `in_order`.
HWY_INLINE std::size_t append_batch(const MeshletPart& part, std::size_t first, std::uint64_t chosen,
                                    std::size_t vertices, bool in_order, const TriangleRows& rows,
                                    std::size_t at) {
  if (!in_order)
    return append_plainly(part, first, chosen, rows, at);
  const ChosenBytes bytes(part, first, chosen);
  const std::uint32_t index = part.triangles[first];
  const std::size_t count = static_cast<std::size_t>(std::popcount(chosen));
  put_sixteen<0>(bytes, part, index, vertices, rows, at);
  if (count > 16)
    put_sixteen<1>(bytes, part, index, vertices, rows, at);
  if (count > 32)
    put_sixteen<2>(bytes, part, index, vertices, rows, at);
  if (count > 48)
    put_sixteen<3>(bytes, part, index, vertices, rows, at);
  return count;
}

#else

HWY_INLINE std::size_t append_batch(const MeshletPart& part, std::size_t first, std::uint64_t chosen,
                                    std::size_t, bool, const TriangleRows& rows, std::size_t at) {
  return append_plainly(part, first, chosen, rows, at);
}

#endif

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
