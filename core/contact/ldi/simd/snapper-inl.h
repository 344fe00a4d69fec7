// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_SNAPPER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_SNAPPER_INL_H
#undef LAMINA_LDI_SNAPPER_INL_H
#else
#define LAMINA_LDI_SNAPPER_INL_H
#endif

#include "core/contact/ldi/grid.h"
#include "core/mesh/triangle_blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
      : grid_(grid), positions_(positions), turn_(!grid.frame.along_world) {}

  /// Those that follow one another are read where they are, the others are brought together first.
  void snap(const TriangleBlocks& groups, std::uint32_t block, BlockUnits& units) {
    const std::span<const std::uint32_t> vertices = groups.vertices(block);
    const std::size_t apart = groups.apart(block), first = vertices[apart], run = vertices.size() - apart;
    const std::size_t lanes = hn::Lanes(d);
    const bool readable = first + (run + lanes - 1) / lanes * lanes <= positions_.size();
    const std::size_t copied = readable ? apart : vertices.size();
    for (std::size_t i = 0; i < copied; ++i)
      std::memcpy(copies_ + 3 * i, positions_[vertices[i]].data(), 3 * sizeof(double));
    snap_places(copies_, copied, 0, units);
    if (readable)
      snap_places(positions_[first].data(), run, apart, units);
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

  /// A whole vector of places is read, and written from units `to` on.
  void snap_places(const double* from, std::size_t count, std::size_t to, BlockUnits& units) const {
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      V x, y, z;
      hn::LoadInterleaved3(d, from + 3 * i, x, y, z);
      snap_axis(along(0, x, x, y, z), 0, units.at[0] + to + i);
      snap_axis(along(1, y, x, y, z), 1, units.at[1] + to + i);
      snap_axis(along(2, z, x, y, z), 2, units.at[2] + to + i);
    }
  }

  /// See Frame; `own` is the same coordinate in the world.
  HWY_INLINE V along(int axis, V own, V x, V y, V z) const {
    if (!turn_)
      return own;
    const Mat3& axes = grid_.frame.axes;
    return hn::Add(hn::Add(hn::Mul(hn::Set(d, axes(0, axis)), x), hn::Mul(hn::Set(d, axes(1, axis)), y)),
                   hn::Mul(hn::Set(d, axes(2, axis)), z));
  }

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
  const std::vector<Vec3>& positions_;
  bool turn_;
  alignas(64) double copies_[3 * BlockUnits::room];
};

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
