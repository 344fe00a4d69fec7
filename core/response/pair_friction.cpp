#include "core/body/rotation.h"
#include "core/response/pair_response.h"

#include <algorithm>
#include <cmath>

namespace lamina {

// Friction of a pair: per contact pixel pair of different bodies f = −W (v_up − v_low), with W from the
// friction law (F08 section 3.3 for `axis`, otherwise our own area-weighted form, design section 5).

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

double PairResponse::pixel_pressure(const ContactPixelPair& pixel,
                                    const std::vector<double>& pressures) const {
  if (row_of_cell_.empty())
    return pressures.empty() ? 0 : pressures[0];
  double sum = 0;
  for (const std::uint16_t cell : pixel.cell)
    if (cell < row_of_cell_.size() && row_of_cell_[cell] >= 0)
      sum += pressures[row_of_cell_[cell]];
  return 0.5 * sum;
}

/// Direction along which a pixel pair feels no friction: its normal, or F08's view axis.
Vec3 PairResponse::friction_normal(const ContactPixelPair& pixel) const {
  return settings_->friction == FrictionLaw::axis ? Vec3(contacts_->region.axes.col(pixel.axis))
                                                  : pixel.normal;
}

/// s of the weight W = s (I − nnᵀ), N·s/m.
double PairResponse::friction_strength(const ContactPixelPair& pixel, double speed, double pressure) const {
  if (settings_->friction == FrictionLaw::axis)
    return settings_->viscosity * pixel.area;
  if (settings_->friction == FrictionLaw::viscous)
    return settings_->viscosity * pixel.weight;
  // Regularised Coulomb: below the slip speed the force grows in proportion to the speed.
  return friction_ * pressure / std::max(speed, settings_->slip_speed) * pixel.weight;
}

void PairResponse::set_friction(const BlockVector& v, double h, bool predict) {
  friction_matrix_.setZero();
  samples_.clear();
  sample_jacobians_.clear();
  if (settings_->friction == FrictionLaw::none || rows_.empty())
    return;
  const std::vector<double> now = friction_pressures(v, h, predict);
  if (rigid_)
    sum_friction(v, now);
  else
    list_friction(v, now);
}

/// Σ s JᵀJ − s u uᵀ over the samples: J = [I, −[r]×] takes the twist at the origin to the middle of the pixel
/// pair, and u = Jᵀn = (n, r × n). Taking both forces at the middle keeps them on one line, so angular
/// momentum is conserved.
void PairResponse::sum_friction(const BlockVector& v, const std::vector<double>& pressures) {
  const Eigen::Matrix<double, 6, 1> twist = twist_difference() * local_velocity(v);
  const Vec3 linear = twist.head<3>(), angular = twist.tail<3>();
  double sum = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  Eigen::Matrix<double, 6, 6> normal_part = Eigen::Matrix<double, 6, 6>::Zero();
  for (const ContactPixelPair& pixel : contacts_->pixels) {
    if (pixel.weight == 0)
      continue;
    const Vec3 r =
        pixel.lower + 0.5 * pixel.length * contacts_->region.axes.col(pixel.axis) - friction_origin_;
    const Vec3 n = friction_normal(pixel);
    Eigen::Matrix<double, 6, 1> u;
    u << n, r.cross(n);
    const Vec3 velocity = linear + angular.cross(r);
    const double along = u.dot(twist);
    const double speed = std::sqrt(std::max(0.0, velocity.squaredNorm() - along * along));
    const double s = friction_strength(pixel, speed, pixel_pressure(pixel, pressures));
    sum += s;
    first += s * r;
    second.noalias() += (s * r) * r.transpose();
    normal_part.noalias() += (s * u) * u.transpose();
  }
  friction_matrix_.topLeftCorner<3, 3>() = sum * Mat3::Identity();
  friction_matrix_.topRightCorner<3, 3>() = -cross_matrix(first);
  friction_matrix_.bottomLeftCorner<3, 3>() = cross_matrix(first);
  friction_matrix_.bottomRightCorner<3, 3>() = second.trace() * Mat3::Identity() - second;
  friction_matrix_ -= normal_part;
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
    range.end = static_cast<std::uint32_t>(sample_jacobians_.size());
    const Vec3 n = friction_normal(pixel);
    const Mat3 tangential = Mat3::Identity() - n * n.transpose();
    const double speed = (tangential * relative).norm();
    samples_.push_back(
        {friction_strength(pixel, speed, pixel_pressure(pixel, pressures)) * tangential, range});
  }
}

} // namespace lamina
