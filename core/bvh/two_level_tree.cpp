#include "core/bvh/two_level_tree.h"

#include "core/bvh/median_builder.h"
#include "core/bvh/proximity_search.h"

#include <cmath>
#include <utility>

namespace lamina::bvh {

namespace {

/// Where a vertex is and was; what is no number is passed over.
void include_numbers(Box& box, std::uint32_t vertex, const Positions& positions) {
  const auto include = [&box](const Vec3& p) {
    for (int k = 0; k < 3; ++k) {
      box.min[k] = p[k] < box.min[k] ? p[k] : box.min[k];
      box.max[k] = p[k] > box.max[k] ? p[k] : box.max[k];
    }
  };
  include(positions.now[vertex]);
  if (!positions.before.empty())
    include(positions.before[vertex]);
}

/// The boxes of a group's vertices, four numbers each so that they are compared side by side.
class VertexBoxes {
public:
  VertexBoxes(std::span<const std::uint32_t> vertices, const Positions& positions) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      boxes_[i] = around(positions.now[vertices[i]]);
      if (!positions.before.empty())
        boxes_[i] = around(boxes_[i], around(positions.before[vertices[i]]));
    }
  }

  FloatBox around_all(const std::array<std::uint8_t, 3>& corners) const {
    const Padded box = around(around(boxes_[corners[0]], boxes_[corners[1]]), boxes_[corners[2]]);
    return {{box.low[0], box.low[1], box.low[2]}, {box.high[0], box.high[1], box.high[2]}};
  }

private:
  struct alignas(16) Padded {
    float low[4], high[4];
  };

  /// Rounded outwards (see round_down); a component that is no number has an empty side.
  static Padded around(const Vec3& place) {
    const double p[4] = {place[0], place[1], place[2], 0};
    Padded box;
    for (int k = 0; k < 4; ++k) {
      float f = static_cast<float>(p[k]);
      f = f > float_end ? float_end : f;
      f = f < -float_end ? -float_end : f;
      const float spare = std::abs(f) * rounding_share + std::numeric_limits<float>::min();
      box.low[k] = f == f ? f - spare : float_end;
      box.high[k] = f == f ? f + spare : -float_end;
    }
    return box;
  }
  static Padded around(const Padded& p, const Padded& q) {
    Padded box;
    for (int k = 0; k < 4; ++k) {
      box.low[k] = std::min(p.low[k], q.low[k]);
      box.high[k] = std::max(p.high[k], q.high[k]);
    }
    return box;
  }

  Padded boxes_[Meshlets::most_vertices];
};

template <int N>
class Tree final : public TwoLevelTree {
public:
  Tree(const std::vector<Triangle>& triangles, std::span<const Vec3> positions,
       std::shared_ptr<const Meshlets> groups, bool cones);

  std::size_t groups() const override { return groups_->size(); }
  void move_to(const Positions& positions, std::span<const TrianglePrism> prisms) override {
    positions_ = positions;
    prisms_ = prisms;
    fitted_.assign(groups_->size(), 0);
  }
  void refit_group(std::uint32_t group, std::span<const NormalCone> vertex_cones) override;
  void refit_top(std::span<const Ball> balls) override;
  void refit_top_from_groups() override;
  void find_groups(const TwoLevelTree& other, double margin, std::vector<IndexPair>& open,
                   std::vector<IndexPair>& found) const override;
  bool group_reaches(std::uint32_t group, const TwoLevelTree& other, std::uint32_t of_other,
                     const Margins& margins) const override;
  void find_triangles(const TwoLevelTree& other, const IndexPair& groups, const Margins& margins,
                      double apart, std::vector<IndexPair>& open,
                      std::vector<IndexPair>& found) const override;

  void add_boxes(int level, std::vector<Box>& boxes) const override;

  void fetch_ahead(std::uint32_t group) const override {
    for (std::uint32_t n = first_[group]; n < first_[group + 1]; ++n)
      for (std::size_t byte = 0; byte < sizeof(BoxNode<N>); byte += 64)
        __builtin_prefetch(reinterpret_cast<const char*>(&nodes_[n]) + byte);
  }

private:
  using Node = BoxNode<N>;
  void number_corners();
  void fit_top();
  void fit_cones(std::uint32_t group, std::span<const NormalCone> vertex_cones);
  bool has_triangles(std::uint32_t group) const { return first_[group] < first_[group + 1]; }
  std::span<const Node> nodes_of(std::uint32_t group) const {
    return std::span(nodes_).subspan(first_[group], first_[group + 1] - first_[group]);
  }
  std::span<Node> nodes_of(std::uint32_t group) {
    return std::span(nodes_).subspan(first_[group], first_[group + 1] - first_[group]);
  }
  Subtree<N> top() const { return {top_.data()}; }
  /// Slots and children are counted from the first node of the group.
  Subtree<N> group(std::uint32_t group) const {
    return {nodes_.data() + first_[group],
            cones_.empty() ? nullptr : cones_.data() + std::size_t{N} * first_[group], triangles_,
            &positions_, prisms_};
  }

  const std::vector<Triangle>* triangles_;
  Positions positions_;
  std::span<const TrianglePrism> prisms_;
  std::shared_ptr<const Meshlets> groups_;
  std::vector<Node> top_, nodes_;
  std::vector<std::uint32_t> first_; ///< node of each group, and one past the last; children count from it
  std::vector<std::array<std::uint8_t, 3>>
      corners_;                      ///< by slot of nodes_: of leaves, among the group's vertices
  std::vector<NormalCone> cones_;    ///< by slot of nodes_; only of what may touch itself
  std::vector<FloatBox> boxes_;      ///< of groups
  std::vector<std::uint8_t> fitted_; ///< groups refitted since the last move_to()
};

template <int N>
Tree<N>::Tree(const std::vector<Triangle>& triangles, std::span<const Vec3> positions,
              std::shared_ptr<const Meshlets> groups, bool cones)
    : triangles_(&triangles), groups_(std::move(groups)) {
  const std::vector<CentredItem> triangle = triangle_items(triangles, positions);
  std::vector<CentredItem> items, groups_as_items;
  std::vector<Node> own;
  for (std::uint32_t g = 0; g < groups_->size(); ++g) {
    items.clear();
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t t : groups_->triangles(g)) {
      items.push_back(triangle[t]);
      sum += triangle[t].centre;
    }
    const Vec3 centre = sum / std::max<double>(1, static_cast<double>(items.size()));
    groups_as_items.push_back({centre.allFinite() ? centre : Vec3(Vec3::Zero()), g});
    first_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    own.clear();
    build_by_median<N>(items, own);
    nodes_.insert(nodes_.end(), own.begin(), own.end());
  }
  first_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  build_by_median<N>(groups_as_items, top_);
  boxes_.assign(groups_->size(), rounded_outwards(Box{}));
  if (cones)
    cones_.resize(N * nodes_.size());
  number_corners();
}

template <int N>
void Tree<N>::number_corners() {
  corners_.resize(N * nodes_.size());
  std::vector<std::uint32_t> at(triangles_->size()); // within its group
  for (std::uint32_t g = 0; g < groups_->size(); ++g) {
    const auto members = groups_->triangles(g);
    for (std::uint32_t i = 0; i < members.size(); ++i)
      at[members[i]] = i;
    for (std::uint32_t n = first_[g]; n < first_[g + 1]; ++n)
      for (int slot = 0; slot < N; ++slot) {
        for (std::size_t k = 0; k < 3 && nodes_[n].is_leaf(slot); ++k)
          corners_[slot_of(n, slot, N)][k] = groups_->corners(g, k)[at[nodes_[n].item(slot)]];
      }
  }
}

template <int N>
void Tree<N>::refit_group(std::uint32_t group, std::span<const NormalCone> vertex_cones) {
  const std::span<Node> nodes = nodes_of(group);
  const VertexBoxes vertices(groups_->vertices(group), positions_);
  const auto* corners = corners_.data() + std::size_t{N} * first_[group];
  refit_nodes<N>(nodes, [&](std::uint32_t node, int slot) {
    return vertices.around_all(corners[slot_of(node, slot, N)]);
  });
  if (!cones_.empty())
    fit_cones(group, vertex_cones);
  if (!nodes.empty())
    boxes_[group] = nodes[0].around();
  fitted_[group] = 1;
}

template <int N>
void Tree<N>::fit_cones(std::uint32_t group, std::span<const NormalCone> vertex_cones) {
  const std::span<const Node> nodes = nodes_of(group);
  NormalCone* cones = cones_.data() + std::size_t{N} * first_[group];
  for (auto n = static_cast<std::uint32_t>(nodes.size()); n-- > 0;)
    for (int slot = 0; slot < N; ++slot) {
      NormalCone& cone = cones[slot_of(n, slot, N)];
      if (nodes[n].is_leaf(slot)) {
        const auto [i, j, k] = (*triangles_)[nodes[n].item(slot)];
        const std::array<NormalCone, 3> corners{vertex_cones[i], vertex_cones[j], vertex_cones[k]};
        cone = cone_around(std::span<const NormalCone>(corners));
      } else if (nodes[n].child[slot] != Node::nothing) {
        cone = cone_around(std::span<const NormalCone>(cones + slot_of(nodes[n].child[slot], 0, N), N));
      }
    }
}

template <int N>
void Tree<N>::fit_top() {
  refit_nodes<N>(top_, [&](std::uint32_t node, int slot) { return boxes_[top_[node].item(slot)]; });
}

template <int N>
void Tree<N>::refit_top_from_groups() {
  fit_top();
}

template <int N>
void Tree<N>::refit_top(std::span<const Ball> balls) {
  const bool by_ball = balls.size() == groups_->size() && positions_.before.empty();
  for (std::size_t g = 0; g < groups_->size(); ++g) {
    Box box;
    if (by_ball && balls[g].centre.allFinite() && std::isfinite(balls[g].radius)) {
      box = {balls[g].centre.array() - balls[g].radius, balls[g].centre.array() + balls[g].radius};
    } else {
      for (const std::uint32_t vertex : groups_->vertices(g))
        include_numbers(box, vertex, positions_);
    }
    boxes_[g] = rounded_outwards(box);
  }
  fit_top();
}

template <int N>
void Tree<N>::add_boxes(int level, std::vector<Box>& boxes) const {
  if (top_.empty())
    return;
  const auto add = [&boxes](const FloatBox& box) { boxes.push_back(in_double(box)); };
  if (level == 0) {
    add(top_[0].around());
    return;
  }
  const auto add_triangle = [&add](std::uint32_t, int, const FloatBox& box) { add(box); };
  visit_boxes<N>(top_, 0, level, add, [&](std::uint32_t group, int splits, const FloatBox& box) {
    if (splits > 0 && fitted_[group] && has_triangles(group))
      visit_boxes<N>(nodes_of(group), 0, splits, add, add_triangle);
    else
      add(box);
  });
}

template <int N>
void Tree<N>::find_groups(const TwoLevelTree& other, double margin, std::vector<IndexPair>& open,
                          std::vector<IndexPair>& found) const {
  const auto& b = static_cast<const Tree<N>&>(other);
  if (top_.empty() || b.top_.empty())
    return;
  if (this == &other)
    Search<N>(top(), top(), {margin, margin}, {}, open, found).itself(0, true);
  else
    Search<N>(top(), b.top(), {margin, margin}, {}, open, found).nodes(0, 0);
}

template <int N>
bool Tree<N>::group_reaches(std::uint32_t group, const TwoLevelTree& other, std::uint32_t of_other,
                            const Margins& margins) const {
  const auto& b = static_cast<const Tree<N>&>(other);
  return has_triangles(group) && b.has_triangles(of_other) &&
         Reaching<N>(boxes_[group], b.group(of_other), margins).node(0);
}

template <int N>
void Tree<N>::find_triangles(const TwoLevelTree& other, const IndexPair& groups, const Margins& margins,
                             double apart, std::vector<IndexPair>& open,
                             std::vector<IndexPair>& found) const {
  const auto& b = static_cast<const Tree<N>&>(other);
  if (!has_triangles(groups[0]) || !b.has_triangles(groups[1]))
    return;
  const Subtree<N> of_a = group(groups[0]), of_b = b.group(groups[1]);
  const bool look_at_cones = this == &other && !cones_.empty();
  Search<N> search(of_a, of_b, margins, look_at_cones ? std::optional(apart) : std::nullopt, open, found);
  if (this == &other && groups[0] == groups[1])
    search.itself(0, false);
  else
    search.nodes(0, 0);
}

} // namespace

std::unique_ptr<TwoLevelTree> TwoLevelTree::make(int children, const std::vector<Triangle>& triangles,
                                                 std::span<const Vec3> positions,
                                                 std::shared_ptr<const Meshlets> groups, bool cones) {
  switch (children) {
  case 2:
    return std::make_unique<Tree<2>>(triangles, positions, std::move(groups), cones);
  case 4:
    return std::make_unique<Tree<4>>(triangles, positions, std::move(groups), cones);
  default:
    return std::make_unique<Tree<8>>(triangles, positions, std::move(groups), cones);
  }
}

} // namespace lamina::bvh
