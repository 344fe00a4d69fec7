#pragma once

#include "core/bvh/box_node.h"
#include "core/mesh/mesh.h"

#include <vector>

namespace lamina::bvh {

/// What a tree is built over: its leaf holds the number. The centre must be of numbers.
struct CentredItem {
  Vec3 centre;
  std::uint32_t number;
};

/// One item for each triangle, at its centroid; one with a corner that is no number may be anywhere.
std::vector<CentredItem> triangle_items(std::span<const Triangle> triangles, std::span<const Vec3> positions);

/// Adds a tree over the items to the nodes, its root first and every node before those under it: its boxes
/// are still to be fitted. Each node's items are halved at the median along the longest side of their
/// centres' bounds, until there are as many parts as children. Quickly done, and never deep. The order of the
/// items changes. Adds no node for no items.
template <int N>
void build_by_median(std::span<CentredItem> items, std::vector<BoxNode<N>>& nodes);

extern template void build_by_median<2>(std::span<CentredItem>, std::vector<BoxNode<2>>&);
extern template void build_by_median<4>(std::span<CentredItem>, std::vector<BoxNode<4>>&);
extern template void build_by_median<8>(std::span<CentredItem>, std::vector<BoxNode<8>>&);
extern template void build_by_median<16>(std::span<CentredItem>, std::vector<BoxNode<16>>&);

} // namespace lamina::bvh
