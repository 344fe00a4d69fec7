#include "core/base/merge_by_key.h"
#include "core/body/rotation.h"
#include "core/response/friction_law.h"
#include "core/response/pair_response.h"

#include <algorithm>
#include <cmath>

namespace lamina {

std::array<std::uint32_t, 4> PairResponse::rigid_blocks() const {
  return {first_block_[0], first_block_[0] + 1, first_block_[1], first_block_[1] + 1};
}

Eigen::Matrix<double, 12, 1> PairResponse::local_velocity(const BlockVector& v) const {
  Eigen::Matrix<double, 12, 1> local;
  const auto blocks = rigid_blocks();
  for (int k = 0; k < 4; ++k)
    local.segment<3>(3 * k) = v.segment<3>(3 * static_cast<Eigen::Index>(blocks[k]));
  return local;
}

/// Twist of b minus twist of a, both taken at friction_origin_, from the velocities of the four blocks.
Eigen::Matrix<double, 6, 12> PairResponse::twist_difference() const {
  Eigen::Matrix<double, 6, 12> difference = Eigen::Matrix<double, 6, 12>::Zero();
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1 : 1;
    difference.block<3, 3>(0, 6 * side) = sign * Mat3::Identity();
    difference.block<3, 3>(0, 6 * side + 3) =
        -sign * cross_matrix(friction_origin_ - *bodies_[side]->twist_centre());
    difference.block<3, 3>(3, 6 * side + 3) = sign * Mat3::Identity();
  }
  return difference;
}

void PairResponse::set_friction(const BlockVector& v, double h, bool predict) {
  friction_matrix_.setZero();
  if (settings_->friction.law == FrictionLaw::none || rows_.empty())
    return;
  find_friction_pressures(v, h, predict);
  if (rigid_)
    friction_matrix_ =
        rigid_samples_.sum(twist_difference() * local_velocity(v), friction_pressures_, *settings_);
  else
    weigh_samples(v);
}

/// One sample a place, through the Jacobians of the two surface points; they last for the step.
void PairResponse::lay_samples() {
  each_rubbing_place(*contacts_, rows_of_pixels_, *settings_, friction_, [this](const RubbingPlace& place) {
    jacobian_.clear();
    for (int end = 0; end < 2; ++end) {
      const int side = place.body[end];
      const std::size_t first = jacobian_.size();
      bodies_[side]->point_jacobian(place.triangle[end], place.barycentric[end], place.middle, jacobian_);
      for (std::size_t j = first; j < jacobian_.size(); ++j) {
        jacobian_[j].block += first_block_[side];
        if (end == 0)
          jacobian_[j].value *= -1;
      }
    }
    if (self_)
      merge_by_key(jacobian_, 0, &BlockJacobian::block, &BlockJacobian::value);
    terms_.add_sample(jacobian_);
    samples_.push_back({place.normal, place.base, place.rows});
  });
}

void PairResponse::weigh_samples(const BlockVector& v) {
  for (std::size_t s = 0; s < samples_.size(); ++s) {
    const auto& [normal, base, rows] = samples_[s];
    const Mat3 tangential = Mat3::Identity() - normal * normal.transpose();
    double strength = base;
    if (settings_->friction.law == FrictionLaw::coulomb)
      strength *=
          0.5 * (friction_pressures_[rows[0]] + friction_pressures_[rows[1]]) /
          std::max((tangential * terms_.sample_velocity(s, v)).norm(), settings_->friction.slip_speed);
    terms_.set_weight(s, strength * tangential);
  }
}

} // namespace lamina
