#pragma once

#include "core/bvh/box_node.h"
#include "core/bvh/triangle_prism.h"
#include "core/bvh/two_level_tree.h"

#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace lamina::bvh {

/// A box among those of a tree: of a child of a node.
inline constexpr std::uint32_t slot_of(std::uint32_t node, int slot, int children) {
  return node * static_cast<std::uint32_t>(children) + static_cast<std::uint32_t>(slot);
}

/// The sum of the sides: tells which of two boxes it is better to look into.
inline float extent(const FloatBox& box) {
  return (box.high[0] - box.low[0]) + (box.high[1] - box.low[1]) + (box.high[2] - box.low[2]);
}

/// The nodes of a group's tree or of the upper one, and the normal cones of their slots if there are any.
template <int N>
struct Subtree {
  const BoxNode<N>* nodes;
  const NormalCone* cones = nullptr;
  const std::vector<Triangle>* triangles = nullptr; ///< that are the leaves
  const Positions* positions = nullptr;
  std::span<const TrianglePrism> prisms = {}; ///< of all triangles, or none

  /// Of a leaf, where prisms are not known: it looks to both sides alike; of a moving triangle it holds
  /// everything.
  TrianglePrism new_prism(std::uint32_t triangle) const {
    if (!positions->before.empty())
      return {};
    const auto [i, j, k] = (*triangles)[triangle];
    return TrianglePrism({positions->now[i], positions->now[j], positions->now[k]});
  }
  std::uint32_t child(std::uint32_t slot) const { return nodes[slot / N].child[slot % N]; }
  FloatBox box(std::uint32_t slot) const { return nodes[slot / N].get(static_cast<int>(slot % N)); }
};

/// A search for what lies close in two trees, which may be those of one surface.
template <int N>
class Search {
public:
  using Node = BoxNode<N>;
  /// `apart`: with cones, pairs of slots with normals all closer than that are passed over.
  Search(const Subtree<N>& a, const Subtree<N>& b, const Margins& margins, std::optional<double> apart,
         std::vector<IndexPair>& open, std::vector<IndexPair>& found)
      : a_(a), b_(b), margins_(margins), look_at_cones_(apart.has_value()),
        cosine_(std::cos(apart.value_or(0))), sine_(std::sin(apart.value_or(0))), open_(open), found_(found) {
  }

  /// Every child of one node with every child of the other.
  void nodes(std::uint32_t node_a, std::uint32_t node_b) {
    for (int i = 0; i < N; ++i) {
      const std::uint32_t slot = slot_of(node_a, i, N);
      if (a_.child(slot) == Node::nothing)
        continue;
      open_children(b_, node_b, a_.box(slot), ~0u, [slot](std::uint32_t other) {
        return IndexPair{slot, other};
      });
      look_into_open();
    }
  }

  /// A node with itself: its children with each other, and each with itself. `leaves`: leaves too.
  void itself(std::uint32_t node, bool leaves) {
    for (int i = 0; i < N; ++i) {
      const std::uint32_t slot = slot_of(node, i, N), child = a_.child(slot);
      if (child == Node::nothing)
        continue;
      open_children(a_, node, a_.box(slot), ~1u << i, [slot](std::uint32_t other) {
        return IndexPair{slot, other};
      });
      look_into_open();
      if (!may_touch({slot, slot}))
        continue;
      if (!(child & Node::leaf))
        itself(child, leaves);
      else if (leaves)
        found_.push_back({child & ~Node::leaf, child & ~Node::leaf});
    }
  }

private:
  bool may_touch(const IndexPair& slots) const {
    return !look_at_cones_ || may_be_apart(a_.cones[slots[0]], b_.cones[slots[1]], cosine_, sine_);
  }

  /// Whether a box of the other tree lies off the prism of a leaf.
  bool off_prism(const Subtree<N>& tree, std::uint32_t child, const FloatBox& box) {
    if (!tree.triangles)
      return false;
    const std::uint32_t triangle = child & ~Node::leaf;
    if (!tree.prisms.empty())
      return tree.prisms[triangle].is_off(box, margins_);
    // A leaf is looked at against many boxes in turn.
    if (prism_triangle_ != triangle || prism_tree_ != &tree) {
      prism_ = tree.new_prism(triangle);
      prism_triangle_ = triangle;
      prism_tree_ = &tree;
    }
    return prism_.is_off(box, margins_);
  }

  template <class Pair>
  void open_children(const Subtree<N>& tree, std::uint32_t node, const FloatBox& box, std::uint32_t allowed,
                     const Pair& pair) {
    std::uint32_t bits = tree.nodes[node].overlapping(inflated(box, margins_.behind)) & allowed;
    for (; bits != 0; bits &= bits - 1) {
      const IndexPair slots = pair(slot_of(node, std::countr_zero(bits), N));
      if (may_touch(slots))
        open_.push_back(slots);
    }
  }

  void look_into_open() {
    while (!open_.empty()) {
      const auto [slot_a, slot_b] = open_.back();
      open_.pop_back();
      const std::uint32_t child_a = a_.child(slot_a), child_b = b_.child(slot_b);
      const bool leaf_a = child_a & Node::leaf, leaf_b = child_b & Node::leaf;
      const FloatBox box_a = a_.box(slot_a), box_b = b_.box(slot_b);
      // The prism of the larger triangle tells most.
      const bool larger_a = extent(box_a) >= extent(box_b);
      if ((leaf_a && (!leaf_b || larger_a) && off_prism(a_, child_a, box_b)) ||
          (leaf_b && (!leaf_a || !larger_a) && off_prism(b_, child_b, box_a)))
        continue;
      if (leaf_a && leaf_b) {
        found_.push_back({child_a & ~Node::leaf, child_b & ~Node::leaf});
        continue;
      }
      if (leaf_b || (!leaf_a && larger_a))
        open_children(a_, child_a, box_b, ~0u, [b = slot_b](std::uint32_t slot) {
          return IndexPair{slot, b};
        });
      else
        open_children(b_, child_b, box_a, ~0u, [a = slot_a](std::uint32_t slot) {
          return IndexPair{a, slot};
        });
    }
  }

  const Subtree<N> a_, b_;
  Margins margins_;
  bool look_at_cones_;
  double cosine_, sine_; ///< of the least angle
  std::vector<IndexPair>&open_, &found_;
  TrianglePrism prism_;
  std::uint32_t prism_triangle_ = Node::nothing;
  const Subtree<N>* prism_tree_ = nullptr;
};

/// Asks whether something in a box may be looked for about a triangle in a tree.
template <int N>
class Reaching {
public:
  Reaching(const FloatBox& box, const Subtree<N>& tree, const Margins& margins)
      : box_(box), inflated_(inflated(box, margins.behind)), tree_(tree), margins_(margins) {}

  bool node(std::uint32_t node) const {
    std::uint32_t bits = tree_.nodes[node].overlapping(inflated_);
    for (; bits != 0; bits &= bits - 1) {
      const std::uint32_t child = tree_.nodes[node].child[std::countr_zero(bits)];
      if (child & BoxNode<N>::leaf ? triangle(child & ~BoxNode<N>::leaf) : this->node(child))
        return true;
    }
    return false;
  }

private:
  bool triangle(std::uint32_t index) const {
    return tree_.prisms.empty() ? !tree_.new_prism(index).is_off(box_, margins_)
                                : !tree_.prisms[index].is_off(box_, margins_);
  }

  const FloatBox box_, inflated_;
  const Subtree<N> tree_;
  Margins margins_;
};

} // namespace lamina::bvh
