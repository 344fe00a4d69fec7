// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_COVERED_PIXELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_COVERED_PIXELS_INL_H
#undef LAMINA_LDI_COVERED_PIXELS_INL_H
#else
#define LAMINA_LDI_COVERED_PIXELS_INL_H
#endif

#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/simd/compress-inl.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

// Fragments are written as four doubles, the last of which holds the triangle and above it the place.
static_assert(sizeof(Fragment) == 4 * sizeof(double) && offsetof(Fragment, b2) == 2 * sizeof(double) &&
              offsetof(Fragment, place) == offsetof(Fragment, triangle) + 4 &&
              std::endian::native == std::endian::little);

/// Pixels that triangles of one body cover, in the order in which they were found, until their fragments are
/// made.
class CoveredPixels {
public:
  using D = hn::ScalableTag<std::int32_t>;
  using V = hn::Vec<D>;

  CoveredPixels(const Grid& grid, const Surface& surface, int direction, int body, FragmentList& list)
      : grid_(grid), triangles_(surface.triangles->data()), positions_(surface.vertex_positions()),
        direction_(direction), body_(body), list_(list) {}

  /// Takes some lanes: triangles, columns, signed areas and edge functions of sides 1 and 2, in units.
  HWY_INLINE void add(hn::Mask<D> inside, V triangle, V column, V area, V e1, V e2) {
    count_ += store_some(inside, triangle, column, area, e1, e2, count_);
    if (count_ >= room)
      make_fragments();
  }

  void make_fragments() {
    const std::size_t kept = list_.wants_all() ? count_ : keep_wanted_columns();
    count_ = 0;
    if (!list_.reserve(kept + hn::MaxLanes(Numbers()))) {
      for (std::size_t i = 0; i < kept; ++i)
        list_.lose(static_cast<std::uint32_t>(column_[i]), body_);
      return;
    }
    std::uint32_t* counts = list_.column_counts(body_);
    for (std::size_t i = 0; i < kept; ++i)
      ++counts[column_[i]];
    if (!grid_.frame.along_world)
      look_up_depths(kept,
                     [&](std::uint32_t vertex) { return grid_.frame.along(positions_[vertex], direction_); });
    else if (positions_.single())
      look_up_depths(kept, [from = positions_.numbers<float>() + direction_](std::size_t vertex) {
        return static_cast<double>(from[3 * vertex]);
      });
    else
      look_up_depths(kept, [from = positions_.numbers<double>() + direction_](std::size_t vertex) {
        return from[3 * vertex];
      });
    Fragment* out = list_.end();
    for (std::size_t i = 0; i < kept; i += hn::Lanes(Numbers()))
      write_fragments(i, out + i);
    list_.commit(out + kept);
  }

private:
  using Numbers = hn::ScalableTag<double>;
  static constexpr std::size_t room = 512, whole = room + 64; ///< a whole vector more can be written

  /// Stores the chosen lanes side by side from `at` on, and anything behind them: storing no more than those
  /// takes some processors a hundred times as long. Returns how many they are.
  HWY_INLINE std::size_t store_some(hn::Mask<D> chosen, V triangle, V column, V area, V e1, V e2,
                                    std::size_t at) {
    const D d;
    const Compressor<D> compress(d, chosen);
    hn::StoreU(compress(triangle), d, triangle_ + at);
    hn::StoreU(compress(column), d, column_ + at);
    hn::StoreU(compress(area), d, area_ + at);
    hn::StoreU(compress(e1), d, e1_ + at);
    hn::StoreU(compress(e2), d, e2_ + at);
    return hn::CountTrue(d, chosen);
  }

  template <class DepthOf>
  void look_up_depths(std::size_t count, const DepthOf& depth_of) {
    for (std::size_t i = 0; i < count; ++i) {
      const Triangle& t = triangles_[triangle_[i]];
      for (std::size_t k = 0; k < 3; ++k)
        depth_[k][i] = depth_of(t[k]);
    }
  }

  /// Moves what covers wanted columns together; returns how much that is.
  std::size_t keep_wanted_columns() {
    const D d;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; i += hn::Lanes(d)) {
      const hn::Mask<D> there = hn::FirstN(d, count_ - i);
      const V column = hn::IfThenElseZero(there, hn::LoadU(d, column_ + i));
      const V crossings = hn::GatherIndex(d, reinterpret_cast<const std::int32_t*>(list_.met()), column);
      const hn::Mask<D> wanted = hn::And(there, hn::Ne(crossings, hn::Zero(d)));
      const V triangle = hn::LoadU(d, triangle_ + i), area = hn::LoadU(d, area_ + i),
              e1 = hn::LoadU(d, e1_ + i), e2 = hn::LoadU(d, e2_ + i);
      kept += store_some(wanted, triangle, column, area, e1, e2, kept);
    }
    return kept;
  }

  /// Barycentric coordinates and depths, with the operations of the reference stages, of as many fragments as
  /// a vector has lanes.
  void write_fragments(std::size_t first, Fragment* out) const {
    const Numbers d;
    const hn::RebindToUnsigned<Numbers> du;
    const hn::Rebind<std::int32_t, Numbers> di;
    const auto number = [&](const std::int32_t* from)
                            HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(di, from + first)); };
    const auto area = number(area_), per_area = hn::Div(hn::Set(d, 1), hn::Abs(area));
    const auto b1 = hn::Mul(number(e1_), per_area), b2 = hn::Mul(number(e2_), per_area);
    const auto rounder = hn::Set(d, grid_.depth_rounder);
    const auto corner = [&](std::size_t k) HWY_ATTR {
      return hn::Sub(hn::Add(hn::LoadU(d, depth_[k] + first), rounder), rounder);
    };
    const auto z0 = corner(0), z1 = corner(1), z2 = corner(2);
    const auto depth = hn::Add(hn::Add(z0, hn::Mul(b1, hn::Sub(z1, z0))), hn::Mul(b2, hn::Sub(z2, z0)));
    const hn::Rebind<std::uint32_t, Numbers> narrow;
    const auto wide = [&](const std::int32_t* from) HWY_ATTR {
      return hn::PromoteTo(du, hn::BitCast(narrow, hn::LoadU(di, from + first)));
    };
    const auto entering = hn::ShiftRight<63>(hn::BitCast(du, area));
    const auto body = hn::Set(du, static_cast<std::uint64_t>(body_) << 1);
    const auto place = hn::Or(hn::Or(hn::ShiftLeft<2>(wide(column_)), body), entering);
    const auto tag = hn::Or(hn::ShiftLeft<32>(place), wide(triangle_));
    hn::StoreInterleaved4(depth, b1, b2, hn::BitCast(d, tag), d, &out->depth);
  }

  const Grid& grid_;
  const Triangle* triangles_;
  VertexPositions positions_;
  int direction_, body_;
  FragmentList& list_;
  std::size_t count_ = 0;
  alignas(64) std::int32_t triangle_[whole], column_[whole], area_[whole], e1_[whole], e2_[whole];
  alignas(64) double depth_[3][whole]; ///< of the corners of the triangles, not yet rounded
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
