#pragma once

#include "core/contact/stochastic/searched_surface.h"

#include <cstdint>
#include <vector>

namespace lamina::stochastic {

/// A binary tree of boxes over the triangles of a surface where it lies now. It is made anew in each step:
/// what a search finds that ends early depends on the tree, which must not depend on where the surface once
/// lay. Triangles are sorted along a curve that fills the box of the surface (Morton 1966), and halved.
class TriangleTree {
public:
  struct Node {
    Box box;
    std::uint32_t begin, end; ///< of the sorted triangles
    std::uint32_t second;     ///< node; the first child is the next one

    bool leaf() const { return end - begin == 1; }
    std::uint32_t triangles() const { return end - begin; }
  };

  void make(const SearchedSurface& surface);

  const std::vector<Node>& nodes() const { return nodes_; } ///< the root first; none without triangles
  std::uint32_t triangle(const Node& leaf) const { return order_[leaf.begin].triangle; }
  double mean_area() const { return mean_area_; } ///< of the triangles, m²

private:
  struct Item {
    std::uint32_t code, triangle;
    auto operator<=>(const Item&) const = default;
  };
  std::uint32_t add(const SearchedSurface& surface, std::uint32_t begin, std::uint32_t end);

  std::vector<Item> order_;
  std::vector<Node> nodes_;
  double mean_area_ = 0;
};

} // namespace lamina::stochastic
