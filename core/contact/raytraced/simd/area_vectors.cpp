#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/raytraced/simd/area_vectors.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/raytraced/simd/area_vectors.h"

#include <algorithm>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::raytraced {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t most = 4; // lanes: wider vectors slow some processors down more than they save
using D = hn::CappedTag<double, most>;
using Number = hn::Vec<D>;

struct Vectors {
  Number x, y, z;
};

HWY_INLINE Vectors operator-(const Vectors& p, const Vectors& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}

/// The sums run as those of VertexFans::area_vector do.
HWY_INLINE Number dot(const Vectors& p, const Vectors& q) {
  return hn::Add(hn::Add(hn::Mul(p.x, q.x), hn::Mul(p.y, q.y)), hn::Mul(p.z, q.z));
}

HWY_INLINE Vectors cross(const Vectors& p, const Vectors& q) {
  return {hn::Sub(hn::Mul(p.y, q.z), hn::Mul(p.z, q.y)), hn::Sub(hn::Mul(p.z, q.x), hn::Mul(p.x, q.z)),
          hn::Sub(hn::Mul(p.x, q.y), hn::Mul(p.y, q.x))};
}

/// Number by number: instructions that gather are no faster, and where processors are kept from leaking what
/// they gather they are much slower.
HWY_INLINE Vectors places(std::span<const Vec3> positions, const std::uint32_t* vertices) {
  const D d;
  HWY_ALIGN double x[most], y[most], z[most];
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    const Vec3& p = positions[vertices[i]];
    x[i] = p.x();
    y[i] = p.y();
    z[i] = p.z();
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

/// See four_shares.
HWY_INLINE Number four_shares(Number squared_q, Number squared_r, Number dot, Number squared_area_vector) {
  const D d;
  const Number zero = hn::Zero(d), at_q = hn::Sub(squared_q, dot), at_r = hn::Sub(squared_r, dot);
  const Number acute =
      hn::Div(hn::Add(hn::Mul(squared_r, at_q), hn::Mul(squared_q, at_r)), squared_area_vector);
  const Number elsewhere =
      hn::IfThenElse(hn::Or(hn::Le(at_q, zero), hn::Le(at_r, zero)), hn::Set(d, 1), acute);
  return hn::IfThenElse(hn::Le(dot, zero), hn::Set(d, 2), elsewhere);
}

void AreaVectors(const VertexFans& fans, std::span<const Vec3> positions,
                 std::span<const std::uint32_t> vertices, Vec3* areas) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t first = 0; first < vertices.size(); first += lanes) {
    const std::size_t used = std::min(lanes, vertices.size() - first);
    std::uint32_t own[most] = {}, q[most], r[most];
    std::span<const VertexFans::Side> sides[most];
    std::size_t longest = 0;
    for (std::size_t i = 0; i < used; ++i) {
      own[i] = vertices[first + i];
      sides[i] = fans.sides(own[i]);
      longest = std::max(longest, sides[i].size());
    }
    const Vectors at = places(positions, own);
    Vectors sum{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (std::size_t k = 0; k < longest; ++k) {
      for (std::size_t i = 0; i < lanes; ++i) {
        // Lanes without a side left look at their vertex alone, which has no area.
        const bool there = k < sides[i].size();
        q[i] = there ? sides[i][k][0] : own[i];
        r[i] = there ? sides[i][k][1] : own[i];
      }
      const Vectors to_q = places(positions, q) - at, to_r = places(positions, r) - at;
      const Vectors twice = cross(to_q, to_r);
      const Number squared = dot(twice, twice);
      const Number shares = four_shares(dot(to_q, to_q), dot(to_r, to_r), dot(to_q, to_r), squared);
      // What has no area, or is no number, adds nothing.
      const auto counts = hn::Gt(squared, hn::Zero(d));
      const auto share = [&](Number part)
                             HWY_ATTR { return hn::IfThenElseZero(counts, hn::Mul(shares, part)); };
      sum = {hn::Add(sum.x, share(twice.x)), hn::Add(sum.y, share(twice.y)), hn::Add(sum.z, share(twice.z))};
    }
    HWY_ALIGN double x[most], y[most], z[most];
    const Number eighth = hn::Set(d, 0.125);
    hn::Store(hn::Mul(eighth, sum.x), d, x);
    hn::Store(hn::Mul(eighth, sum.y), d, y);
    hn::Store(hn::Mul(eighth, sum.z), d, z);
    for (std::size_t i = 0; i < used; ++i)
      areas[first + i] = {x[i], y[i], z[i]};
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina::raytraced
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::raytraced {

HWY_EXPORT(AreaVectors);

void area_vectors(const VertexFans& fans, std::span<const Vec3> positions,
                  std::span<const std::uint32_t> vertices, std::span<Vec3> areas) {
  HWY_DYNAMIC_DISPATCH(AreaVectors)(fans, positions, vertices, areas.data());
}

} // namespace lamina::raytraced
#endif
