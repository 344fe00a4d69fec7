#pragma once

#include "core/bvh/box_node.h"
#include "core/mesh/mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::papers::t04 {

/// How a tree of boxes follows a mesh that deforms (T04, section 2.3).
enum class TreeUpdate {
  rebuild,   ///< the tree is made anew
  bottom_up, ///< the boxes of all nodes are fitted, leaves first
  top_down,  ///< the boxes in a node are fitted, from all triangles under it, when a search comes to it
  hybrid,    ///< bottom up from half of the levels on, top down below (LAM01)
  lazy       ///< bottom up with inflated boxes, and only once a vertex left the room of its own (MKE03)
};
constexpr std::array tree_updates = {TreeUpdate::rebuild, TreeUpdate::bottom_up, TreeUpdate::top_down,
                                     TreeUpdate::hybrid, TreeUpdate::lazy};

/// Boxes of the triangles of a mesh in a tree cut at medians, with N children a node, which follows the mesh
/// in one of these ways. Triangles keep their corners.
template <int N>
class UpdatedTree {
public:
  /// `inflation`, in m, is that of lazy boxes.
  UpdatedTree(const TriangleMesh& mesh, TreeUpdate update, double inflation);

  /// What is done before searches. The mesh stays where it is until the last of them.
  void follow(const TriangleMesh& mesh);
  /// The triangles whose boxes overlap this one, ascending; what is reached is fitted if it was not.
  std::vector<std::uint32_t> found(const bvh::FloatBox& box);

  std::size_t nodes_met() const { return met_; } ///< by all searches
  std::size_t refits() const { return refits_; } ///< of the whole tree, since it was made

private:
  struct Range {
    std::uint32_t first = 0, last = 0; ///< of order_, the last not included
  };
  void build();
  void find_ranges(std::uint32_t node, int level);
  bvh::FloatBox box_of(Range range) const;
  void refit_all();
  void refit_upper();
  void fit(std::uint32_t node);
  bool left_their_room() const;
  void search(std::uint32_t node, const bvh::FloatBox& box, std::vector<std::uint32_t>& into);

  TreeUpdate update_;
  double inflation_;
  const TriangleMesh* mesh_;
  std::vector<bvh::BoxNode<N>> nodes_;
  std::vector<std::uint32_t> order_;         ///< triangles in the order of leaves
  std::vector<std::array<Range, N>> ranges_; ///< triangles under each child of each node
  std::vector<int> levels_;                  ///< of nodes, the root's is 0
  int height_ = 0;                           ///< the greatest of them
  std::vector<std::uint32_t> fitted_at_;     ///< the step in which a node's boxes were fitted last
  std::uint32_t step_ = 0;
  std::vector<Vec3> fitted_; ///< where vertices lay when lazy boxes were fitted
  std::size_t met_ = 0, refits_ = 0;
};
extern template class UpdatedTree<2>;
extern template class UpdatedTree<4>;
extern template class UpdatedTree<8>;
extern template class UpdatedTree<16>;

} // namespace lamina::papers::t04
