#include "core/body/rotation.h"
#include "core/response/friction_law.h"
#include "core/response/pair_response.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Sums up the Jacobians of the same block from `first` on, and lets blocks ascend.
void merge_blocks(std::size_t first, std::vector<BlockJacobian>& jacobians) {
  const auto begin = jacobians.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, jacobians.end(),
                   [](const BlockJacobian& a, const BlockJacobian& b) { return a.block < b.block; });
  auto end = begin;
  for (auto next = begin; next != jacobians.end(); ++next)
    if (end != begin && (end - 1)->block == next->block)
      (end - 1)->value += next->value;
    else
      *end++ = *next;
  jacobians.erase(end, jacobians.end());
}

} // namespace

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
  samples_.clear();
  sample_jacobians_.clear();
  if (settings_->friction == FrictionLaw::none || rows_.empty())
    return;
  const std::vector<double> now = friction_pressures(v, h, predict);
  if (rigid_)
    friction_matrix_ = rigid_samples_.sum(twist_difference() * local_velocity(v), now, *settings_);
  else
    list_friction(v, now);
}

/// One term a sample, through the Jacobians of the two surface points.
void PairResponse::list_friction(const BlockVector& v, const std::vector<double>& pressures) {
  for (const ContactPixelPair& pixel : contacts_->pixels) {
    if (pixel.weight == 0)
      continue;
    const Vec3 middle = pixel.lower + 0.5 * pixel.length * contacts_->region.axes.col(pixel.axis);
    Range range{static_cast<std::uint32_t>(sample_jacobians_.size()), 0};
    Vec3 relative = Vec3::Zero();
    for (int end = 0; end < 2; ++end) {
      const double sign = end == 0 ? -1 : 1;
      const int side = pixel.body[end];
      const std::size_t first = sample_jacobians_.size();
      bodies_[side]->point_jacobian(pixel.triangle[end], pixel.barycentric[end], middle, sample_jacobians_);
      for (std::size_t j = first; j < sample_jacobians_.size(); ++j) {
        BlockJacobian& jacobian = sample_jacobians_[j];
        jacobian.block += first_block_[side];
        jacobian.value *= sign;
        relative += jacobian.value * v.segment<3>(3 * static_cast<Eigen::Index>(jacobian.block));
      }
    }
    if (self_)
      merge_blocks(range.begin, sample_jacobians_);
    range.end = static_cast<std::uint32_t>(sample_jacobians_.size());
    const Vec3 n = friction_normal(pixel, contacts_->region, settings_->friction);
    const Mat3 tangential = Mat3::Identity() - n * n.transpose();
    const std::array<std::uint32_t, 2> rows = rows_of_pixels_.of(pixel);
    double strength = friction_base(pixel, *settings_, friction_);
    if (settings_->friction == FrictionLaw::coulomb)
      strength *= 0.5 * (pressures[rows[0]] + pressures[rows[1]]) /
                  std::max((tangential * relative).norm(), settings_->slip_speed);
    samples_.push_back({strength * tangential, range});
  }
}

} // namespace lamina
