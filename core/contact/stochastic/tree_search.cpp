#include "core/contact/stochastic/tree_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::stochastic {

namespace {

/// Cells of the overlap that the surface under a node fills.
double filled_cells(const TriangleTree& tree, const TriangleTree::Node& node, const Box& overlap, double cell,
                    double cells) {
  double filled = node.triangles() * tree.mean_area() / (cell * cell);
  const Vec3 whole = node.box.size(), part = overlap.size();
  for (int axis = 0; axis < 3; ++axis)
    if (whole[axis] > 0)
      filled *= part[axis] / whole[axis];
  return std::min(filled, cells);
}

/// A node itself where it is a leaf, otherwise its two children.
struct Children {
  std::array<std::uint32_t, 2> node;
  std::size_t count;
};
Children children_of(const TriangleTree& tree, std::uint32_t index) {
  const TriangleTree::Node& node = tree.nodes()[index];
  return node.leaf() ? Children{{index, 0}, 1} : Children{{index + 1, node.second}, 2};
}

} // namespace

double chance_of_collision(const TriangleTree& tree_a, const TriangleTree::Node& a,
                           const TriangleTree& tree_b, const TriangleTree::Node& b, double cell) {
  const Box overlap = a.box.intersection(b.box);
  if (overlap.empty())
    return 0;
  double cells = 1;
  for (int axis = 0; axis < 3; ++axis)
    cells *= std::max(1.0, overlap.size()[axis] / cell);
  const double of_a = filled_cells(tree_a, a, overlap, cell, cells),
               of_b = filled_cells(tree_b, b, overlap, cell, cells);
  // Boxes that touch in a point fill none, and may hold one all the same.
  return std::max(1 - std::pow(1 - of_b / cells, of_a), 1e-12);
}

void TreeSearch::run(const TriangleTree& a, const TriangleTree& b, Budget& budget,
                     const std::function<void(std::uint32_t, std::uint32_t)>& meet) {
  queue_.clear();
  if (a.nodes().empty() || b.nodes().empty())
    return;
  const double cell = std::sqrt(std::max({a.mean_area(), b.mean_area(), 1e-300}));
  const auto look_at_pair = [&](std::uint32_t i, std::uint32_t j) {
    const TriangleTree::Node &of_a = a.nodes()[i], &of_b = b.nodes()[j];
    const double chance = chance_of_collision(a, of_a, b, of_b, cell);
    if (!(chance > 0))
      return;
    if (of_a.leaf() && of_b.leaf())
      return meet(a.triangle(of_a), b.triangle(of_b));
    queue_.push_back({chance, i, j});
    std::push_heap(queue_.begin(), queue_.end());
  };
  if (budget.take())
    look_at_pair(0, 0);
  while (!queue_.empty()) {
    const BoxPair likeliest = queue_.front();
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
    const Children of_a = children_of(a, likeliest.a), of_b = children_of(b, likeliest.b);
    for (std::size_t i = 0; i < of_a.count; ++i)
      for (std::size_t j = 0; j < of_b.count; ++j) {
        if (!budget.take())
          return;
        look_at_pair(of_a.node[i], of_b.node[j]);
      }
  }
}

} // namespace lamina::stochastic
