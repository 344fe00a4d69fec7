#include "tests/papers/t04/updated_tree.h"

#include "core/bvh/median_builder.h"

#include <algorithm>

namespace lamina::papers::t04 {

namespace {

bool overlap(const bvh::FloatBox& a, const bvh::FloatBox& b) {
  for (int k = 0; k < 3; ++k)
    if (a.low[k] > b.high[k] || a.high[k] < b.low[k])
      return false;
  return true;
}

bvh::FloatBox rounded_box(const TriangleMesh& mesh, std::uint32_t triangle, double inflation) {
  Box box;
  for (const std::uint32_t corner : mesh.triangles[triangle])
    box.include(mesh.vertices[corner]);
  const bvh::FloatBox rounded = bvh::rounded_outwards(box);
  return inflation > 0 ? bvh::inflated(rounded, inflation) : rounded;
}

} // namespace

template <int N>
UpdatedTree<N>::UpdatedTree(const TriangleMesh& mesh, TreeUpdate update, double inflation)
    : update_(update), inflation_(update == TreeUpdate::lazy ? inflation : 0), mesh_(&mesh) {
  build();
  refit_all();
}

template <int N>
void UpdatedTree<N>::build() {
  std::vector<bvh::CentredItem> items = bvh::triangle_items(mesh_->triangles, mesh_->vertices);
  nodes_.clear();
  bvh::build_by_median<N>(items, nodes_);
  // Only these two go through triangles under inner nodes.
  if (update_ != TreeUpdate::top_down && update_ != TreeUpdate::hybrid)
    return;
  order_.clear();
  ranges_.assign(nodes_.size(), {});
  levels_.assign(nodes_.size(), 0);
  fitted_at_.assign(nodes_.size(), 0);
  find_ranges(0, 0);
}

template <int N>
void UpdatedTree<N>::find_ranges(std::uint32_t node, int level) {
  levels_[node] = level;
  height_ = std::max(height_, level);
  for (int slot = 0; slot < N; ++slot) {
    const auto first = static_cast<std::uint32_t>(order_.size());
    if (nodes_[node].is_leaf(slot))
      order_.push_back(nodes_[node].item(slot));
    else if (nodes_[node].child[slot] != bvh::BoxNode<N>::nothing)
      find_ranges(nodes_[node].child[slot], level + 1);
    ranges_[node][static_cast<std::size_t>(slot)] = {first, static_cast<std::uint32_t>(order_.size())};
  }
}

template <int N>
bvh::FloatBox UpdatedTree<N>::box_of(Range range) const {
  Box box;
  for (std::uint32_t i = range.first; i < range.last; ++i)
    for (const std::uint32_t corner : mesh_->triangles[order_[i]])
      box.include(mesh_->vertices[corner]);
  return bvh::rounded_outwards(box);
}

template <int N>
void UpdatedTree<N>::refit_all() {
  bvh::refit_nodes<N>(nodes_, [&](std::uint32_t n, int slot) {
    return rounded_box(*mesh_, nodes_[n].item(slot), inflation_);
  });
  ++refits_;
  if (update_ == TreeUpdate::lazy)
    fitted_ = mesh_->vertices;
}

// Nodes of the level at half height take their boxes from triangles, those above from their children.
template <int N>
void UpdatedTree<N>::refit_upper() {
  for (auto n = static_cast<std::uint32_t>(nodes_.size()); n-- > 0;) {
    if (2 * levels_[n] > height_)
      continue;
    fitted_at_[n] = step_;
    for (int slot = 0; slot < N; ++slot) {
      const std::uint32_t child = nodes_[n].child[slot];
      if (child == bvh::BoxNode<N>::nothing)
        continue;
      const bool above = !nodes_[n].is_leaf(slot) && 2 * levels_[child] <= height_;
      nodes_[n].put(slot,
                    above ? nodes_[child].around() : box_of(ranges_[n][static_cast<std::size_t>(slot)]));
    }
  }
}

template <int N>
void UpdatedTree<N>::fit(std::uint32_t node) {
  fitted_at_[node] = step_;
  for (int slot = 0; slot < N; ++slot)
    if (nodes_[node].child[slot] != bvh::BoxNode<N>::nothing)
      nodes_[node].put(slot, box_of(ranges_[node][static_cast<std::size_t>(slot)]));
}

template <int N>
bool UpdatedTree<N>::left_their_room() const {
  for (std::size_t v = 0; v < fitted_.size(); ++v)
    if ((mesh_->vertices[v] - fitted_[v]).cwiseAbs().maxCoeff() > inflation_)
      return true;
  return false;
}

template <int N>
void UpdatedTree<N>::follow(const TriangleMesh& mesh) {
  mesh_ = &mesh;
  ++step_;
  switch (update_) {
  case TreeUpdate::rebuild:
    build();
    refit_all();
    break;
  case TreeUpdate::bottom_up:
    refit_all();
    break;
  case TreeUpdate::top_down:
    break;
  case TreeUpdate::hybrid:
    refit_upper();
    break;
  case TreeUpdate::lazy:
    if (left_their_room())
      refit_all();
    break;
  }
}

template <int N>
void UpdatedTree<N>::search(std::uint32_t node, const bvh::FloatBox& box, std::vector<std::uint32_t>& into) {
  ++met_;
  if (!fitted_at_.empty() && fitted_at_[node] != step_)
    fit(node);
  const std::uint32_t hit = nodes_[node].overlapping(box);
  for (int slot = 0; slot < N; ++slot) {
    if (!(hit >> slot & 1))
      continue;
    if (!nodes_[node].is_leaf(slot))
      search(nodes_[node].child[slot], box, into);
    else if (update_ != TreeUpdate::lazy || overlap(rounded_box(*mesh_, nodes_[node].item(slot), 0), box))
      into.push_back(nodes_[node].item(slot));
  }
}

template <int N>
std::vector<std::uint32_t> UpdatedTree<N>::found(const bvh::FloatBox& box) {
  std::vector<std::uint32_t> triangles;
  search(0, box, triangles);
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

template class UpdatedTree<2>;
template class UpdatedTree<4>;
template class UpdatedTree<8>;
template class UpdatedTree<16>;

} // namespace lamina::papers::t04
