#include "core/picture/ray_scene.h"

#include "core/bvh/median_builder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lamina::picture {

namespace {

/// Halving at the median makes no tree deeper than this, whatever is in it.
constexpr std::size_t most_levels = 32;

bvh::FloatBox local_box(const bvh::TreeFrame& frame, const Box& box) {
  const Vec3 spare = Vec3::Constant(bvh::TreeFrame::spare);
  return bvh::rounded_outwards({frame.local(box.min) - spare, frame.local(box.max) + spare});
}

/// A ray as the tree of a surface wants it.
bvh::Ray brought_to(const SeenSurface& surface, const bvh::Ray& ray, double before) {
  bvh::Ray local = ray;
  local.origin = surface.pose.to_local(ray.origin);
  local.direction = surface.pose.orientation.conjugate() * ray.direction;
  local.before = before;
  local.front_only = false;
  return local;
}

} // namespace

RayScene::RayScene(std::vector<SeenSurface> surfaces) : surfaces_(std::move(surfaces)) {
  Box all;
  std::vector<bvh::CentredItem> items;
  for (std::uint32_t i = 0; i < surfaces_.size(); ++i) {
    const Box& box = surfaces_[i].bounds;
    if (!surfaces_[i].tree || box.empty() || !box.min.allFinite() || !box.max.allFinite())
      continue;
    items.push_back({box.centre(), i});
    all.include(box);
  }
  frame_ = bvh::TreeFrame(all);
  if (frame_.size == 0)
    return;
  bvh::build_by_median<children>(items, nodes_);
  bvh::refit_nodes<children>(nodes_, [this](std::uint32_t node, int slot) {
    return local_box(frame_, surfaces_[nodes_[node].item(slot)].bounds);
  });
}

/// ask(surface) for those whose boxes the ray meets before the distance that it gave last, the nearer boxes
/// of a node first.
template <class Ask>
void RayScene::walk(const bvh::Ray& ray, const Ask& ask) const {
  bvh::FrameRay local;
  if (nodes_.empty() || !local.enter(frame_, ray))
    return;
  using Eight = Eigen::Array<float, children, 1>;
  struct Open {
    float enter;
    std::uint32_t child;
  };
  std::array<Open, most_levels * children> open;
  std::size_t count = 0;
  float farthest = local.farthest;
  open[count++] = {local.nearest, 0};
  while (count > 0) {
    const Open next = open[--count];
    if (next.enter > farthest)
      continue;
    if (next.child & Node::leaf) {
      const double limit = ask(next.child & ~Node::leaf);
      if (limit < ray.before)
        farthest = std::min(farthest, local.end_of(frame_, limit));
      continue;
    }
    const Node& node = nodes_[next.child];
    Eight enter = Eight::Constant(local.nearest), leave = Eight::Constant(farthest);
    for (int k = 0; k < 3; ++k) {
      const bool backwards = local.inverse[k] < 0;
      const Eigen::Map<const Eight> near(backwards ? node.high[k] : node.low[k]),
          far(backwards ? node.low[k] : node.high[k]);
      enter = enter.max((near - local.origin[k]) * local.inverse[k]);
      leave = leave.min((far - local.origin[k]) * local.inverse[k]);
    }
    const std::size_t first = count;
    for (int i = 0; i < children; ++i) {
      if (node.child[i] == Node::nothing || !(enter[i] <= leave[i]))
        continue;
      // The nearer the later.
      std::size_t at = count++;
      for (; at > first && open[at - 1].enter < enter[i]; --at)
        open[at] = open[at - 1];
      open[at] = {enter[i], node.child[i]};
    }
  }
}

SceneHit RayScene::first_hit(const bvh::Ray& ray) const {
  SceneHit best;
  double limit = ray.before;
  walk(ray, [&](std::uint32_t number) {
    const SeenSurface& surface = surfaces_[number];
    bvh::Ray local = brought_to(surface, ray, limit);
    local.front_only = surface.front_only;
    const bvh::Hit hit = surface.tree->first_hit(local);
    if (hit.exists() && (hit.distance < best.hit.distance || number < best.surface)) {
      best = {number, hit};
      limit = hit.distance;
    }
    return limit;
  });
  return best;
}

bool RayScene::blocked(const bvh::Ray& ray) const {
  bool found = false;
  walk(ray, [&](std::uint32_t number) {
    const SeenSurface& surface = surfaces_[number];
    found = found || (surface.throws_shadow && surface.tree->any_hit(brought_to(surface, ray, ray.before)));
    return found ? -std::numeric_limits<double>::infinity() : ray.before;
  });
  return found;
}

} // namespace lamina::picture
