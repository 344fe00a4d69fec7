#include "core/bvh/octree.h"

#include "core/bvh/slabs.h"

#include <algorithm>
#include <cmath>

namespace lamina::bvh {

namespace {

/// Cells are halved no more often than this, however small triangles are.
constexpr int deepest_level = 16;

Box box_of(const Triangle& triangle, std::span<const Vec3> positions) {
  Box box;
  for (const std::uint32_t corner : triangle)
    box.include(positions[corner]);
  return box;
}

bool all_numbers(const Triangle& triangle, std::span<const Vec3> positions) {
  return positions[triangle[0]].allFinite() && positions[triangle[1]].allFinite() &&
         positions[triangle[2]].allFinite();
}

/// From the centre of a cell to that of one of its eight.
Vec3 offset(std::uint32_t which, double quarter) {
  return {which & 1 ? quarter : -quarter, which & 2 ? quarter : -quarter, which & 4 ? quarter : -quarter};
}

} // namespace

void Octree::build(std::span<const Triangle> triangles, std::span<const Vec3> positions, const Box& bounds) {
  triangles_ = triangles;
  positions_ = positions;
  refit(bounds);
}

// Without nodes, which a refit makes anew.
std::unique_ptr<HitTree> Octree::copy_for(std::span<const Triangle> triangles,
                                          std::span<const Vec3> positions) const {
  auto copy = std::make_unique<Octree>();
  copy->triangles_ = triangles;
  copy->positions_ = positions;
  return copy;
}

void Octree::refit(const Box& bounds) {
  nodes_.assign(1, Node{});
  placed_.clear();
  bounds_ = bounds;
  side_ = bounds.empty() ? 0 : bounds.size().maxCoeff();
  for (std::uint32_t t = 0; t < triangles_.size(); ++t)
    if (all_numbers(triangles_[t], positions_))
      place(t, box_of(triangles_[t], positions_));
  sort_entries();
}

void Octree::place(std::uint32_t triangle, const Box& box) {
  const double longest = box.size().maxCoeff();
  int level = 0;
  double cell = side_;
  while (level < deepest_level && 0.5 * cell > longest) {
    cell *= 0.5;
    ++level;
  }
  const double last = static_cast<double>((std::uint32_t{1} << level) - 1);
  std::array<std::uint32_t, 3> low{}, high{};
  for (std::size_t k = 0; k < 3 && level > 0; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    low[k] = static_cast<std::uint32_t>(std::clamp((box.min[axis] - bounds_.min[axis]) / cell, 0.0, last));
    high[k] = static_cast<std::uint32_t>(std::clamp((box.max[axis] - bounds_.min[axis]) / cell, 0.0, last));
  }
  std::array<std::uint32_t, 3> at{};
  for (at[2] = low[2]; at[2] <= high[2]; ++at[2])
    for (at[1] = low[1]; at[1] <= high[1]; ++at[1])
      for (at[0] = low[0]; at[0] <= high[0]; ++at[0])
        placed_.push_back({node_at(at, level), triangle});
}

std::uint32_t Octree::node_at(const std::array<std::uint32_t, 3>& cell, int level) {
  std::uint32_t node = 0;
  for (int bit = level - 1; bit >= 0; --bit) {
    const std::uint32_t which = (cell[0] >> bit & 1) | (cell[1] >> bit & 1) << 1 | (cell[2] >> bit & 1) << 2;
    if (nodes_[node].child[which] == 0) {
      nodes_[node].child[which] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
    }
    node = nodes_[node].child[which];
  }
  return node;
}

/// By counting: entries of one node lie together and in the order of the triangles.
void Octree::sort_entries() {
  for (const Placed& at : placed_)
    ++nodes_[at.node].end;
  std::uint32_t sum = 0;
  for (Node& node : nodes_) {
    const std::uint32_t count = node.end;
    node.end = sum; // for now where its next entry goes
    sum += count;
  }
  entries_.resize(placed_.size());
  for (const Placed& at : placed_)
    entries_[nodes_[at.node].end++] = at.triangle;
}

Hit Octree::first_hit(const Ray& ray) const {
  Hit hit;
  const RayTest test(ray);
  const Slabs slabs(ray);
  const std::uint32_t towards =
      slabs.backwards(0) | (slabs.backwards(1) ? 2u : 0u) | (slabs.backwards(2) ? 4u : 0u);

  struct Visit {
    Vec3 centre;
    double half, enter;
    std::uint32_t node;
  };
  std::array<Visit, 7 * deepest_level + 8> waiting;
  std::size_t count = 0;
  const double margin = slabs.spare(bounds_.min, side_);
  const auto wait_for = [&](std::uint32_t node, const Vec3& centre, double half) {
    const Slabs::Stretch stretch = slabs.within(centre, Vec3::Constant(half + margin));
    if (!stretch.misses() && stretch.leave >= ray.after &&
        stretch.enter <= std::min(hit.distance, ray.before))
      waiting[count++] = {centre, half, stretch.enter, node};
  };
  if (!placed_.empty())
    wait_for(0, bounds_.min + Vec3::Constant(0.5 * side_), 0.5 * side_);

  while (count > 0) {
    const Visit at = waiting[--count];
    if (at.enter > hit.distance)
      continue;
    const Node& node = nodes_[at.node];
    for (std::uint32_t e = at.node == 0 ? 0 : nodes_[at.node - 1].end; e < node.end; ++e) {
      const Triangle& t = triangles_[entries_[e]];
      if (counts(ray, t))
        test.take(positions_[t[0]], positions_[t[1]], positions_[t[2]], entries_[e], hit);
    }
    // The nearest child last, so that it comes first.
    const double quarter = 0.5 * at.half;
    for (std::uint32_t i = 8; i-- > 0;) {
      const std::uint32_t which = i ^ towards;
      if (node.child[which] == 0)
        continue;
      wait_for(node.child[which], at.centre + offset(which, quarter), quarter);
    }
  }
  return hit;
}

void Octree::add_boxes(int level, std::vector<Box>& boxes) const {
  if (!placed_.empty())
    add_boxes_below(0, bounds_.min + Vec3::Constant(0.5 * side_), 0.5 * side_, level, boxes);
}

void Octree::add_boxes_below(std::uint32_t node, const Vec3& centre, double half, int level,
                             std::vector<Box>& boxes) const {
  const auto& children = nodes_[node].child;
  const bool ends = std::all_of(children.begin(), children.end(), [](std::uint32_t c) { return c == 0; });
  if (level == 0 || ends) {
    boxes.push_back({centre.array() - half, centre.array() + half});
    return;
  }
  for (std::uint32_t which = 0; which < 8; ++which)
    if (children[which] != 0)
      add_boxes_below(children[which], centre + offset(which, 0.5 * half), 0.5 * half, level - 1, boxes);
}

} // namespace lamina::bvh
