#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/snap_and_cull.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/base/parallel.h"
#include "core/contact/ldi/simd/snapper-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/snap_and_cull.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void SnapAndCull(const Grid& grid, const NearPart& near, int threads, SnappedSurface& body) {
  ldi::snap_and_cull(grid, near, threads, body);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

/// Codes of one byte serve up to this many pixels along an axis.
constexpr int most_pixels_in_byte = 253;

/// For up to 64 triangles and one axis, one bit each: whether a row of pixel centres lies between the lowest
/// and the highest vertex, and whether they lie beyond an end of the region.
struct AlongAxis {
  std::uint64_t rows, below, above;
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
  return {bits_of(bytes, hn::Ne(span, zero)), bits_of(bytes, hn::Eq(high, zero)),
          bits_of(bytes, hn::Ne(hn::SaturatedSub(low, top), zero))};
}

#if HWY_TARGET == HWY_AVX3_DL

/// Looks at 64 triangles at a time: this processor looks bytes up in a table of 128.
class ByteCodes {
public:
  static constexpr bool of_bytes = true;
  static constexpr std::size_t batch = 64;
  explicit ByteCodes(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
  }

  void set_block(const BlockUnits&, std::size_t, const BlockCodes& codes) { codes_ = &codes; }

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
  static constexpr bool of_bytes = true;
  static constexpr std::size_t batch = hn::MaxLanes(hn::ScalableTag<std::uint32_t>());
  explicit ByteCodes(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
  }

  /// Puts the codes of a vertex side by side.
  void set_block(const BlockUnits&, std::size_t vertices, const BlockCodes& codes) {
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

/// Works codes out again from the units, for any number of pixels.
class WideCodes {
public:
  static constexpr bool of_bytes = false;
  static constexpr std::size_t batch = hn::MaxLanes(hn::ScalableTag<std::int32_t>());
  explicit WideCodes(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = grid.region.pixels[k];
  }

  void set_block(const BlockUnits& units, std::size_t, const BlockCodes&) { units_ = &units; }

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    const hn::ScalableTag<std::int32_t> di;
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1)), zero = hn::Zero(di);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto read = [&](std::size_t c) HWY_ATTR {
        alignas(64) std::int32_t units[batch];
        for (std::size_t i = 0; i < batch; ++i)
          units[i] = units_->at[k][corners.of[c][i]];
        return hn::Load(di, units);
      };
      const auto u0 = read(0), u1 = read(1), u2 = read(2);
      const auto low = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Min(hn::Min(u0, u1), u2), raise));
      const auto high = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Max(hn::Max(u0, u1), u2), raise));
      const auto pixels = hn::Set(di, pixels_[k]);
      axes[k] = {bits_of(di, hn::Lt(hn::Max(low, zero), hn::Min(high, pixels))),
                 bits_of(di, hn::Lt(high, zero)), bits_of(di, hn::Gt(low, pixels))};
    }
  }

private:
  const BlockUnits* units_ = nullptr;
  std::int32_t pixels_[3];
};

/// Lists the triangles of each direction that may cover a pixel centre.
template <class Codes>
class Culler {
public:
  Culler(const Grid& grid, const NearPart& near, SnappedStrip& strip)
      : snapper_(grid, near.surface().places(), near.surface().bounds), codes_(grid), near_(near),
        strip_(strip), drawn_(strip.drawn), staggered_(grid.staggered), balanced_(near.surface().balanced) {}

  void cull() {
    for (DrawnStrip& drawn : drawn_)
      drawn.counts = {};
    for (std::size_t i = strip_.first_block; i < strip_.last_block; ++i) {
      const std::uint32_t block = near_.blocks[i];
      const std::size_t vertices = near_.groups().vertices(block).size();
      snapper_.snap(near_.groups(), block, units_);
      if (Codes::of_bytes)
        snapper_.code(units_, vertices, block_codes_);
      codes_.set_block(units_, vertices, block_codes_);
      cull_block(block);
    }
  }

private:
  void cull_block(std::uint32_t block) {
    const TriangleIndices triangles = near_.groups().triangles(block);
    BlockCorners corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners.of[k] = near_.groups().corners(block, k).data();
    make_room(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); i += Codes::batch) {
      AlongAxis axes[3];
      codes_.look(corners, axes);
      const std::size_t rest = triangles.size() - i;
      const std::uint64_t valid = rest < 64 ? (std::uint64_t{1} << rest) - 1 : ~std::uint64_t{0};
      list_direction<0>(valid, axes, triangles, i, corners);
      list_direction<1>(valid, axes, triangles, i, corners);
      list_direction<2>(valid, axes, triangles, i, corners);
      for (const std::uint8_t*& corner : corners.of)
        corner += Codes::batch;
    }
  }

  template <std::size_t direction>
  HWY_INLINE void list_direction(std::uint64_t valid, const AlongAxis (&axes)[3],
                                 const TriangleIndices& triangles, std::size_t first,
                                 const BlockCorners& corners) {
    const AlongAxis &u = axes[(direction + 1) % 3], &v = axes[(direction + 2) % 3];
    // Rows that are not shifted against one another have their samples below one another.
    const std::uint64_t seen =
        valid & v.rows & ~(u.below | u.above) & (staggered_ ? ~std::uint64_t{0} : u.rows);
    if (seen == 0)
      return;
    const std::uint64_t under = balanced_ ? axes[direction].below : 0,
                        over = balanced_ ? axes[direction].above : 0;
    list_triangles<direction>(seen & ~(under | over), triangles, first, corners, within);
    list_triangles<direction>(seen & under, triangles, first, corners, below_region);
    list_triangles<direction>(seen & over, triangles, first, corners, above_region);
  }

  template <std::size_t direction>
  HWY_INLINE void list_triangles(std::uint64_t which, const TriangleIndices& triangles, std::size_t first,
                                 const BlockCorners& corners, Part part) {
    constexpr std::size_t u = (direction + 1) % 3, v = (direction + 2) % 3;
    std::size_t& count = drawn_[direction].counts[part];
    DrawnTriangle* out = drawn_[direction].triangles[part].data() + count;
    DrawnHeights* heights = drawn_[direction].heights[part].data() + count;
    count += static_cast<std::size_t>(std::popcount(which));
    for (; which != 0; which &= which - 1) {
      const int i = std::countr_zero(which);
      const std::size_t p = corners.of[0][i], q = corners.of[1][i], r = corners.of[2][i];
      *out++ = {triangles[first + static_cast<std::size_t>(i)],
                {units_.at[u][p], units_.at[u][q], units_.at[u][r]}};
      *heights++ = {{units_.at[v][p], units_.at[v][q], units_.at[v][r]}, 0};
    }
  }

  /// Each list has room for so many more.
  void make_room(std::size_t more) {
    if (room_ < more) {
      room_ = std::numeric_limits<std::size_t>::max();
      for (std::size_t direction = 0; direction < 3; ++direction)
        for (const Part part : {within, below_region, above_region}) {
          const std::size_t count = drawn_[direction].counts[part];
          auto& triangles = drawn_[direction].triangles[part];
          auto& heights = drawn_[direction].heights[part];
          if (std::min(triangles.size(), heights.size()) < count + more) {
            triangles.resize(2 * count + 16 * more);
            heights.resize(triangles.size());
          }
          room_ = std::min(room_, heights.size() - count);
        }
    }
    room_ -= more;
  }

  Snapper snapper_;
  Codes codes_;
  const NearPart& near_;
  const SnappedStrip& strip_;
  std::array<DrawnStrip, 3>& drawn_;
  bool staggered_, balanced_;
  std::size_t room_ = 0; ///< at least so many triangles more fit into each list
  BlockUnits units_;
  BlockCodes block_codes_;
};

void CullStrip(const Grid& grid, const NearPart& near, SnappedStrip& strip) {
  const auto& pixels = grid.region.pixels;
  if (*std::max_element(pixels.begin(), pixels.end()) <= most_pixels_in_byte)
    Culler<ByteCodes>(grid, near, strip).cull();
  else
    Culler<WideCodes>(grid, near, strip).cull();
}

void SnapAndCull(const Grid& grid, const NearPart& near, int threads, SnappedSurface& body) {
  body.cut(near.blocks.size(), threads);
  const std::span<SnappedStrip> strips = body.used();
  parallel_for(strips.size(), threads, [&](std::size_t s) { CullStrip(grid, near, strips[s]); });
  for (std::size_t direction = 0; direction < 3; ++direction) {
    std::array<std::size_t, 3> sum{};
    for (const SnappedStrip& strip : strips)
      for (std::size_t part = 0; part < 3; ++part)
        sum[part] += strip.drawn[direction].counts[part];
    const Part taken = choose_end(near.ends[direction], sum, body.triangles[direction]);
    for (SnappedStrip& strip : strips) {
      DrawnStrip& drawn = strip.drawn[direction];
      append_part(taken, drawn.counts, drawn.triangles);
      append_part(taken, drawn.counts, drawn.heights);
      drawn.count = drawn.counts[within] + drawn.counts[taken];
    }
  }
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(SnapAndCull);

void snap_and_cull(const Grid& grid, const NearPart& near, int threads, SnappedSurface& body) {
  HWY_DYNAMIC_DISPATCH(SnapAndCull)(grid, near, threads, body);
}

} // namespace lamina::ldi::simd
#endif
