#include "core/bvh/box_tree.h"

#include "core/bvh/median_builder.h"
#include "core/bvh/sah_builder.h"
#include "core/bvh/simd/walk_boxes.h"

#include <cmath>

namespace lamina::bvh {

void BoxTree::build(std::span<const Triangle> triangles, std::span<const Vec3> positions, const Box& bounds) {
  triangles_ = triangles;
  positions_ = positions;
  if (cutting_ == Cutting::by_area) {
    build_by_area(triangles, positions, nodes_);
  } else {
    nodes_.clear();
    std::vector<CentredItem> items = triangle_items(triangles, positions);
    build_by_median<children>(items, nodes_);
  }
  local_.assign(positions.size(), FramePosition{});
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
      local_[v][static_cast<std::size_t>(k)] = std::abs(local[k]) <= 2 ? static_cast<float>(local[k]) : 0;
  }
  fit_boxes(triangles_, local_, nodes_);
}

Hit BoxTree::first_hit(const Ray& ray) const {
  return walk_boxes({nodes_, triangles_, positions_, frame_}, ray);
}

bool BoxTree::any_hit(const Ray& ray) const {
  return meets_any({nodes_, triangles_, positions_, frame_}, ray);
}

std::unique_ptr<HitTree> BoxTree::copy_for(std::span<const Triangle> triangles,
                                           std::span<const Vec3> positions) const {
  auto copy = std::make_unique<BoxTree>(*this);
  copy->triangles_ = triangles;
  copy->positions_ = positions;
  return copy;
}

void BoxTree::add_boxes(int level, std::vector<Box>& boxes) const {
  if (frame_.size == 0)
    return;
  if (level == 0) {
    boxes.push_back({frame_.centre - frame_.half, frame_.centre + frame_.half});
    return;
  }
  const auto add = [&](const FloatBox& box) {
    const Box local = in_double(box);
    boxes.push_back({frame_.world(local.min), frame_.world(local.max)});
  };
  visit_boxes<children>(nodes_, 0, level, add, [&add](std::uint32_t, int, const FloatBox& box) { add(box); });
}

} // namespace lamina::bvh
