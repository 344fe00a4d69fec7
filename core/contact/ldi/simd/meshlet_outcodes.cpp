#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/meshlet_outcodes.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/region/meshlet_outcodes.h"
#include "core/contact/ldi/region/region.h"
#include "core/contact/ldi/simd/meshlet_positions-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void IncludePositions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box) {
  ldi::include_positions(positions, count, frame, box);
}

void FindOutcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                  MeshletOutcodes& outcodes, Box& inside) {
  ldi::find_outcodes(near, meshlet, planes, outcodes, inside);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

/// Bounds of positions that come as many at a time as a vector has lanes.
class Bounds {
  static constexpr hn::ScalableTag<double> d{};
  using V = hn::Vec<decltype(d)>;

public:
  Bounds() {
    for (std::size_t k = 0; k < 3; ++k) {
      least_[k] = hn::Set(d, std::numeric_limits<double>::infinity());
      greatest_[k] = hn::Neg(least_[k]);
    }
  }
  HWY_INLINE void include(hn::Mask<decltype(d)> which, const V* place) {
    for (std::size_t k = 0; k < 3; ++k) {
      least_[k] = hn::IfThenElse(which, hn::Min(least_[k], place[k]), least_[k]);
      greatest_[k] = hn::IfThenElse(which, hn::Max(greatest_[k], place[k]), greatest_[k]);
    }
  }
  void add_to(Box& box) const {
    Box found;
    for (std::size_t k = 0; k < 3; ++k) {
      found.min[static_cast<int>(k)] = hn::GetLane(hn::MinOfLanes(d, least_[k]));
      found.max[static_cast<int>(k)] = hn::GetLane(hn::MaxOfLanes(d, greatest_[k]));
    }
    box.include(found);
  }

private:
  V least_[3], greatest_[3];
};

void IncludePositions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box) {
  constexpr hn::ScalableTag<double> d;
  MeshletPositions reader(frame, positions);
  Bounds bounds;
  reader.read_first(count, [&](auto x, auto y, auto z, std::size_t, std::size_t lanes) HWY_ATTR {
    const hn::Vec<decltype(d)> place[3] = {x, y, z};
    bounds.include(hn::FirstN(d, lanes), place);
  });
  bounds.add_to(box);
}

/// Codes vertices, as many at a time as a vector has lanes.
class Coder {
  static constexpr hn::ScalableTag<double> d{};
  static constexpr hn::RebindToUnsigned<decltype(d)> du{};
  static constexpr hn::Rebind<std::uint8_t, decltype(d)> bytes{};
  using V = hn::Vec<decltype(d)>;
  using Outcodes = hn::Vec<decltype(du)>;

public:
  Coder(const ClipPlanes& planes, MeshletOutcodes& outcodes) : planes_(planes), outcodes_(outcodes) {
    any_ = hn::Zero(du);
    all_ = hn::Set(du, ~std::uint64_t{0});
  }

  /// The first `count` lanes are vertices from `at` on.
  HWY_INLINE void outcode(V x, V y, V z, std::size_t at, std::size_t count) {
    const V p[3] = {x, y, z};
    const auto counted = hn::FirstN(d, count);
    auto sides = hn::Zero(du);
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      hn::StoreU(p[k], d, outcodes_.place[k].data() + at);
      const V low = hn::Set(d, planes_.box.box.min[axis]), high = hn::Set(d, planes_.box.box.max[axis]);
      sides = hn::Or(
          sides, hn::Or(bit_if(hn::Lt(p[k], low), 1u << (2 * k)), bit_if(hn::Gt(p[k], high), 2u << (2 * k))));
    }
    const V pu = p[planes_.u], pv = p[planes_.v];
    const auto lines = hn::Or(hn::Or(bit_if(hn::Le(pu, hn::Set(d, planes_.at_u[0])), u_low_bit),
                                     bit_if(hn::Le(pu, hn::Set(d, planes_.at_u[1])), u_high_bit)),
                              hn::Or(bit_if(hn::Le(pv, hn::Set(d, planes_.at_v[0])), v_low_bit),
                                     bit_if(hn::Le(pv, hn::Set(d, planes_.at_v[1])), v_high_bit)));
    hn::StoreU(hn::TruncateTo(bytes, sides), bytes, outcodes_.sides.data() + at);
    hn::StoreU(hn::TruncateTo(bytes, hn::ShiftRight<line_shift>(lines)), bytes, outcodes_.lines.data() + at);

    const auto outcode = hn::Or(sides, lines);
    const auto counted_code = hn::RebindMask(du, counted);
    any_ = hn::Or(any_, hn::IfThenElseZero(counted_code, outcode));
    all_ = hn::And(all_, hn::IfThenElse(counted_code, outcode, all_));
    inside_.include(hn::And(counted, hn::RebindMask(d, hn::Eq(sides, hn::Zero(du)))), p);
  }

  void finish(Box& inside) {
    alignas(64) std::uint64_t any[hn::MaxLanes(du)], all[hn::MaxLanes(du)];
    hn::Store(any_, du, any);
    hn::Store(all_, du, all);
    std::uint64_t of_one = 0, of_each = ~std::uint64_t{0};
    for (std::size_t i = 0; i < hn::Lanes(du); ++i) {
      of_one |= any[i];
      of_each &= all[i];
    }
    outcodes_.any = static_cast<std::uint16_t>(of_one);
    outcodes_.all = static_cast<std::uint16_t>(of_each);
    inside_.add_to(inside);
  }

private:
  static HWY_INLINE Outcodes bit_if(hn::Mask<decltype(d)> which, unsigned bit) {
    return hn::IfThenElseZero(hn::RebindMask(du, which), hn::Set(du, bit));
  }

  const ClipPlanes& planes_;
  MeshletOutcodes& outcodes_;
  Outcodes any_, all_;
  Bounds inside_; ///< of the vertices
};

void FindOutcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                  MeshletOutcodes& outcodes, Box& inside) {
  MeshletPositions positions(planes.box.frame, near.surface().vertex_positions());
  Coder coder(planes, outcodes);
  positions.read(near.groups(), meshlet,
                 [&](auto x, auto y, auto z, std::size_t at, std::size_t count)
                     HWY_ATTR { coder.outcode(x, y, z, at, count); });
  coder.finish(inside);
}

#endif

#if HWY_TARGET == HWY_AVX3_DL

/// This processor looks bytes up in a table of 128: those of one corner of 64 triangles.
struct CornerBytes {
  explicit CornerBytes(const std::uint8_t* table)
      : low(hn::Load(bytes, table)), high(hn::Load(bytes, table + 64)) {}
  HWY_INLINE auto operator[](hn::Vec<hn::ScalableTag<std::uint8_t>> corners) const {
    return hn::Vec<hn::ScalableTag<std::uint8_t>>{_mm512_permutex2var_epi8(low.raw, corners.raw, high.raw)};
  }
  static constexpr hn::ScalableTag<std::uint8_t> bytes{};
  hn::Vec<decltype(bytes)> low, high;
};

PickedTriangles PickTriangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                              const ClipPlanes& planes, const MeshletOutcodes& outcodes) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const std::size_t rest = near.groups().corners(meshlet, 0).size() - first;
  const std::uint64_t valid = rest < 64 ? (std::uint64_t{1} << rest) - 1 : ~std::uint64_t{0};
  const auto corners = [&](std::size_t k) HWY_ATTR {
    return hn::LoadU(bytes, near.groups().corners(meshlet, k).data() + first);
  };
  const auto c0 = corners(0), c1 = corners(1), c2 = corners(2);
  const auto has = [&](auto value, unsigned bits) HWY_ATTR {
    return hn::Ne(hn::And(value, hn::Set(bytes, static_cast<std::uint8_t>(bits))), hn::Zero(bytes)).raw;
  };

  const CornerBytes sides(outcodes.sides.data());
  const auto s0 = sides[c0], s1 = sides[c1], s2 = sides[c2];
  const auto all_sides = hn::And(hn::And(s0, s1), s2), any_side = hn::Or(hn::Or(s0, s1), s2);
  PickedTriangles picked;
  picked.clip = valid & ~has(all_sides, outside_bits) & has(any_side, outside_bits);

  const unsigned u_bits = (u_low_bit | u_high_bit) >> line_shift,
                 v_bits = (v_low_bit | v_high_bit) >> line_shift;
  const unsigned mixed_in_meshlet = (outcodes.any & ~unsigned{outcodes.all}) >> line_shift;
  if (!(mixed_in_meshlet & u_bits) || !(mixed_in_meshlet & v_bits))
    return picked;
  const CornerBytes lines(outcodes.lines.data());
  const auto l0 = lines[c0], l1 = lines[c1], l2 = lines[c2];
  const auto mixed = hn::AndNot(hn::And(hn::And(l0, l1), l2), hn::Or(hn::Or(l0, l1), l2));
  const unsigned beside = 3u << (2 * planes.u) | 3u << (2 * planes.v);
  picked.line = valid & ~has(all_sides, beside) & has(mixed, u_bits) & has(mixed, v_bits);
  return picked;
}

#else

PickedTriangles PickTriangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                              const ClipPlanes& planes, const MeshletOutcodes& outcodes) {
  return ldi::pick_triangles(near, meshlet, first, planes, outcodes);
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(IncludePositions);
HWY_EXPORT(FindOutcodes);
HWY_EXPORT(PickTriangles);

void include_positions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box) {
  HWY_DYNAMIC_DISPATCH(IncludePositions)(positions, count, frame, box);
}

void find_outcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                   MeshletOutcodes& outcodes, Box& inside) {
  HWY_DYNAMIC_DISPATCH(FindOutcodes)(near, meshlet, planes, outcodes, inside);
}

PickedTriangles pick_triangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                               const ClipPlanes& planes, const MeshletOutcodes& outcodes) {
  return HWY_DYNAMIC_DISPATCH(PickTriangles)(near, meshlet, first, planes, outcodes);
}

} // namespace lamina::ldi::simd
#endif
