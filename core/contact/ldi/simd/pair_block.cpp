#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/pair_block.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/contacts/pair_block.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void WeighPairs(const PairFrame& frame, std::size_t count, PairBlock& block) {
  ldi::weigh_pairs(frame, count, block);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::CappedTag<double, PairBlock::at_a_time> d{};
using V = hn::Vec<decltype(d)>;

/// The functions of arithmetic/pixel_pair.h, of as many as a vector has lanes.
struct Triples {
  V x, y, z;
};

HWY_INLINE Triples Same(const Triple& a) {
  return {hn::Set(d, a.x), hn::Set(d, a.y), hn::Set(d, a.z)};
}
HWY_INLINE Triples Load(const std::array<Vec3, PairBlock::at_a_time>& positions, std::size_t i) {
  Triples a;
  hn::LoadInterleaved3(d, positions[i].data(), a.x, a.y, a.z);
  return a;
}
HWY_INLINE void Store(const Triples& a, PairBlock::Positions& positions, std::size_t i) {
  hn::Store(a.x, d, positions[0].data() + i);
  hn::Store(a.y, d, positions[1].data() + i);
  hn::Store(a.z, d, positions[2].data() + i);
}
HWY_INLINE Triples Minus(const Triples& a, const Triples& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE V Dot(const Triples& a, const Triples& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Zero where `counted` says so.
HWY_INLINE Triples Unit(const Triples& a, hn::Mask<decltype(d)> counted) {
  const V squared = Dot(a, a);
  const auto some = hn::And(counted, hn::Gt(squared, hn::Zero(d)));
  const V factor = hn::Set(d, 1.0) / hn::Sqrt(squared);
  return {hn::IfThenElseZero(some, a.x * factor), hn::IfThenElseZero(some, a.y * factor),
          hn::IfThenElseZero(some, a.z * factor)};
}

HWY_INLINE Triples TriangleNormal(const PairBlock::Corners& corner, std::size_t i) {
  const Triples p0 = Load(corner[0], i);
  const Triples a = Minus(Load(corner[1], i), p0), b = Minus(Load(corner[2], i), p0);
  return Unit({a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x},
              hn::FirstN(d, hn::Lanes(d)));
}

void WeighPairs(const PairFrame& frame, std::size_t count, PairBlock& block) {
  const Triples deep = Same(frame.deep), across = Same(frame.across), up = Same(frame.up),
                middle = Same(frame.middle);
  const V pixel_area = hn::Set(d, frame.pixel_area);
  for (std::size_t k = 0; k < block.kinds; k += hn::Lanes(d)) {
    const Triples below = TriangleNormal(block.corner[0], k), above = TriangleNormal(block.corner[1], k);
    const V multiplicity = hn::Load(d, block.multiplicity.data() + k);
    auto presses = hn::Gt(multiplicity, hn::Zero(d));
    if (frame.facing)
      presses = hn::And(presses, hn::Le(Dot(below, above), hn::Zero(d)));
    const Triples normal = Unit(Minus(above, below), presses);
    Store(normal, block.kind_normal, k);
    hn::Store(multiplicity * (pixel_area * hn::Abs(Dot(normal, deep))), d, block.kind_weight.data() + k);
  }
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto kind = hn::Load(hn::RebindToSigned<decltype(d)>(), block.kind.data() + i);
    for (std::size_t axis = 0; axis < 3; ++axis)
      hn::Store(hn::GatherIndex(d, block.kind_normal[axis].data(), kind), d, block.normal[axis].data() + i);
    hn::Store(hn::GatherIndex(d, block.kind_weight.data(), kind), d, block.weight.data() + i);

    const V depth = hn::Load(d, block.depth[0].data() + i);
    const V half = hn::Set(d, 0.5) * (hn::Load(d, block.depth[1].data() + i) - depth);
    const V u = hn::Load(d, block.across.data() + i), v = hn::Load(d, block.up.data() + i);
    const Triples lower{deep.x * depth + across.x * u + up.x * v, deep.y * depth + across.y * u + up.y * v,
                        deep.z * depth + across.z * u + up.z * v};
    Store(lower, block.lower, i);
    const Triples halfway{lower.x + deep.x * half, lower.y + deep.y * half, lower.z + deep.z * half};
    Store(Minus(halfway, middle), block.arm, i);
  }
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(WeighPairs);

void weigh_pairs(const PairFrame& frame, std::size_t count, PairBlock& block) {
  HWY_DYNAMIC_DISPATCH(WeighPairs)(frame, count, block);
}

} // namespace lamina::ldi::simd
#endif
