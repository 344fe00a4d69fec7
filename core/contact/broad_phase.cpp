#include "core/contact/broad_phase.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Where a surface can touch others: its bounds, everywhere if its solid reaches to infinity, nowhere if it
/// has no finite bounds.
Box reach(const Surface& surface, double margin) {
  if (!surface.bounds.min.allFinite() || !surface.bounds.max.allFinite())
    return Box{};
  if (surface.winding_at_infinity > 0) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  }
  return {surface.bounds.min.array() - margin, surface.bounds.max.array() + margin};
}

/// The axis along which the bodies' centres vary most.
int axis_of_largest_spread(const std::vector<Box>& boxes) {
  Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
  double count = 0;
  for (const Box& box : boxes) {
    if (!box.min.allFinite())
      continue;
    const Vec3 centre = box.centre();
    sum += centre;
    squares += centre.cwiseProduct(centre);
    ++count;
  }
  if (count == 0)
    return 0;
  int axis = 0;
  (squares / count - (sum / count).cwiseProduct(sum / count)).maxCoeff(&axis);
  return axis;
}

} // namespace

void BroadPhase::find_pairs(std::span<const Surface* const> surfaces,
                            const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide,
                            double margin, std::vector<BodyPair>& pairs) {
  pairs.clear();
  boxes_.resize(surfaces.size());
  for (std::size_t i = 0; i < surfaces.size(); ++i)
    boxes_[i] = reach(*surfaces[i], margin);

  // Between steps bodies move little, so the old order is nearly right and insertion is nearly linear.
  const int axis = axis_of_largest_spread(boxes_);
  const auto starts_before = [&](std::uint32_t a, std::uint32_t b) {
    const double at_a = boxes_[a].min[axis], at_b = boxes_[b].min[axis];
    return at_a != at_b ? at_a < at_b : a < b;
  };
  if (order_.size() != surfaces.size() || axis != axis_) {
    order_.resize(surfaces.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
      order_[i] = static_cast<std::uint32_t>(i);
    std::sort(order_.begin(), order_.end(), starts_before);
    axis_ = axis;
  } else {
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const std::uint32_t moving = order_[i];
      std::size_t hole = i;
      for (; hole > 0 && starts_before(moving, order_[hole - 1]); --hole)
        order_[hole] = order_[hole - 1];
      order_[hole] = moving;
    }
  }

  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Box& box = boxes_[order_[i]];
    for (std::size_t j = i + 1; j < order_.size() && boxes_[order_[j]].min[axis] <= box.max[axis]; ++j) {
      if (!box.overlaps(boxes_[order_[j]]))
        continue;
      const std::uint32_t a = std::min(order_[i], order_[j]), b = std::max(order_[i], order_[j]);
      if (!may_collide || may_collide(a, b))
        pairs.push_back({a, b});
    }
  }
  std::sort(pairs.begin(), pairs.end(), comes_before);
}

} // namespace lamina
