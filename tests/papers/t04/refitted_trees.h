#pragma once

#include "core/bvh/box_node.h"
#include "core/mesh/mesh.h"
#include "tests/papers/table.h"

#include <vector>

namespace lamina::papers::t04 {

/// A torus of about so many triangles, twisted around its axis by up to this angle (rad): one state of a
/// mesh that deforms.
TriangleMesh twisted_torus(std::size_t triangles, double angle);

/// The boxes of the triangles of a mesh, in a tree cut at medians, with N children a node.
template <int N>
struct TriangleTree {
  std::vector<bvh::BoxNode<N>> nodes;

  void rebuild(const TriangleMesh& mesh);
  void refit(const TriangleMesh& mesh);
  /// How many nodes a box meets on the way to the leaves that it overlaps.
  std::size_t visited(const bvh::FloatBox& box) const;
  /// The triangles whose boxes overlap it, ascending.
  std::vector<std::uint32_t> found(const bvh::FloatBox& box) const;
};
extern template struct TriangleTree<2>;
extern template struct TriangleTree<4>;
extern template struct TriangleTree<8>;

/// T04-refit: refitting against rebuilding by children and triangles, and how many more nodes a search meets.
Table refit_table();

} // namespace lamina::papers::t04
