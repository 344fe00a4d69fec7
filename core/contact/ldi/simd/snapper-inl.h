// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_SNAPPER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_SNAPPER_INL_H
#undef LAMINA_LDI_SNAPPER_INL_H
#else
#define LAMINA_LDI_SNAPPER_INL_H
#endif

#include "core/contact/ldi/region/grid.h"
#include "core/contact/ldi/simd/meshlet_positions-inl.h"
#include "core/mesh/meshlets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Codes of the vertices of one meshlet along the three axes, of one byte; a whole vector can be written
/// behind the last.
struct MeshletByteOutcodes {
  static constexpr std::size_t room = Meshlets::most_vertices + 64;
  alignas(64) std::uint8_t at[3][room];
  alignas(64) std::uint8_t steps[3][room]; ///< see Snapper::outcode_steps
};

/// Whole numbers that are not negative; at most 255.
template <class Words>
HWY_INLINE auto to_bytes(Words words) {
  const hn::Rebind<std::uint8_t, hn::DFromV<Words>> bytes;
#if HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_AVX3
  return hn::Vec<decltype(bytes)>{_mm512_cvtusepi32_epi8(words.raw)};
#else
  return hn::DemoteTo(bytes, words);
#endif
}

/// For places within bounds; half of the limit leaves room for rounding.
inline Snapping snapping_for(const Grid& grid, const Box& bounds) {
  bool stretched = true;
  for (int corner = 0; corner < 8; ++corner)
    for (int k = 0; k < 3; ++k) {
      const Vec3 p((corner & 1 ? bounds.max : bounds.min).x(), (corner & 2 ? bounds.max : bounds.min).y(),
                   (corner & 4 ? bounds.max : bounds.min).z());
      const AxisGrid& axis = grid.axis[static_cast<std::size_t>(k)];
      const double units = (grid.frame.along(p, k) - axis.origin) * axis.scale - axis.offset;
      if (!(std::abs(units) < 0.5 * static_cast<double>(narrow_limit)))
        return Snapping::any;
      stretched = stretched && axis.offset == 0;
    }
  return stretched ? Snapping::stretched : Snapping::in_reach;
}

/// The greatest whole number that is not above, which fits into 32 bits.
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, hn::ScalableTag<double>>>
floor_in_reach(hn::Vec<hn::ScalableTag<double>> x) {
  const hn::Rebind<std::int32_t, hn::ScalableTag<double>> di;
#if HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_AVX3
  return hn::Vec<decltype(di)>{_mm512_cvt_roundpd_epi32(x.raw, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)};
#else
  return hn::DemoteTo(di, hn::Floor(x));
#endif
}

/// Writes the units of as many places as a vector has lanes.
template <Snapping snapping>
HWY_INLINE void snap_axis(hn::Vec<hn::ScalableTag<double>> place, const AxisGrid& axis, std::int32_t* units) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  auto scaled = hn::Mul(hn::Sub(place, hn::Set(d, axis.origin)), hn::Set(d, axis.scale));
  if constexpr (snapping != Snapping::stretched)
    scaled = hn::Sub(scaled, hn::Set(d, axis.offset));
  const auto raised = hn::Add(scaled, hn::Set(d, 0.5));
  if constexpr (snapping != Snapping::any) {
    hn::StoreU(floor_in_reach(raised), di, units);
  } else {
    const auto limit = hn::Set(d, static_cast<double>(narrow_limit));
    hn::StoreU(hn::DemoteTo(di, hn::Min(hn::Max(hn::Floor(raised), hn::Neg(limit)), limit)), di, units);
  }
}

/// Brings places into units, as many at a time as a vector has lanes.
class Snapper {
public:
  Snapper(const Grid& grid, const VertexPositions& positions, Snapping snapping)
      : grid_(grid), positions_(grid.frame, positions), snapping_(snapping) {}

  /// Writes the units of a meshlet's vertices, along each axis `stride` behind the one before.
  void snap(const Meshlets& groups, std::uint32_t meshlet, std::int32_t* units, std::size_t stride) {
    switch (snapping_) {
    case Snapping::stretched:
      return snap_meshlet<Snapping::stretched>(groups, meshlet, units, stride);
    case Snapping::in_reach:
      return snap_meshlet<Snapping::in_reach>(groups, meshlet, units, stride);
    case Snapping::any:
      return snap_meshlet<Snapping::any>(groups, meshlet, units, stride);
    }
  }
  /// As vertex_outcode of the reference stages, raised by one: 0 below every possible sample, more than
  /// pixels + 1 above, for up to 253 pixels.
  static void outcode(const std::int32_t* units, std::size_t stride, std::size_t vertices,
                      MeshletByteOutcodes& outcodes) {
    const hn::CappedTag<std::int32_t, 16> di;
    const hn::Rebind<std::uint8_t, decltype(di)> bytes;
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1 + pixel_units));
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < vertices; i += hn::Lanes(di)) {
        const auto raised = hn::Max(hn::Add(hn::LoadU(di, units + k * stride + i), raise), hn::Zero(di));
        hn::StoreU(to_bytes(hn::ShiftRight<subpixel_bits>(raised)), bytes, outcodes.at[k] + i);
      }
  }
  /// How many whole steps lie between the region's lower end and a vertex. A pixel has two to the power of
  /// `step_bits` of them. The result is at least 0, and no more than a byte holds.
  static void outcode_steps(const std::int32_t* units, std::size_t stride, std::size_t vertices,
                            int step_bits, MeshletByteOutcodes& outcodes) {
    const hn::CappedTag<std::int32_t, 16> di;
    const hn::Rebind<std::uint8_t, decltype(di)> bytes;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < vertices; i += hn::Lanes(di)) {
        const auto above = hn::Max(hn::LoadU(di, units + k * stride + i), hn::Zero(di));
        hn::StoreU(to_bytes(hn::ShiftRightSame(above, subpixel_bits - step_bits)), bytes,
                   outcodes.steps[k] + i);
      }
  }

private:
  static constexpr hn::ScalableTag<double> d{};
  using V = hn::Vec<decltype(d)>;

  template <Snapping snapping>
  HWY_INLINE void snap_meshlet(const Meshlets& groups, std::uint32_t meshlet, std::int32_t* units,
                               std::size_t stride) {
    const auto axis = grid_.axis; // not to be read again after each number that is written
    positions_.read(groups, meshlet, [&](V x, V y, V z, std::size_t at, std::size_t) HWY_ATTR {
      snap_axis<snapping>(x, axis[0], units + at);
      snap_axis<snapping>(y, axis[1], units + at + stride);
      snap_axis<snapping>(z, axis[2], units + at + 2 * stride);
    });
  }

  const Grid& grid_;
  MeshletPositions positions_;
  Snapping snapping_;
};

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
