#pragma once

#include "core/contact/stochastic/budget.h"
#include "core/contact/stochastic/triangle_tree.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lamina::stochastic {

/// Goes through pairs of boxes of two trees by how likely they are to hold a collision (T04 section 3.1,
/// after Klein and Zachmann 2003; own formulation): a queue has the likeliest pair on top, whose children
/// replace it. So a search that ends early has been where most was to be found.
class TreeSearch {
public:
  /// Calls meet(triangle of a, triangle of b) for pairs of triangles whose boxes overlap, the likeliest pairs
  /// of boxes first, until there are none or the budget ends. A pair of boxes counts as one distance.
  void run(const TriangleTree& a, const TriangleTree& b, Budget& budget,
           const std::function<void(std::uint32_t, std::uint32_t)>& meet);

private:
  /// Two nodes, in a heap: the likeliest on top, of those the first.
  struct BoxPair {
    double chance;
    std::uint32_t a, b;
    bool operator<(const BoxPair& other) const {
      return chance != other.chance ? chance < other.chance : a != other.a ? a > other.a : b > other.b;
    }
  };
  std::vector<BoxPair> queue_;
};

/// The chance that surfaces under two nodes meet; 0 where their boxes do not overlap. The overlap is cut into
/// s cells as large as triangles are. A node's surface is thought to be spread evenly over its box, so that
/// it fills f of them. If both fill theirs at random, all that both fill differ with a probability of about
/// (1 − f_b/s)^f_a. `cell`: side, m.
double chance_of_collision(const TriangleTree& tree_a, const TriangleTree::Node& a,
                           const TriangleTree& tree_b, const TriangleTree::Node& b, double cell);

} // namespace lamina::stochastic
