// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_VERTEX_CODES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_VERTEX_CODES_INL_H
#undef LAMINA_LDI_VERTEX_CODES_INL_H
#else
#define LAMINA_LDI_VERTEX_CODES_INL_H
#endif

#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/simd/snapper-inl.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Codes of one byte serve up to this many pixels along an axis.
constexpr int most_pixels_in_byte = 253;

/// For up to 64 triangles and one axis, one bit each: whether rows of pixel centres lie between the lowest
/// and the highest vertex, whether exactly one does, and whether they lie beyond an end of the region.
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

template <class D, class Mask>
HWY_INLINE std::uint64_t bits_of(D tag, Mask mask) {
  std::uint8_t stored[8] = {};
  hn::StoreMaskBits(tag, mask, stored);
  std::uint64_t bits;
  std::memcpy(&bits, stored, sizeof bits);
  return bits;
}

/// The corners of some triangles, as indices into the vertices of their block.
struct BlockCorners {
  const std::uint8_t* of[3];
};

/// What codes of one byte say, of low ones and high ones.
template <class D, class V>
HWY_INLINE AlongAxis compare_codes(D bytes, V low, V high, V pixels) {
  const auto zero = hn::Zero(bytes), one = hn::Set(bytes, 1);
  const auto top = hn::SaturatedAdd(pixels, one);
  const auto span = hn::SaturatedSub(hn::Min(high, top), hn::Max(low, one));
  return {bits_of(bytes, hn::Ne(span, zero)), bits_of(bytes, hn::Eq(span, one)),
          bits_of(bytes, hn::Eq(high, zero)), bits_of(bytes, hn::Ne(hn::SaturatedSub(low, top), zero))};
}

#if HWY_TARGET == HWY_AVX3_DL

/// Looks at 64 triangles at a time: this processor looks bytes up in a table of 128.
class ByteCodes {
public:
  static constexpr std::size_t batch = 64;
  explicit ByteCodes(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
  }

  void set_block(std::size_t, const BlockCodes& codes) { codes_ = &codes; }

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    const auto c0 = hn::LoadU(bytes_, corners.of[0]), c1 = hn::LoadU(bytes_, corners.of[1]),
               c2 = hn::LoadU(bytes_, corners.of[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint8_t* table = codes_->at[k];
      const auto first = hn::Load(bytes_, table), second = hn::Load(bytes_, table + 64);
      const auto read = [&](hn::Vec<Bytes> corner) HWY_ATTR {
        return hn::Vec<Bytes>{_mm512_permutex2var_epi8(first.raw, corner.raw, second.raw)};
      };
      const auto k0 = read(c0), k1 = read(c1), k2 = read(c2);
      axes[k] = compare_codes(bytes_, hn::Min(hn::Min(k0, k1), k2), hn::Max(hn::Max(k0, k1), k2),
                              hn::Set(bytes_, pixels_[k]));
    }
  }

private:
  using Bytes = hn::ScalableTag<std::uint8_t>;
  static constexpr Bytes bytes_{};
  const BlockCodes* codes_ = nullptr;
  std::uint8_t pixels_[3];
};

#else

/// Looks at as many triangles at a time as a vector has lanes for their codes.
class ByteCodes {
public:
  static constexpr std::size_t batch = hn::MaxLanes(hn::ScalableTag<std::uint32_t>());
  explicit ByteCodes(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
  }

  /// Puts the codes of a vertex side by side.
  void set_block(std::size_t vertices, const BlockCodes& codes) {
    const hn::CappedTag<std::uint8_t, 16> bytes;
    const auto zero = hn::Zero(bytes);
    for (std::size_t i = 0; i < vertices; i += hn::Lanes(bytes))
      hn::StoreInterleaved4(hn::Load(bytes, codes.at[0] + i), hn::Load(bytes, codes.at[1] + i),
                            hn::Load(bytes, codes.at[2] + i), zero, bytes,
                            reinterpret_cast<std::uint8_t*>(codes_ + i));
  }

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    alignas(64) std::uint32_t codes[3][batch];
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < batch; ++i)
        codes[c][i] = codes_[corners.of[c][i]];
    const hn::ScalableTag<std::uint32_t> words;
    const hn::Repartition<std::uint8_t, decltype(words)> bytes;
    const auto k0 = hn::BitCast(bytes, hn::Load(words, codes[0])),
               k1 = hn::BitCast(bytes, hn::Load(words, codes[1])),
               k2 = hn::BitCast(bytes, hn::Load(words, codes[2]));
    const auto low = hn::Min(hn::Min(k0, k1), k2), high = hn::Max(hn::Max(k0, k1), k2);
    const hn::Rebind<std::uint8_t, decltype(words)> narrow;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto pick = [&](hn::Vec<decltype(bytes)> all) HWY_ATTR {
        return hn::TruncateTo(narrow, hn::ShiftRightSame(hn::BitCast(words, all), static_cast<int>(8 * k)));
      };
      axes[k] = compare_codes(narrow, pick(low), pick(high), hn::Set(narrow, pixels_[k]));
    }
  }

private:
  alignas(64) std::uint32_t codes_[BlockCodes::room];
  std::uint8_t pixels_[3];
};

#endif

/// The codes of one block.
class CodedVertices {
public:
  static constexpr std::size_t batch = ByteCodes::batch;
  explicit CodedVertices(const Grid& grid) : codes_(grid) {}

  void set_block(const std::int32_t* units, std::size_t stride, std::size_t vertices) {
    Snapper::code(units, stride, vertices, block_codes_);
    codes_.set_block(vertices, block_codes_);
  }
  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    codes_.look(corners, axes);
  }

private:
  ByteCodes codes_;
  BlockCodes block_codes_;
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

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
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
