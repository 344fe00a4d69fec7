#include "core/bvh/tree_frame.h"

#include "core/bvh/slabs.h"

#include <algorithm>
#include <cmath>

namespace lamina::bvh {

TreeFrame::TreeFrame(const Box& all) {
  if (all.empty())
    return;
  centre = all.centre();
  half = 0.5 * all.size();
  size = half.maxCoeff();
  per_size = 1 / size;
  // What is smaller than numbers can tell is one place.
  if (!std::isfinite(per_size))
    size = per_size = 0;
}

namespace {

/// Of 1 over a direction. Along the axis such a ray stays far below what boxes are larger by.
constexpr double steepest = 1e18;

} // namespace

bool FrameRay::enter(const TreeFrame& frame, const Ray& ray) {
  constexpr double spare = TreeFrame::spare;
  if (frame.size == 0)
    return false;
  const Slabs slabs(ray);
  const Slabs::Stretch stretch = slabs.within(frame.centre, frame.half.array() + spare * frame.size);
  if (stretch.misses() || stretch.leave < ray.after || stretch.enter > ray.before)
    return false;
  start = std::max(0.0, stretch.enter);
  const Vec3 from = frame.local(ray.origin + start * ray.direction);
  for (int k = 0; k < 3; ++k) {
    origin[k] = static_cast<float>(from[k]);
    direction[k] = static_cast<float>(ray.direction[k]);
    inverse[k] = static_cast<float>(std::clamp(slabs.inverse()[k], -steepest, steepest));
  }
  nearest = static_cast<float>(std::max(0.0, (ray.after - start) * frame.per_size - 2 * spare));
  farthest = static_cast<float>((std::min(stretch.leave, ray.before) - start) * frame.per_size + 2 * spare);
  return true;
}

} // namespace lamina::bvh
