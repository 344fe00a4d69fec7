#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bvh/simd/walk_boxes.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/bvh/hit_tree.h"
#include "core/bvh/sah_builder.h"
#include "core/bvh/simd/walk_boxes.h"

#include <array>
#include <bit>
#include <cstddef>
#include <hwy/highway.h>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace lamina::bvh {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Node = BoxesOfTriangles::Node;
using D = hn::CappedTag<float, 8>;
using Number = hn::Vec<D>;

/// A ray against the boxes of a node's children.
class BoxTest {
public:
  HWY_INLINE explicit BoxTest(const FrameRay& ray) {
    for (int k = 0; k < 3; ++k) {
      start_[k] = ray.origin[k] * ray.inverse[k];
      inverse_[k] = ray.inverse[k];
      const bool backwards = ray.inverse[k] < 0;
      constexpr std::size_t high = (offsetof(Node, high) - offsetof(Node, low)) / sizeof(float);
      const std::size_t row = static_cast<std::size_t>(k) * BoxesOfTriangles::children;
      near_[k] = row + (backwards ? high : 0);
      far_[k] = row + (backwards ? 0 : high);
    }
  }

  /// One bit for each child whose box the ray meets between the two distances, and where it enters them.
  HWY_INLINE std::uint32_t meeting(const Node& node, float nearest, float farthest, float* enter) const {
    const D d;
    const float* sides = &node.low[0][0];
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < BoxesOfTriangles::children; i += hn::Lanes(d)) {
      Number in = hn::Set(d, nearest), out = hn::Set(d, farthest);
      for (int k = 0; k < 3; ++k) {
        const Number start = hn::Set(d, start_[k]), inverse = hn::Set(d, inverse_[k]);
        in = hn::Max(in, hn::MulSub(hn::LoadU(d, sides + near_[k] + i), inverse, start));
        out = hn::Min(out, hn::MulSub(hn::LoadU(d, sides + far_[k] + i), inverse, start));
      }
      hn::StoreU(in, d, enter + i);
      std::uint8_t stored[8] = {};
      hn::StoreMaskBits(d, hn::Le(in, out), stored);
      bits |= (stored[0] | std::uint32_t{stored[1]} << 8) << i;
    }
    return bits;
  }

private:
  float start_[3], inverse_[3];
  std::size_t near_[3], far_[3];
};

/// One bit for each child that is a leaf.
HWY_INLINE std::uint32_t leaves_of(const Node& node) {
  const hn::CappedTag<std::uint32_t, 8> d;
  const hn::RebindToSigned<decltype(d)> sign;
  static_assert(Node::leaf == 0x8000'0000);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < BoxesOfTriangles::children; i += hn::Lanes(d)) {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(sign, hn::Lt(hn::BitCast(sign, hn::LoadU(d, node.child + i)), hn::Zero(sign)), stored);
    bits |= (stored[0] | std::uint32_t{stored[1]} << 8) << i;
  }
  return bits;
}

struct Entry {
  float enter;
  std::uint32_t node;
};

class Walk {
public:
  HWY_INLINE Walk(const BoxesOfTriangles& boxes, const Ray& ray, const FrameRay& local)
      : boxes_(boxes), ray_(ray), local_(local), triangle_test_(ray), box_test_(local),
        farthest_(local.farthest) {}

  HWY_INLINE Hit first_hit() {
    std::uint32_t node = 0;
    do
      node = look_into(boxes_.nodes[node]);
    while (node != Node::nothing);
    return hit_;
  }

  HWY_INLINE bool meets_any() {
    std::uint32_t node = 0;
    do
      node = look_into(boxes_.nodes[node]);
    while (node != Node::nothing && !hit_.exists());
    return hit_.exists();
  }

private:
  /// Asks its triangles; says where to look next.
  HWY_INLINE std::uint32_t look_into(const Node& node) {
    float enter[BoxesOfTriangles::children];
    const std::uint32_t met = box_test_.meeting(node, local_.nearest, farthest_, enter);
    const std::uint32_t leaves = leaves_of(node);
    for (std::uint32_t bits = met & leaves; bits != 0; bits &= bits - 1)
      ask(node.child[std::countr_zero(bits)] & ~Node::leaf);
    std::uint32_t bits = met & ~leaves;
    if (bits == 0)
      return next();
    Entry nearest = entry(node, std::countr_zero(bits), enter);
    // Others wait, the nearer the later.
    const std::size_t first = count_;
    while (bits &= bits - 1) {
      Entry other = entry(node, std::countr_zero(bits), enter);
      if (other.enter < nearest.enter)
        std::swap(other, nearest);
      std::size_t at = count_++;
      for (; at > first && open_[at - 1].enter < other.enter; --at)
        open_[at] = open_[at - 1];
      open_[at] = other;
    }
    return nearest.node;
  }

  static HWY_INLINE Entry entry(const Node& node, int slot, const float* enter) {
    return {enter[slot], node.child[slot]};
  }

  HWY_INLINE std::uint32_t next() {
    while (count_ > 0) {
      const Entry& last = open_[--count_];
      if (last.enter <= farthest_)
        return last.node;
    }
    return Node::nothing;
  }

  HWY_INLINE void ask(std::uint32_t triangle) {
    const Triangle& t = boxes_.triangles[triangle];
    if (counts(ray_, t) && triangle_test_.take(boxes_.positions[t[0]], boxes_.positions[t[1]],
                                               boxes_.positions[t[2]], triangle, hit_))
      farthest_ = local_.end_of(boxes_.frame, hit_.distance);
  }

  const BoxesOfTriangles& boxes_;
  const Ray& ray_;
  const FrameRay& local_;
  const RayTest triangle_test_;
  const BoxTest box_test_;
  Hit hit_;
  float farthest_;
  std::size_t count_ = 0; ///< of what is still to be looked into
  std::array<Entry, most_box_levels * BoxesOfTriangles::children> open_;
};

Hit WalkBoxes(const BoxesOfTriangles& boxes, const Ray& ray) {
  FrameRay local;
  if (!local.enter(boxes.frame, ray))
    return {};
  return Walk(boxes, ray, local).first_hit();
}

bool MeetsAny(const BoxesOfTriangles& boxes, const Ray& ray) {
  FrameRay local;
  return local.enter(boxes.frame, ray) && Walk(boxes, ray, local).meets_any();
}

} // namespace HWY_NAMESPACE
} // namespace lamina::bvh
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::bvh {

HWY_EXPORT(WalkBoxes);
HWY_EXPORT(MeetsAny);

Hit walk_boxes(const BoxesOfTriangles& boxes, const Ray& ray) {
  return HWY_DYNAMIC_DISPATCH(WalkBoxes)(boxes, ray);
}

bool meets_any(const BoxesOfTriangles& boxes, const Ray& ray) {
  return HWY_DYNAMIC_DISPATCH(MeetsAny)(boxes, ray);
}

} // namespace lamina::bvh
#endif
