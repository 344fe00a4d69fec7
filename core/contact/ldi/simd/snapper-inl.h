// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_SNAPPER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_SNAPPER_INL_H
#undef LAMINA_LDI_SNAPPER_INL_H
#else
#define LAMINA_LDI_SNAPPER_INL_H
#endif

#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/simd/block_places-inl.h"
#include "core/mesh/triangle_blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Numbers of the vertices of one block along the three axes; a whole vector can be written behind the last.
template <class T>
struct OfBlock {
  static constexpr std::size_t room = TriangleBlocks::most_vertices + 64;
  alignas(64) T at[3][room];
};
using BlockUnits = OfBlock<std::int32_t>;
using BlockCodes = OfBlock<std::uint8_t>;

/// Brings the vertices of blocks into units and codes, as many at a time as a vector has lanes.
class Snapper {
public:
  Snapper(const Grid& grid, const std::vector<Vec3>& positions)
      : grid_(grid), places_(grid.frame, positions) {}

  void snap(const TriangleBlocks& groups, std::uint32_t block, BlockUnits& units) {
    places_.read(groups, block, [&](V x, V y, V z, std::size_t at, std::size_t) HWY_ATTR {
      snap_axis(x, 0, units.at[0] + at);
      snap_axis(y, 1, units.at[1] + at);
      snap_axis(z, 2, units.at[2] + at);
    });
  }

  /// As vertex_code of the plain stage, raised by one: 0 below every possible sample, pixels + 2 above.
  void code(const BlockUnits& units, std::size_t vertices, BlockCodes& codes) const {
    const hn::CappedTag<std::int32_t, 16> di;
    const hn::Rebind<std::uint8_t, decltype(di)> bytes;
    const auto raise = hn::Set(di, static_cast<std::int32_t>(half_pixel - 1 + pixel_units));
    for (std::size_t k = 0; k < 3; ++k) {
      const auto high = hn::Set(di, grid_.region.pixels[k] + 2);
      for (std::size_t i = 0; i < vertices; i += hn::Lanes(di)) {
        const auto pixel = hn::ShiftRight<subpixel_bits>(hn::Add(hn::LoadU(di, units.at[k] + i), raise));
        hn::StoreU(hn::DemoteTo(bytes, hn::Min(hn::Max(pixel, hn::Zero(di)), high)), bytes, codes.at[k] + i);
      }
    }
  }

private:
  static constexpr hn::ScalableTag<double> d{};
  using V = hn::Vec<decltype(d)>;

  HWY_INLINE void snap_axis(V place, std::size_t k, std::int32_t* units) const {
    const hn::Rebind<std::int32_t, decltype(d)> di;
    const AxisGrid& axis = grid_.axis[k];
    const auto limit = hn::Set(d, static_cast<double>(narrow_limit));
    const auto from_origin = hn::Sub(place, hn::Set(d, axis.origin));
    const auto scaled = hn::Sub(hn::Mul(from_origin, hn::Set(d, axis.scale)), hn::Set(d, axis.offset));
    const auto rounded = hn::Floor(hn::Add(scaled, hn::Set(d, 0.5)));
    hn::StoreU(hn::DemoteTo(di, hn::Min(hn::Max(rounded, hn::Neg(limit)), limit)), di, units);
  }

  const Grid& grid_;
  BlockPlaces places_;
};

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
