#include "core/contact/raytraced/box_tree.h"

#include "core/contact/raytraced/box_builder.h"
#include "core/contact/raytraced/simd/walk_boxes.h"

#include <cmath>

namespace lamina::raytraced {

void BoxTree::build(std::span<const Triangle> triangles, std::span<const Vec3> positions, const Box& bounds) {
  triangles_ = triangles;
  positions_ = positions;
  build_boxes(triangles, positions, nodes_);
  places_.assign(positions.size(), FramePosition{});
  refit(bounds);
}

void BoxTree::refit(const Box& bounds) {
  frame_ = TreeFrame(bounds);
  if (frame_.size == 0)
    return;
  for (std::size_t v = 0; v < positions_.size(); ++v) {
    const Vec3 local = frame_.local(positions_[v]);
    // What has a corner outside is never hit, be its box where it may; rounding puts no corner so far out.
    for (int k = 0; k < 3; ++k)
      places_[v][static_cast<std::size_t>(k)] = std::abs(local[k]) <= 2 ? static_cast<float>(local[k]) : 0;
  }
  fit_boxes(triangles_, places_, nodes_);
}

Hit BoxTree::first_hit(const Ray& ray) const {
  return walk_boxes({nodes_, triangles_, positions_, frame_}, ray);
}

void BoxTree::add_boxes(int level, std::vector<Box>& boxes) const {
  if (frame_.size == 0)
    return;
  if (level == 0)
    boxes.push_back({frame_.centre - frame_.half, frame_.centre + frame_.half});
  else
    add_boxes_below(0, level, boxes);
}

void BoxTree::add_boxes_below(std::uint32_t node, int level, std::vector<Box>& boxes) const {
  for (int slot = 0; slot < children; ++slot) {
    const std::uint32_t child = nodes_[node].child[slot];
    if (child == Node::nothing)
      continue;
    if (level > 1 && !(child & Node::leaf)) {
      add_boxes_below(child, level - 1, boxes);
      continue;
    }
    const Box local = bvh::in_double(nodes_[node].get(slot));
    boxes.push_back({frame_.world(local.min), frame_.world(local.max)});
  }
}

} // namespace lamina::raytraced
