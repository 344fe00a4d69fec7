#include "core/drag/drag_spring.h"

#include <algorithm>
#include <numbers>

namespace lamina {

namespace {

/// ω, rad/s.
double rate_of(const DragSpring& drag) {
  return 2 * std::numbers::pi * drag.frequency;
}

} // namespace

void add_drag(const DragSpring& drag, double h, BlockSystem& system, BlockVector& right_hand_side) {
  const double rate = rate_of(drag);
  const double spring = drag.mass * rate * rate, damper = 2 * drag.mass * rate;

  // A target out of reach pulls with the greatest force, not with a longer spring.
  Vec3 reach = drag.target - drag.point;
  const double limit = drag.force_cap / spring;
  if (reach.norm() > limit)
    reach *= limit / reach.norm();

  const std::uint32_t first = system.first_block(drag.body);
  std::vector<BlockJacobian> global = drag.jacobian;
  for (BlockJacobian& jacobian : global) {
    jacobian.block += first;
    right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(jacobian.block)) +=
        h * spring * jacobian.value.transpose() * reach;
  }
  system.add_sample((h * h * spring + h * damper) * Mat3::Identity(), global);

  // The spin is damped too, or a body hung up by one point would swing on like a pendulum; a body that is
  // being turned has a critically damped spring of the same frequency.
  if (drag.inertia.isZero())
    return;
  const double weight = drag.turn ? h * h * rate * rate + 2 * h * rate : h * rate;
  const BlockJacobian spin{first + 1, Mat3::Identity()};
  system.add_sample(weight * drag.inertia, {&spin, 1});
  if (drag.turn)
    right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(first + 1)) +=
        h * rate * rate * (drag.inertia * *drag.turn);
}

double speed_gain(const DragSpring& drag, double h) {
  const double rate = rate_of(drag), damped = 1 + h * rate;
  const double pull = std::min(drag.force_cap / drag.mass, rate * rate * (drag.target - drag.point).norm());
  return h * pull / (damped * damped);
}

double drag_force(const DragSpring& drag, double h, const BlockSystem& system, const BlockVector& v) {
  Vec3 velocity = Vec3::Zero();
  for (const BlockJacobian& jacobian : drag.jacobian)
    velocity += jacobian.value * v.segment<3>(system.offset(drag.body) + 3 * jacobian.block);
  const double rate = rate_of(drag);
  const Vec3 reach = drag.target - drag.point - h * velocity;
  return std::min(drag.force_cap, drag.mass * rate * (rate * reach - 2 * velocity).norm());
}

} // namespace lamina
