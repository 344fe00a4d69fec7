// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_VERTEX_OUTCODES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_VERTEX_OUTCODES_INL_H
#undef LAMINA_LDI_VERTEX_OUTCODES_INL_H
#else
#define LAMINA_LDI_VERTEX_OUTCODES_INL_H
#endif

#include "core/contact/ldi/region/grid.h"
#include "core/contact/ldi/simd/snapper-inl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Codes of one byte serve up to this many pixels along an axis.
constexpr int most_pixels_in_byte = 253;
/// And up to this many at least quarters of a pixel.
constexpr int most_pixels_in_steps = 64;

/// A pixel has two to this power steps: as many as a byte can number of so many pixels.
constexpr int step_bits_of(int pixels) {
  return pixels <= 1 ? 8 : 8 - std::bit_width(static_cast<unsigned>(pixels - 1));
}

/// For up to 64 triangles and one axis, a bit each: whether rows of pixel centres lie between the lowest and
/// the highest vertex, whether exactly one does, and whether the triangle lies beyond an end of the region.
struct AlongAxis {
  std::uint64_t rows = 0, one = 0, below = 0, above = 0;

  /// Adds those of triangles from `at` on.
  void join(const AlongAxis& some, std::size_t at) {
    rows |= some.rows << at;
    one |= some.one << at;
    below |= some.below << at;
    above |= some.above << at;
  }
};

/// For up to 64 triangles and one direction, a bit each, for triangles around a single row of pixel centres.
/// They say whether centres of that row, shifted as it is, may lie between the leftmost and rightmost vertex,
/// and whether that is one at most.
struct InRow {
  std::uint64_t any = 0, one = 0;

  void join(const InRow& some, std::size_t at) {
    any |= some.any << at;
    one |= some.one << at;
  }
};

template <class D, class Mask>
HWY_INLINE std::uint64_t bits_of(D tag, Mask mask) {
  std::uint8_t stored[8] = {};
  hn::StoreMaskBits(tag, mask, stored);
  std::uint64_t bits;
  std::memcpy(&bits, stored, sizeof bits);
  return bits;
}

/// The corners of some triangles, as indices into the vertices of their meshlet.
struct MeshletCorners {
  const std::uint8_t* of[3];

  MeshletCorners from(std::size_t triangle) const {
    return {{of[0] + triangle, of[1] + triangle, of[2] + triangle}};
  }
};

/// What outcodes of one byte say, of low ones and high ones.
template <class D, class V>
HWY_INLINE AlongAxis compare_outcodes(D bytes, V low, V high, V pixels) {
  const auto zero = hn::Zero(bytes), one = hn::Set(bytes, 1);
  const auto top = hn::SaturatedAdd(pixels, one);
  const auto span = hn::SaturatedSub(hn::Min(high, top), hn::Max(low, one));
  return {bits_of(bytes, hn::Ne(span, zero)), bits_of(bytes, hn::Eq(span, one)),
          bits_of(bytes, hn::Eq(high, zero)), bits_of(bytes, hn::Ne(hn::SaturatedSub(low, top), zero))};
}

/// The same of triangles that lie wholly within the region.
template <class D, class V>
HWY_INLINE AlongAxis compare_inner_outcodes(D bytes, V low, V high) {
  return {bits_of(bytes, hn::Ne(low, high)), bits_of(bytes, hn::Eq(hn::Sub(high, low), hn::Set(bytes, 1))), 0,
          0};
}

/// By how many steps the centres of each row lie right of where pixels begin, rounded down.
struct RowSteps {
  alignas(64) std::uint8_t of[most_pixels_in_steps] = {};

  void set(std::span<const std::int16_t> shifts, int step_bits) {
    for (std::size_t row = 0; row < shifts.size(); ++row)
      of[row] = static_cast<std::uint8_t>((half_pixel + shifts[row]) >> (subpixel_bits - step_bits));
  }
};

/// Lowest and highest outcodes of the corners of some triangles.
template <class V>
struct OutcodeRange {
  V low, high;
};

/// From the steps of leftmost and rightmost vertices and of their row. Centres lie whole pixels right of the
/// row's steps. So one lies between two vertices only if a whole number of pixels lies between their steps
/// less the row's, or at one of them. All were rounded down, which can find too many, never too few.
template <class D, class V>
HWY_INLINE InRow compare_steps(D bytes, V left, V right, V row, V whole_pixels) {
  const auto zero = hn::Zero(bytes);
  const auto from = hn::SaturatedSub(left, row), last = hn::And(hn::SaturatedSub(right, row), whole_pixels);
  const auto between = hn::And(hn::SaturatedSub(last, from), whole_pixels);
  return {bits_of(bytes, hn::Eq(hn::SaturatedSub(from, last), zero)), bits_of(bytes, hn::Eq(between, zero))};
}

#if HWY_TARGET == HWY_AVX3_DL

/// Looks at 64 triangles at a time: this processor looks bytes up in a table of 128.
struct ByteOutcodes {
  using Bytes = hn::ScalableTag<std::uint8_t>;
  static constexpr Bytes bytes{};
  static constexpr std::size_t batch = 64;

  /// The outcodes of a meshlet's vertices along the three axes.
  struct Table {
    const std::uint8_t (*of)[MeshletByteOutcodes::room];
  };
  static void fill(const std::uint8_t (&outcodes)[3][MeshletByteOutcodes::room], std::size_t, Table& table) {
    table.of = outcodes;
  }

  /// Lowest and highest of the three corners, along each axis.
  static HWY_INLINE void look_up(const MeshletCorners& corners, const Table& table,
                                 OutcodeRange<hn::Vec<Bytes>> (&ranges)[3]) {
    const auto c0 = hn::LoadU(bytes, corners.of[0]), c1 = hn::LoadU(bytes, corners.of[1]),
               c2 = hn::LoadU(bytes, corners.of[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto first = hn::Load(bytes, table.of[k]), second = hn::Load(bytes, table.of[k] + 64);
      const auto read = [&](hn::Vec<Bytes> corner) HWY_ATTR {
        return hn::Vec<Bytes>{_mm512_permutex2var_epi8(first.raw, corner.raw, second.raw)};
      };
      const auto k0 = read(c0), k1 = read(c1), k2 = read(c2);
      ranges[k] = {hn::Min(hn::Min(k0, k1), k2), hn::Max(hn::Max(k0, k1), k2)};
    }
  }
  static HWY_INLINE hn::Vec<Bytes> steps_of(hn::Vec<Bytes> rows, const RowSteps& steps) {
    return hn::Vec<Bytes>{_mm512_permutexvar_epi8(rows.raw, hn::Load(bytes, steps.of).raw)};
  }
};

#else

/// Looks at as many triangles at a time as a vector has lanes for their outcodes.
struct ByteOutcodes {
  using Words = hn::ScalableTag<std::uint32_t>;
  using Bytes = hn::Rebind<std::uint8_t, Words>;
  static constexpr Bytes bytes{};
  static constexpr std::size_t batch = hn::MaxLanes(Words());

  /// The outcodes of a vertex along the three axes side by side.
  struct Table {
    alignas(64) std::uint32_t of[MeshletByteOutcodes::room];
  };
  static void fill(const std::uint8_t (&outcodes)[3][MeshletByteOutcodes::room], std::size_t vertices,
                   Table& table) {
    const hn::CappedTag<std::uint8_t, 16> some;
    const auto zero = hn::Zero(some);
    for (std::size_t i = 0; i < vertices; i += hn::Lanes(some))
      hn::StoreInterleaved4(hn::Load(some, outcodes[0] + i), hn::Load(some, outcodes[1] + i),
                            hn::Load(some, outcodes[2] + i), zero, some,
                            reinterpret_cast<std::uint8_t*>(table.of + i));
  }

  /// Lowest and highest of the three corners, along each axis.
  static HWY_INLINE void look_up(const MeshletCorners& corners, const Table& table,
                                 OutcodeRange<hn::Vec<Bytes>> (&ranges)[3]) {
    alignas(64) std::uint32_t outcodes[3][batch];
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < batch; ++i)
        outcodes[c][i] = table.of[corners.of[c][i]];
    const Words words;
    const hn::Repartition<std::uint8_t, Words> all_bytes;
    const auto k0 = hn::BitCast(all_bytes, hn::Load(words, outcodes[0])),
               k1 = hn::BitCast(all_bytes, hn::Load(words, outcodes[1])),
               k2 = hn::BitCast(all_bytes, hn::Load(words, outcodes[2]));
    const auto low = hn::Min(hn::Min(k0, k1), k2), high = hn::Max(hn::Max(k0, k1), k2);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto pick = [&](hn::Vec<decltype(all_bytes)> all) HWY_ATTR {
        return hn::TruncateTo(bytes, hn::ShiftRightSame(hn::BitCast(words, all), static_cast<int>(8 * k)));
      };
      ranges[k] = {pick(low), pick(high)};
    }
  }
  static HWY_INLINE hn::Vec<Bytes> steps_of(hn::Vec<Bytes> rows, const RowSteps& steps) {
    alignas(64) std::uint8_t row[batch];
    hn::Store(rows, bytes, row);
    for (std::uint8_t& r : row)
      r = steps.of[r % most_pixels_in_steps];
    return hn::Load(bytes, row);
  }
};

#endif

/// The lowest outcodes of the corners of up to 64 triangles, along the three axes.
struct LowestOutcodes {
  alignas(64) std::uint8_t of[3][64];
};

/// Looks at the outcodes of one meshlet.
class OutcodedVertices {
public:
  static constexpr std::size_t batch = ByteOutcodes::batch;
  explicit OutcodedVertices(const Grid& grid) {
    const int most = *std::max_element(grid.region.pixels.begin(), grid.region.pixels.end());
    step_bits_ = step_bits_of(most);
    knows_shifts_ = grid.staggered && most <= most_pixels_in_steps;
    for (std::size_t k = 0; k < 3; ++k) {
      pixels_[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
      if (knows_shifts_)
        row_steps_[k].set(grid.row_shifts[k], step_bits_);
    }
  }

  void set_block(const std::int32_t* units, std::size_t stride, std::size_t vertices) {
    units_ = units;
    stride_ = stride;
    vertices_ = vertices;
    has_steps_ = false;
    Snapper::outcode(units, stride, vertices, meshlet_outcodes_);
    ByteOutcodes::fill(meshlet_outcodes_.at, vertices, outcodes_);
  }

  /// At `batch` triangles; if rows are staggered it stores their lowest outcodes from `to` on.
  template <bool inside, bool staggered>
  HWY_INLINE void look(const MeshletCorners& corners, AlongAxis (&axes)[3], LowestOutcodes& lowest,
                       std::size_t to) const {
    OutcodeRange<hn::Vec<ByteOutcodes::Bytes>> ranges[3];
    ByteOutcodes::look_up(corners, outcodes_, ranges);
    for (std::size_t k = 0; k < 3; ++k) {
      axes[k] = inside ? compare_inner_outcodes(bytes_, ranges[k].low, ranges[k].high)
                       : compare_outcodes(bytes_, ranges[k].low, ranges[k].high, hn::Set(bytes_, pixels_[k]));
      if constexpr (staggered)
        hn::StoreU(ranges[k].low, bytes_, lowest.of[k] + to);
    }
  }

  /// Whether rows are shifted, and look_in_rows() can be asked.
  bool knows_shifts() const { return knows_shifts_; }
  /// At triangles that look() has seen.
  HWY_INLINE void look_in_rows(const MeshletCorners& corners, const LowestOutcodes& lowest, std::size_t from,
                               InRow (&rows)[3]) {
    if (!has_steps_)
      make_steps();
    const auto whole_pixels = hn::Set(bytes_, static_cast<std::uint8_t>(0xFF << step_bits_));
    OutcodeRange<hn::Vec<ByteOutcodes::Bytes>> positions[3];
    ByteOutcodes::look_up(corners, steps_, positions);
    for (std::size_t direction = 0; direction < 3; ++direction) {
      const std::size_t u = (direction + 1) % 3, v = (direction + 2) % 3;
      const auto row = hn::SaturatedSub(hn::LoadU(bytes_, lowest.of[v] + from), hn::Set(bytes_, 1));
      rows[direction] = compare_steps(bytes_, positions[u].low, positions[u].high,
                                      ByteOutcodes::steps_of(row, row_steps_[v]), whole_pixels);
    }
  }

private:
  static constexpr ByteOutcodes::Bytes bytes_{};

  HWY_NOINLINE void make_steps() {
    Snapper::outcode_steps(units_, stride_, vertices_, step_bits_, meshlet_outcodes_);
    ByteOutcodes::fill(meshlet_outcodes_.steps, vertices_, steps_);
    has_steps_ = true;
  }

  int step_bits_;
  std::array<RowSteps, 3> row_steps_; ///< of the rows along each axis
  std::uint8_t pixels_[3];
  bool knows_shifts_, has_steps_ = false;
  const std::int32_t* units_ = nullptr;
  std::size_t stride_ = 0, vertices_ = 0;
  MeshletByteOutcodes meshlet_outcodes_;
  ByteOutcodes::Table outcodes_, steps_;
};

/// The same for any number of pixels, from the units themselves.
class SnappedVertices {
public:
  static constexpr std::size_t batch = hn::MaxLanes(hn::ScalableTag<std::int32_t>());
  explicit SnappedVertices(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = grid.region.pixels[k];
  }

  void set_block(const std::int32_t* units, std::size_t stride, std::size_t) {
    units_ = units;
    stride_ = stride;
  }

  bool knows_shifts() const { return false; }
  HWY_INLINE void look_in_rows(const MeshletCorners&, const LowestOutcodes&, std::size_t,
                               InRow (&)[3]) const {}

  template <bool, bool>
  HWY_INLINE void look(const MeshletCorners& corners, AlongAxis (&axes)[3], LowestOutcodes&,
                       std::size_t) const {
    const hn::ScalableTag<std::int32_t> di;
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1)), zero = hn::Zero(di);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto read = [&](std::size_t c) HWY_ATTR {
        alignas(64) std::int32_t units[batch];
        for (std::size_t i = 0; i < batch; ++i)
          units[i] = units_[k * stride_ + corners.of[c][i]];
        return hn::Load(di, units);
      };
      const auto u0 = read(0), u1 = read(1), u2 = read(2);
      const auto low = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Min(hn::Min(u0, u1), u2), raise));
      const auto high = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Max(hn::Max(u0, u1), u2), raise));
      const auto pixels = hn::Set(di, pixels_[k]);
      const auto span = hn::Sub(hn::Min(high, pixels), hn::Max(low, zero));
      axes[k] = {bits_of(di, hn::Gt(span, zero)), bits_of(di, hn::Eq(span, hn::Set(di, 1))),
                 bits_of(di, hn::Lt(high, zero)), bits_of(di, hn::Gt(low, pixels))};
    }
  }

private:
  const std::int32_t* units_ = nullptr;
  std::size_t stride_ = 0;
  std::int32_t pixels_[3];
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
