#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bvh/simd/fit_boxes.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/bvh/simd/fit_boxes.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::bvh {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Node = BoxesOfTriangles::Node;
using D = hn::CappedTag<float, 8>;
using Number = hn::Vec<D>;

/// The box of a leaf. Its corners are read whole, which is faster than gathering numbers of several leaves.
HWY_INLINE void fit_leaf(const Triangle& triangle, const FramePosition* positions, Node& node, int slot) {
  const hn::CappedTag<float, 4> d;
  const auto spare = hn::Set(d, static_cast<float>(TreeFrame::spare));
  const float *a = positions[triangle[0]].data(), *b = positions[triangle[1]].data(),
              *c = positions[triangle[2]].data();
  FramePosition low, high;
  for (std::size_t i = 0; i < low.size(); i += hn::Lanes(d)) {
    const auto p = hn::LoadU(d, a + i), q = hn::LoadU(d, b + i), r = hn::LoadU(d, c + i);
    hn::StoreU(hn::Sub(hn::Min(hn::Min(p, q), r), spare), d, low.data() + i);
    hn::StoreU(hn::Add(hn::Max(hn::Max(p, q), r), spare), d, high.data() + i);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    node.low[k][slot] = low[k];
    node.high[k][slot] = high[k];
  }
}

HWY_INLINE FloatBox around(const Node& node) {
  const D d;
  FloatBox box;
  for (int k = 0; k < 3; ++k) {
    Number low = hn::LoadU(d, node.low[k]), high = hn::LoadU(d, node.high[k]);
    for (std::size_t i = hn::Lanes(d); i < BoxesOfTriangles::children; i += hn::Lanes(d)) {
      low = hn::Min(low, hn::LoadU(d, node.low[k] + i));
      high = hn::Max(high, hn::LoadU(d, node.high[k] + i));
    }
    box.low[k] = hn::GetLane(hn::MinOfLanes(d, low));
    box.high[k] = hn::GetLane(hn::MaxOfLanes(d, high));
  }
  return box;
}

void FitBoxes(std::span<const Triangle> triangles, std::span<const FramePosition> positions,
              std::span<Node> nodes) {
  if (nodes.empty())
    return;
  for (std::size_t n = nodes.size(); n-- > 0;) {
    Node& node = nodes[n];
    for (int slot = 0; slot < BoxesOfTriangles::children; ++slot) {
      const std::uint32_t child = node.child[slot];
      if (!(child & Node::leaf))
        node.put(slot, around(nodes[child]));
      else if (child != Node::nothing)
        fit_leaf(triangles[child & ~Node::leaf], positions.data(), node, slot);
    }
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina::bvh
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::bvh {

HWY_EXPORT(FitBoxes);

void fit_boxes(std::span<const Triangle> triangles, std::span<const FramePosition> positions,
               std::span<BoxesOfTriangles::Node> nodes) {
  HWY_DYNAMIC_DISPATCH(FitBoxes)(triangles, positions, nodes);
}

} // namespace lamina::bvh
#endif
