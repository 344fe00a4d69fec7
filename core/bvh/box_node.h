#pragma once

#include "core/bvh/float_box.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace lamina::bvh {

/// The boxes of up to N children side by side, and what they are: nodes, leaves (one item each) or nothing,
/// whose box is empty.
template <int N>
struct BoxNode {
  static constexpr std::uint32_t nothing = 0xffff'ffff, leaf = 0x8000'0000;

  float low[3][N], high[3][N];
  std::uint32_t child[N];

  void put(int slot, const FloatBox& box) {
    for (int k = 0; k < 3; ++k) {
      low[k][slot] = box.low[k];
      high[k][slot] = box.high[k];
    }
  }
  FloatBox get(int slot) const {
    return {{low[0][slot], low[1][slot], low[2][slot]}, {high[0][slot], high[1][slot], high[2][slot]}};
  }
  bool is_leaf(int slot) const { return child[slot] != nothing && (child[slot] & leaf); }
  std::uint32_t item(int slot) const { return child[slot] & ~leaf; } ///< of a leaf
  /// Around all children.
  FloatBox around() const {
    FloatBox box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = *std::min_element(low[k], low[k] + N);
      box.high[k] = *std::max_element(high[k], high[k] + N);
    }
    return box;
  }
  /// One bit for each child whose box overlaps this one; none for empty boxes.
  std::uint32_t overlapping(const FloatBox& box) const {
    // In loops over the children alone, which compilers turn into a few instructions for all of them.
    std::uint32_t hit[N];
    for (int i = 0; i < N; ++i)
      hit[i] = 1u << i;
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < N; ++i)
        hit[i] &= low[k][i] <= box.high[k] && high[k][i] >= box.low[k] ? ~0u : 0u;
    std::uint32_t bits = 0;
    for (int i = 0; i < N; ++i)
      bits |= hit[i];
    return bits;
  }
};

/// Fits the boxes of a tree, whose nodes come before those under them, from the bottom up:
/// leaf_box(node, slot) gives that of a leaf.
template <int N, class LeafBox>
void refit_nodes(std::span<BoxNode<N>> nodes, const LeafBox& leaf_box) {
  for (auto n = static_cast<std::uint32_t>(nodes.size()); n-- > 0;) {
    BoxNode<N>& node = nodes[n];
    for (int slot = 0; slot < N; ++slot)
      if (node.is_leaf(slot))
        node.put(slot, leaf_box(n, slot));
      else if (node.child[slot] != BoxNode<N>::nothing)
        node.put(slot, nodes[node.child[slot]].around());
  }
}

/// Goes through the boxes that are so many splits (one at least) below a node: add(box) is given those of
/// nodes, end(item, splits, box) those of leaves, with the number of splits that are still to be made.
template <int N, class Add, class End>
void visit_boxes(std::span<const BoxNode<N>> nodes, std::uint32_t node, int splits, const Add& add,
                 const End& end) {
  for (int slot = 0; slot < N; ++slot) {
    const std::uint32_t child = nodes[node].child[slot];
    if (child == BoxNode<N>::nothing)
      continue;
    if (nodes[node].is_leaf(slot))
      end(nodes[node].item(slot), splits - 1, nodes[node].get(slot));
    else if (splits > 1)
      visit_boxes(nodes, child, splits - 1, add, end);
    else
      add(nodes[node].get(slot));
  }
}

} // namespace lamina::bvh
