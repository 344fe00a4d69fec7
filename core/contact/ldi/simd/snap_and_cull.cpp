#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/snap_and_cull.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/base/parallel.h"
#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/snap_and_cull.h"
#include "core/mesh/position_reader.h"

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

/// A vertex in units along the three axes.
struct alignas(16) SnappedVertex {
  std::array<std::int32_t, 4> at; ///< the last is unused
};

/// Vertices of one block, and a whole vector more.
constexpr std::size_t block_room = TriangleBlocks::most_vertices + 16;

/// Four numbers along the axes of the region, the fourth unused, as often as a vector needs them.
struct alignas(64) AxisNumbers {
  double at[8] = {};
  void set(std::size_t axis, double number) { at[axis] = at[axis + 4] = number; }
};

/// Brings the vertices of blocks into units and codes: one after the other with their axes side by side, two
/// at a time where vectors are that long.
class Snapper {
public:
  Snapper(const Grid& grid, const std::vector<Vec3>& positions)
      : positions_(positions), turn_(!grid.frame.along_world) {
    for (std::size_t k = 0; k < 3; ++k) {
      origin_.set(k, grid.axis[k].origin);
      scale_.set(k, grid.axis[k].scale);
      offset_.set(k, grid.axis[k].offset);
      for (std::size_t copy = 0; copy < 16; copy += 4)
        high_[k + copy] = grid.region.pixels[k] + 2;
      for (std::size_t from = 0; from < 3; ++from)
        turn_by_[from].set(k, grid.frame.axes(static_cast<int>(from), static_cast<int>(k)));
    }
  }

  /// One vertex more than there are may be written.
  void snap(std::span<const std::uint32_t> vertices, SnappedVertex* units) const {
    std::size_t i = 0;
    if (hn::MaxLanes(d) > 4)
      for (; i + 2 <= vertices.size(); i += 2)
        snap_places({positions_.place(vertices[i]), positions_.place(vertices[i + 1])}, units[i].at.data());
    for (; i < vertices.size(); ++i)
      snap_places({positions_.place(vertices[i]), positions_.place(vertices[i])}, units[i].at.data());
  }

  /// One byte an axis, as vertex_code of the plain stage but raised by one: 0 below every possible sample,
  /// pixels + 2 above. A whole vector more than there are vertices may be read and written.
  void code(const SnappedVertex* units, std::size_t vertices, std::uint32_t* codes) const {
    const hn::CappedTag<std::int32_t, 16> di;
    const hn::Rebind<std::uint8_t, decltype(di)> bytes;
    const std::int32_t* from = units->at.data();
    std::uint8_t* to = reinterpret_cast<std::uint8_t*>(codes);
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1 + pixel_units));
    const auto high = hn::Load(di, high_);
    for (std::size_t i = 0; i < 4 * vertices; i += hn::Lanes(di)) {
      const auto pixel = hn::ShiftRight<subpixel_bits>(hn::Add(hn::LoadU(di, from + i), raise));
      hn::StoreU(hn::DemoteTo(bytes, hn::Min(hn::Max(pixel, hn::Zero(di)), high)), bytes, to + i);
    }
  }

private:
  static constexpr hn::CappedTag<double, 8> d{};
  using V = hn::Vec<decltype(d)>;
  using Places = std::array<const double*, 2>;

  /// Along the axes from k on of one vertex, or all of two.
  HWY_INLINE V load(const Places& places, std::size_t k) const {
    if (turn_) {
      const V x = set(places, 0), y = set(places, 1), z = set(places, 2);
      return hn::Add(
          hn::Add(hn::Mul(hn::Load(d, turn_by_[0].at + k), x), hn::Mul(hn::Load(d, turn_by_[1].at + k), y)),
          hn::Mul(hn::Load(d, turn_by_[2].at + k), z));
    }
#if HWY_MAX_BYTES >= 64
    const hn::Half<decltype(d)> half;
    return hn::Combine(d, hn::LoadU(half, places[1]), hn::LoadU(half, places[0]));
#else
    return hn::LoadU(d, places[0] + k);
#endif
  }
  static HWY_INLINE V set(const Places& places, std::size_t axis) {
#if HWY_MAX_BYTES >= 64
    const hn::Half<decltype(d)> half;
    return hn::Combine(d, hn::Set(half, places[1][axis]), hn::Set(half, places[0][axis]));
#else
    return hn::Set(d, places[0][axis]);
#endif
  }

  HWY_INLINE void snap_places(const Places& places, std::int32_t* units) const {
    const hn::Rebind<std::int32_t, decltype(d)> di;
    const auto limit = hn::Set(d, static_cast<double>(narrow_limit));
    for (std::size_t k = 0; k < std::max<std::size_t>(4, hn::Lanes(d)); k += hn::Lanes(d)) {
      const auto from_origin = hn::Sub(load(places, k), hn::Load(d, origin_.at + k));
      const auto scaled =
          hn::Sub(hn::Mul(from_origin, hn::Load(d, scale_.at + k)), hn::Load(d, offset_.at + k));
      const auto rounded = hn::Floor(hn::Add(scaled, hn::Set(d, 0.5)));
      hn::StoreU(hn::DemoteTo(di, hn::Min(hn::Max(rounded, hn::Neg(limit)), limit)), di, units + k);
    }
  }

  PositionReader positions_;
  bool turn_;
  AxisNumbers origin_, scale_, offset_, turn_by_[3];
  alignas(64) std::int32_t high_[16] = {};
};

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

  void set_block(const std::uint32_t* codes, const SnappedVertex*) {
    const std::uint8_t* from = reinterpret_cast<const std::uint8_t*>(codes);
    for (std::size_t i = 0; i < 2; ++i) {
      hn::Vec<Bytes> k0, k1, k2, k3;
      hn::LoadInterleaved4(bytes_, from + 256 * i, k0, k1, k2, k3);
      hn::Store(k0, bytes_, table_[0] + 64 * i);
      hn::Store(k1, bytes_, table_[1] + 64 * i);
      hn::Store(k2, bytes_, table_[2] + 64 * i);
    }
  }

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    const auto c0 = hn::LoadU(bytes_, corners.of[0]), c1 = hn::LoadU(bytes_, corners.of[1]),
               c2 = hn::LoadU(bytes_, corners.of[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto first = hn::Load(bytes_, table_[k]), second = hn::Load(bytes_, table_[k] + 64);
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
  alignas(64) std::uint8_t table_[3][TriangleBlocks::most_vertices];
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

  void set_block(const std::uint32_t* codes, const SnappedVertex*) { codes_ = codes; }

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
  const std::uint32_t* codes_ = nullptr;
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

  void set_block(const std::uint32_t*, const SnappedVertex* units) { units_ = units; }

  HWY_INLINE void look(const BlockCorners& corners, AlongAxis (&axes)[3]) const {
    const hn::ScalableTag<std::int32_t> di;
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1)), zero = hn::Zero(di);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto read = [&](std::size_t c) HWY_ATTR {
        alignas(64) std::int32_t units[batch];
        for (std::size_t i = 0; i < batch; ++i)
          units[i] = units_[corners.of[c][i]].at[k];
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
  const SnappedVertex* units_ = nullptr;
  std::int32_t pixels_[3];
};

/// Lists the triangles of each direction that may cover a pixel centre.
template <class Codes>
class Culler {
public:
  Culler(const Grid& grid, const NearPart& near, SnappedStrip& strip)
      : snapper_(grid, near.surface().positions), codes_(grid), near_(near), strip_(strip),
        drawn_(strip.drawn), staggered_(grid.staggered), balanced_(near.surface().balanced) {}

  void cull() {
    for (DrawnStrip& drawn : drawn_)
      drawn.counts = {};
    for (std::size_t i = strip_.first_block; i < strip_.last_block; ++i) {
      const std::uint32_t block = near_.blocks[i];
      const auto vertices = near_.groups().vertices(block);
      snapper_.snap(vertices, units_);
      if (Codes::of_bytes)
        snapper_.code(units_, vertices.size(), block_codes_);
      codes_.set_block(block_codes_, units_);
      cull_block(block);
    }
  }

private:
  void cull_block(std::uint32_t block) {
    const std::span<const std::uint32_t> triangles = near_.groups().triangles(block);
    BlockCorners corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners.of[k] = near_.groups().corners(block, k).data();
    make_room(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); i += Codes::batch) {
      AlongAxis axes[3];
      codes_.look(corners, axes);
      const std::size_t rest = triangles.size() - i;
      const std::uint64_t valid = rest < 64 ? (std::uint64_t{1} << rest) - 1 : ~std::uint64_t{0};
      const std::uint32_t* indices = triangles.data() + i;
      list_direction<0>(valid, axes, indices, corners);
      list_direction<1>(valid, axes, indices, corners);
      list_direction<2>(valid, axes, indices, corners);
      for (const std::uint8_t*& corner : corners.of)
        corner += Codes::batch;
    }
  }

  template <std::size_t direction>
  HWY_INLINE void list_direction(std::uint64_t valid, const AlongAxis (&axes)[3],
                                 const std::uint32_t* indices, const BlockCorners& corners) {
    const AlongAxis &u = axes[(direction + 1) % 3], &v = axes[(direction + 2) % 3];
    // Rows that are not shifted against one another have their samples below one another.
    const std::uint64_t seen =
        valid & v.rows & ~(u.below | u.above) & (staggered_ ? ~std::uint64_t{0} : u.rows);
    if (seen == 0)
      return;
    const std::uint64_t under = balanced_ ? axes[direction].below : 0,
                        over = balanced_ ? axes[direction].above : 0;
    list_triangles<direction>(seen & ~(under | over), indices, corners, within);
    list_triangles<direction>(seen & under, indices, corners, below_region);
    list_triangles<direction>(seen & over, indices, corners, above_region);
  }

  template <std::size_t direction>
  HWY_INLINE void list_triangles(std::uint64_t which, const std::uint32_t* indices,
                                 const BlockCorners& corners, Part part) {
    constexpr std::size_t u = (direction + 1) % 3, v = (direction + 2) % 3;
    std::size_t& count = drawn_[direction].counts[part];
    DrawnTriangle* out = drawn_[direction].triangles[part].data() + count;
    DrawnHeights* heights = drawn_[direction].heights[part].data() + count;
    count += static_cast<std::size_t>(std::popcount(which));
    for (; which != 0; which &= which - 1) {
      const int i = std::countr_zero(which);
      const SnappedVertex &p = units_[corners.of[0][i]], &q = units_[corners.of[1][i]],
                          &r = units_[corners.of[2][i]];
      *out++ = {indices[i], {p.at[u], q.at[u], r.at[u]}};
      *heights++ = {{p.at[v], q.at[v], r.at[v]}, 0};
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
  alignas(64) SnappedVertex units_[block_room];
  alignas(64) std::uint32_t block_codes_[block_room];
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
