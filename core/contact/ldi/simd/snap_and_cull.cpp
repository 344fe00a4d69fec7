#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/snap_and_cull.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/snap_and_cull.h"

#include <algorithm>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void SnapAndCull(const Grid& grid, const NearPart& near, SnappedSurface& body) {
  ldi::snap_and_cull(grid, near, body);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

/// Codes of one byte serve up to this many pixels along an axis.
constexpr int most_pixels_in_byte = 253;

/// Four numbers along the axes of the region; the fourth is unused.
struct alignas(32) AxisNumbers {
  double at[4] = {0, 0, 0, 0};
};

/// Units of one vertex at a time, its axes side by side.
class Snapper {
public:
  explicit Snapper(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k) {
      origin_.at[k] = grid.axis[k].origin;
      scale_.at[k] = grid.axis[k].scale;
      offset_.at[k] = grid.axis[k].offset;
    }
  }

  /// `place` is followed by at least one more readable number.
  HWY_INLINE void snap(const double* place, std::int32_t* units) const {
    const hn::CappedTag<double, 4> d;
    const hn::Rebind<std::int32_t, decltype(d)> di;
    const auto limit = hn::Set(d, static_cast<double>(narrow_limit));
    for (std::size_t k = 0; k < 4; k += hn::Lanes(d)) {
      const auto from_origin = hn::Sub(hn::LoadU(d, place + k), hn::Load(d, origin_.at + k));
      const auto scaled =
          hn::Sub(hn::Mul(from_origin, hn::Load(d, scale_.at + k)), hn::Load(d, offset_.at + k));
      const auto rounded = hn::Floor(hn::Add(scaled, hn::Set(d, 0.5)));
      const auto bounded = hn::Min(hn::Max(rounded, hn::Neg(limit)), limit);
      hn::StoreU(hn::DemoteTo(di, bounded), di, units + k);
    }
  }

private:
  AxisNumbers origin_, scale_, offset_;
};

/// One byte an axis, as vertex_code of the plain stage but raised by one: 0 below every possible sample,
/// pixels + 2 above.
class Coder {
public:
  explicit Coder(const Grid& grid) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = grid.region.pixels[k];
  }
  HWY_INLINE std::uint32_t code(const std::int32_t* units) const {
    const hn::FixedTag<std::int32_t, 4> d;
    const hn::FixedTag<std::uint8_t, 4> bytes;
    const auto raised = hn::Add(hn::LoadU(d, units), hn::Set(d, static_cast<std::int32_t>(half_pixel - 1)));
    const auto pixel = hn::ShiftRight<subpixel_bits>(raised);
    const auto high = hn::Add(hn::Load(d, pixels_), hn::Set(d, 2));
    const auto code = hn::Min(hn::Max(hn::Add(pixel, hn::Set(d, 1)), hn::Zero(d)), high);
    std::uint8_t stored[4];
    hn::StoreU(hn::DemoteTo(bytes, code), bytes, stored);
    std::uint32_t packed;
    std::memcpy(&packed, stored, sizeof packed);
    return packed;
  }

private:
  alignas(16) std::int32_t pixels_[4] = {0, 0, 0, 0};
};

void SnapVertices(const Grid& grid, std::span<const std::uint32_t> vertices, SnappedSurface& body) {
  const std::size_t count = body.positions.size();
  body.vertices.resize(count);
  body.packed_codes.resize(count);
  const Snapper snapper(grid);
  const Coder coder(grid);
  for (const std::uint32_t i : vertices) {
    const double* place = body.positions[i].data();
    double last[4] = {0, 0, 0, 0};
    if (HWY_UNLIKELY(i + 1 == count)) {
      std::memcpy(last, place, 3 * sizeof(double));
      place = last;
    }
    std::int32_t* units = body.vertices[i].at.data();
    snapper.snap(place, units);
    body.packed_codes[i] = coder.code(units);
  }
}

/// For several triangles and one axis: whether a row of pixel centres lies between the lowest and the highest
/// vertex, and whether they lie beyond an end of the region.
template <class Mask>
struct AlongAxis {
  Mask rows, below, above;
};

/// Reads codes of one byte.
class ByteCodes {
public:
  ByteCodes(const Grid& grid, const SnappedSurface& body) : codes_(body.packed_codes.data()) {
    std::uint8_t bytes[4] = {0, 0, 0, 0};
    for (std::size_t k = 0; k < 3; ++k)
      bytes[k] = static_cast<std::uint8_t>(grid.region.pixels[k]);
    std::memcpy(&pixels_, bytes, sizeof pixels_);
  }

  template <class D, class V, class Axes>
  HWY_INLINE void look(D d, const V& c0, const V& c1, const V& c2, Axes& axes) const {
    const hn::Repartition<std::uint8_t, D> bytes;
    const hn::RebindToSigned<D> di;
    const auto read = [&](const V& corner) HWY_ATTR {
      return hn::BitCast(bytes, hn::GatherIndex(d, codes_, hn::BitCast(di, corner)));
    };
    const auto k0 = read(c0), k1 = read(c1), k2 = read(c2);
    const auto low = hn::Min(hn::Min(k0, k1), k2), high = hn::Max(hn::Max(k0, k1), k2);
    const auto zero = hn::Zero(bytes), one = hn::Set(bytes, 1);
    const auto pixels = hn::BitCast(bytes, hn::Set(d, pixels_));
    const auto top = hn::SaturatedAdd(pixels, one);
    const auto span = hn::SaturatedSub(hn::Min(high, top), hn::Max(low, one));
    const auto beyond = hn::SaturatedSub(low, top);
    const auto rows = hn::BitCast(d, hn::VecFromMask(bytes, hn::Ne(span, zero)));
    const auto below = hn::BitCast(d, hn::VecFromMask(bytes, hn::Eq(high, zero)));
    const auto above = hn::BitCast(d, hn::VecFromMask(bytes, hn::Ne(beyond, zero)));
    for (std::size_t k = 0; k < 3; ++k) {
      const auto bit = hn::Set(d, std::uint32_t{1} << (8 * k));
      axes[k] = {hn::TestBit(rows, bit), hn::TestBit(below, bit), hn::TestBit(above, bit)};
    }
  }

private:
  const std::uint32_t* codes_;
  std::uint32_t pixels_ = 0;
};

/// Works codes out again from the units, for any number of pixels.
class WideCodes {
public:
  WideCodes(const Grid& grid, const SnappedSurface& body) : units_(body.vertices.data()->at.data()) {
    for (std::size_t k = 0; k < 3; ++k)
      pixels_[k] = grid.region.pixels[k];
  }

  template <class D, class V, class Axes>
  HWY_INLINE void look(D d, const V& c0, const V& c1, const V& c2, Axes& axes) const {
    const hn::RebindToSigned<D> di;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto read = [&](const V& corner) HWY_ATTR {
        return hn::GatherIndex(di, units_ + k, hn::ShiftLeft<2>(hn::BitCast(di, corner)));
      };
      const auto u0 = read(c0), u1 = read(c1), u2 = read(c2);
      const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1));
      const auto low = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Min(hn::Min(u0, u1), u2), raise));
      const auto high = hn::ShiftRight<subpixel_bits>(hn::Add(hn::Max(hn::Max(u0, u1), u2), raise));
      const auto zero = hn::Zero(di), pixels = hn::Set(di, pixels_[k]);
      axes[k] = {hn::RebindMask(d, hn::Lt(hn::Max(low, zero), hn::Min(high, pixels))),
                 hn::RebindMask(d, hn::Lt(high, zero)), hn::RebindMask(d, hn::Gt(low, pixels))};
    }
  }

private:
  const std::int32_t* units_;
  std::int32_t pixels_[3];
};

template <class Codes>
void CullTriangles(const Grid& grid, const NearPart& near, SnappedSurface& body) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::RebindToSigned<decltype(d)> di;
  using Mask = hn::Mask<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d), count = near.triangles.size();
  const std::uint32_t* corners = body.surface->triangles->data()->data();
  const Codes codes(grid, body);
  const bool balanced = body.surface->balanced;

  // A batch may be written whole beyond the end of what is kept.
  std::array<std::array<std::size_t, 3>, 3> kept{};
  for (DrawnTriangles& drawn : body.triangles)
    for (auto& list : drawn.memory)
      if (list.size() < count + 2 * lanes)
        list.resize(count + 2 * lanes);
  for (std::size_t i = 0; i < count; i += lanes) {
    const Mask valid = hn::FirstN(d, count - i);
    // Masked loads read whole vectors on some processors: the last few indices are copied first.
    alignas(64) std::uint32_t last[hn::MaxLanes(d)] = {};
    const std::uint32_t* indices = near.triangles.data() + i;
    if (count - i < lanes)
      indices = std::copy(indices, near.triangles.data() + count, last) - (count - i);
    const auto index = hn::LoadU(d, indices);
    const auto first = hn::BitCast(di, hn::Add(hn::Add(index, index), index));
    const auto c0 = hn::GatherIndex(d, corners, first), c1 = hn::GatherIndex(d, corners + 1, first),
               c2 = hn::GatherIndex(d, corners + 2, first);
    AlongAxis<Mask> axes[3];
    codes.look(d, c0, c1, c2, axes);
    for (std::size_t direction = 0; direction < 3; ++direction) {
      const AlongAxis<Mask>&u = axes[(direction + 1) % 3], &v = axes[(direction + 2) % 3];
      // Rows that are not shifted against one another have their samples below one another.
      Mask seen = hn::And(valid, hn::AndNot(hn::Or(u.below, u.above), v.rows));
      if (!grid.staggered)
        seen = hn::And(seen, u.rows);
      if (hn::AllFalse(d, seen))
        continue;
      const Mask under = hn::And(seen, axes[direction].below), over = hn::And(seen, axes[direction].above);
      std::array<std::vector<std::uint32_t>, 3>& memory = body.triangles[direction].memory;
      std::array<std::size_t, 3>& at = kept[direction];
      const Mask inside = balanced ? hn::AndNot(hn::Or(under, over), seen) : seen;
      at[within] += hn::CompressStore(index, inside, d, memory[within].data() + at[within]);
      if (!balanced)
        continue;
      at[below_region] += hn::CompressStore(index, under, d, memory[below_region].data() + at[below_region]);
      at[above_region] += hn::CompressStore(index, over, d, memory[above_region].data() + at[above_region]);
    }
  }
  for (std::size_t direction = 0; direction < 3; ++direction)
    choose_end(near.ends[direction], kept[direction], body.triangles[direction]);
}

void SnapAndCull(const Grid& grid, const NearPart& near, SnappedSurface& body) {
  SnapVertices(grid, near.vertices, body);
  const auto& pixels = grid.region.pixels;
  if (*std::max_element(pixels.begin(), pixels.end()) <= most_pixels_in_byte)
    CullTriangles<ByteCodes>(grid, near, body);
  else
    CullTriangles<WideCodes>(grid, near, body);
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(SnapAndCull);

void snap_and_cull(const Grid& grid, const NearPart& near, SnappedSurface& body) {
  HWY_DYNAMIC_DISPATCH(SnapAndCull)(grid, near, body);
}

} // namespace lamina::ldi::simd
#endif
