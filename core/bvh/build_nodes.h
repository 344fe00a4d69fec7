#pragma once

#include "core/bvh/box_node.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace lamina::bvh {

/// Brings the lower half of the items along the longest side of their centres' box to the front, and says how
/// many they are. Equal ones stay in order of their numbers, so that the tree is the same everywhere. Centres
/// must be numbers.
template <class Item>
std::size_t halve(std::span<Item> items, const Box& centres) {
  int axis = 0;
  centres.size().maxCoeff(&axis);
  const std::size_t half = (items.size() + 1) / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [axis](const Item& p, const Item& q) {
                     return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis]
                                                             : p.number < q.number;
                   });
  return half;
}

/// Around the centres of items.
template <class Item>
Box centre_bounds(std::span<const Item> items) {
  Box box;
  for (const Item& item : items)
    box.include(item.centre);
  return box;
}

/// What every builder does: adds the nodes of a tree over the items, the root first and every node before
/// those under it. Boxes are still to be fitted, those of nothing are empty. The order of the items changes.
///
/// A node's items are cut in two, and of the parts the one that weighs most again, until there are as many as
/// children. `Cutting` says how:
/// - Item: with a number, which its leaf holds;
/// - singles: a part of so many items or fewer is not cut, and a node of so few has a leaf for each;
/// - weight(items, level): of a part;
/// - cut(items, level): brings one part to the front, and says how many items it has; not all, and not none.
template <int N, class Cutting>
std::uint32_t build_nodes(std::span<typename Cutting::Item> items, std::size_t level,
                          std::vector<BoxNode<N>>& nodes) {
  using Item = typename Cutting::Item;
  using Node = BoxNode<N>;
  struct Part {
    std::span<Item> items;
    double weight = 0;
  };
  const auto part = [level](std::span<Item> of) {
    return Part{of, of.size() > Cutting::singles ? Cutting::weight(of, level) : -1};
  };
  std::array<Part, N> parts;
  std::size_t count = 1;
  parts[0] = part(items);
  if (items.size() <= Cutting::singles)
    for (count = 0; count < items.size(); ++count)
      parts[count] = part(items.subspan(count, 1));
  while (count < N) {
    const auto heaviest = std::max_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count),
                                           [](const Part& p, const Part& q) { return p.weight < q.weight; });
    const std::span<Item> whole = heaviest->items;
    if (whole.size() <= Cutting::singles)
      break;
    const std::size_t first = Cutting::cut(whole, level);
    parts[count++] = part(whole.subspan(first));
    *heaviest = part(whole.first(first));
  }

  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto index = static_cast<std::uint32_t>(nodes.size());
  nodes.emplace_back();
  for (std::size_t slot = 0; slot < N; ++slot) {
    std::uint32_t child = Node::nothing;
    if (slot < count && parts[slot].items.size() == 1)
      child = Node::leaf | parts[slot].items[0].number;
    else if (slot < count)
      child = build_nodes<N, Cutting>(parts[slot].items, level + 1, nodes);
    nodes[index].child[slot] = child;
    nodes[index].put(static_cast<int>(slot),
                     {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}});
  }
  return index;
}

} // namespace lamina::bvh
