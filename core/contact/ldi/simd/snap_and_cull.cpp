#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/snap_and_cull.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/base/parallel.h"
#include "core/contact/ldi/simd/corner_tables-inl.h"
#include "core/contact/ldi/simd/snapper-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/snap_and_cull.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <hwy/highway.h>
#include <span>

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

/// Finds the triangles of each direction that may cover a pixel centre.
template <class Vertices>
class Culler {
public:
  Culler(const Grid& grid, const NearPart& near, SnappedStrip& strip)
      : near_(near), strip_(strip), snapper_(grid, near.surface().places(), near.surface().bounds),
        vertices_(grid), staggered_(grid.staggered), balanced_(near.surface().balanced) {}

  void cull() {
    strip_.counts = {};
    strip_.blocks.clear();
    strip_.batches.clear();
    units_end_ = 0;
    for (auto& direction : strip_.listed)
      for (auto& part : direction)
        for (TriangleList& list : part)
          list.count = 0;
    for (std::size_t i = strip_.first_block; i < strip_.last_block; ++i)
      cull_block(near_.blocks[i]);
  }

private:
  /// Triangles of a block are listed if no more are seen: to keep the block costs as much.
  static constexpr std::size_t few_seen = 24;

  void cull_block(std::uint32_t block) {
    const std::size_t vertices = near_.groups().vertices(block).size(),
                      stride = SnappedStrip::unit_stride(vertices);
    const std::int32_t* units = snap(block, stride);
    vertices_.set_block(units, stride, vertices);
    const std::size_t first_batch = strip_.batches.size(), seen = cull_triangles(block);
    if (seen <= few_seen) {
      list_block(block, units, stride,
                 {strip_.batches.data() + first_batch, strip_.batches.size() - first_batch});
      strip_.batches.resize(first_batch);
      return;
    }
    strip_.blocks.push_back(
        {block, static_cast<std::uint32_t>(first_batch), static_cast<std::uint32_t>(units_end_)});
    units_end_ += 3 * stride;
  }

  /// Leaves room for what tables read behind the last unit.
  const std::int32_t* snap(std::uint32_t block, std::size_t stride) {
    if (strip_.units.size() < units_end_ + 3 * stride + TriangleBlocks::most_vertices)
      strip_.units.resize(2 * units_end_ + 48 * stride + TriangleBlocks::most_vertices);
    std::int32_t* units = strip_.units.data() + units_end_;
    snapper_.snap(near_.groups(), block, units, stride);
    return units;
  }

  void list_block(std::uint32_t block, const std::int32_t* units, std::size_t stride,
                  std::span<const DrawnBatch> batches) {
    const TriangleBlocks& groups = near_.groups();
    const auto corners = [&](std::size_t k) { return groups.corners(block, k).data(); };
    BlockPart part{groups.triangles(block), {corners(0), corners(1), corners(2)}, units, units};
    for (std::size_t direction = 0; direction < 3; ++direction) {
      part.u = units + stride * ((direction + 1) % 3);
      part.v = units + stride * ((direction + 2) % 3);
      list_direction(part, direction, batches, strip_.listed[direction]);
    }
  }

  HWY_INLINE void list_direction(const BlockPart& part, std::size_t direction,
                                 std::span<const DrawnBatch> batches,
                                 std::array<std::array<TriangleList, 2>, 3>& lists) const {
    ChosenTriangles chosen;
    std::uint64_t others = 0;
    for (std::size_t b = 0; b < batches.size(); ++b) {
      const auto& seen = batches[b].seen[direction];
      const std::uint64_t one = seen[within] & batches[b].around_one[direction];
      chosen.add(b * DrawnBatch::size, one);
      others |= (seen[within] ^ one) | seen[below_region] | seen[above_region];
    }
    append(part, chosen, lists[within][SnappedStrip::one]);
    if (others == 0)
      return;
    for (const Part where : {within, below_region, above_region})
      for (const SnappedStrip::Samples samples : {SnappedStrip::one, SnappedStrip::more}) {
        if (where == within && samples == SnappedStrip::one)
          continue;
        chosen.clear();
        for (std::size_t b = 0; b < batches.size(); ++b) {
          const std::uint64_t one = batches[b].around_one[direction];
          chosen.add(b * DrawnBatch::size,
                     batches[b].seen[direction][where] & (samples == SnappedStrip::one ? one : ~one));
        }
        append(part, chosen, lists[where][samples]);
      }
  }

  static HWY_INLINE void append(const BlockPart& part, const ChosenTriangles& chosen, TriangleList& list) {
    list.make_room(few_seen + 64);
    const TriangleRows rows = list.rows();
    for (std::size_t i = 0; i < chosen.count(); ++i)
      put_triangle(part, chosen[i], rows, list.count + i);
    list.count += chosen.count();
  }

  /// Returns how many are seen, each as often as directions see it.
  std::size_t cull_triangles(std::uint32_t block) {
    const TriangleBlocks& groups = near_.groups();
    const std::size_t count = groups.triangles(block).size();
    BlockCorners corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners.of[k] = groups.corners(block, k).data();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < count; i += DrawnBatch::size) {
      AlongAxis axes[3];
      for (std::size_t k = 0; k < DrawnBatch::size && i + k < count; k += Vertices::batch) {
        AlongAxis some[3];
        vertices_.look(corners, some);
        for (std::size_t axis = 0; axis < 3; ++axis)
          axes[axis].join(some[axis], k);
        for (const std::uint8_t*& corner : corners.of)
          corner += Vertices::batch;
      }
      const std::size_t rest = count - i;
      DrawnBatch& batch = strip_.batches.emplace_back();
      const std::uint64_t valid = rest < 64 ? (std::uint64_t{1} << rest) - 1 : ~std::uint64_t{0};
      seen += see<0>(valid, axes, batch) + see<1>(valid, axes, batch) + see<2>(valid, axes, batch);
    }
    return seen;
  }

  template <std::size_t direction>
  HWY_INLINE std::size_t see(std::uint64_t valid, const AlongAxis (&axes)[3], DrawnBatch& batch) {
    const AlongAxis &u = axes[(direction + 1) % 3], &v = axes[(direction + 2) % 3];
    // Rows that are not shifted against one another have their samples below one another.
    const std::uint64_t unshifted = staggered_ ? 0 : ~std::uint64_t{0};
    const std::uint64_t seen = valid & v.rows & ~(u.below | u.above) & (u.rows | ~unshifted);
    const std::uint64_t under = balanced_ ? axes[direction].below : 0,
                        over = balanced_ ? axes[direction].above : 0;
    batch.around_one[direction] = u.one & v.one & unshifted;
    batch.seen[direction] = {seen & ~(under | over), seen & under, seen & over};
    for (std::size_t part = 0; part < 3; ++part)
      strip_.counts[direction][part] += static_cast<std::size_t>(std::popcount(batch.seen[direction][part]));
    return static_cast<std::size_t>(std::popcount(seen));
  }

  const NearPart& near_;
  SnappedStrip& strip_;
  Snapper snapper_;
  Vertices vertices_;
  bool staggered_, balanced_;
  std::size_t units_end_ = 0;
};

void CullStrip(const Grid& grid, const NearPart& near, SnappedStrip& strip) {
  const auto& pixels = grid.region.pixels;
  if (*std::max_element(pixels.begin(), pixels.end()) <= most_pixels_in_byte)
    Culler<CodedVertices>(grid, near, strip).cull();
  else
    Culler<SnappedVertices>(grid, near, strip).cull();
}

void SnapAndCull(const Grid& grid, const NearPart& near, int threads, SnappedSurface& body) {
  body.cut(near.blocks.size(), threads);
  const std::span<SnappedStrip> strips = body.used();
  parallel_for(strips.size(), threads, [&](std::size_t s) { CullStrip(grid, near, strips[s]); });
  for (std::size_t direction = 0; direction < 3; ++direction) {
    PartCounts sum{};
    for (const SnappedStrip& strip : strips)
      for (std::size_t part = 0; part < 3; ++part)
        sum[part] += strip.counts[direction][part];
    choose_end(near.ends[direction], sum, body.triangles[direction]);
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
