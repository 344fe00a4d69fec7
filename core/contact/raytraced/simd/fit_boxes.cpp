#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/raytraced/simd/fit_boxes.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/raytraced/simd/fit_boxes.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::raytraced {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Node = BoxesOfTriangles::Node;
using D = hn::CappedTag<float, 8>;
using Index = hn::RebindToSigned<D>;
using Number = hn::Vec<D>;
using Indices = hn::Vec<Index>;

/// The boxes of those children that are leaves.
HWY_INLINE void fit_leaves(const std::int32_t* corners, const float* coordinates, Node& node) {
  const D d;
  const Index di;
  const Number spare = hn::Set(d, static_cast<float>(TreeFrame::spare));
  for (std::size_t i = 0; i < BoxesOfTriangles::children; i += hn::Lanes(d)) {
    // Leaves have the sign, and so has nothing, which is all ones.
    const Indices child = hn::BitCast(di, hn::LoadU(hn::RebindToUnsigned<Index>(), node.child + i));
    const auto leaf = hn::And(hn::Lt(child, hn::Zero(di)), hn::Ne(child, hn::Set(di, -1)));
    if (hn::AllFalse(di, leaf))
      continue;
    const Indices triangle = hn::IfThenElseZero(leaf, hn::And(child, hn::Set(di, 0x7fff'ffff)));
    const Indices first = hn::Add(hn::ShiftLeft<1>(triangle), triangle);
    Indices vertex[3];
    for (int corner = 0; corner < 3; ++corner)
      vertex[corner] = hn::ShiftLeft<2>(hn::GatherIndex(di, corners + corner, first));
    for (int k = 0; k < 3; ++k) {
      const Number a = hn::GatherIndex(d, coordinates + k, vertex[0]);
      const Number b = hn::GatherIndex(d, coordinates + k, vertex[1]);
      const Number c = hn::GatherIndex(d, coordinates + k, vertex[2]);
      const Number low = hn::Sub(hn::Min(hn::Min(a, b), c), spare);
      const Number high = hn::Add(hn::Max(hn::Max(a, b), c), spare);
      const auto these = hn::RebindMask(d, leaf);
      hn::StoreU(hn::IfThenElse(these, low, hn::LoadU(d, node.low[k] + i)), d, node.low[k] + i);
      hn::StoreU(hn::IfThenElse(these, high, hn::LoadU(d, node.high[k] + i)), d, node.high[k] + i);
    }
  }
}

HWY_INLINE bvh::FloatBox around(const Node& node) {
  const D d;
  bvh::FloatBox box;
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

void FitBoxes(std::span<const Triangle> triangles, std::span<const FramePlace> places,
              std::span<Node> nodes) {
  if (nodes.empty())
    return;
  const auto* corners = reinterpret_cast<const std::int32_t*>(triangles.front().data());
  const float* coordinates = places.front().data();
  for (std::size_t n = nodes.size(); n-- > 0;) {
    Node& node = nodes[n];
    fit_leaves(corners, coordinates, node);
    for (int slot = 0; slot < BoxesOfTriangles::children; ++slot)
      if (!(node.child[slot] & Node::leaf))
        node.put(slot, around(nodes[node.child[slot]]));
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina::raytraced
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::raytraced {

HWY_EXPORT(FitBoxes);

void fit_boxes(std::span<const Triangle> triangles, std::span<const FramePlace> places,
               std::span<BoxesOfTriangles::Node> nodes) {
  HWY_DYNAMIC_DISPATCH(FitBoxes)(triangles, places, nodes);
}

} // namespace lamina::raytraced
#endif
