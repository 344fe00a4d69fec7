#include "core/response/friction/pair_friction.h"

#include "core/response/friction/coulomb.h"
#include "core/response/rows/relative_motion.h"

namespace lamina {

void PairFriction::begin(const ContactRows& rows, const FrictionParameters& parameters, bool summed,
                         ContactTerms& terms) {
  bodies_ = rows.bodies();
  parameters_ = parameters;
  summed_ = summed;
  origin_ = rows.contacts().region.middle();
  matrix_.setZero();
  points_.clear();
  if (none() || rows.empty())
    return;
  if (summed_)
    rigid_.begin(rows.contacts(), origin_, rows.of_cells(), parameters);
  else
    lay_samples(rows, terms);
}

/// One sample a point; they last for the step.
void PairFriction::lay_samples(const ContactRows& rows, ContactTerms& terms) {
  rows.contacts().for_each_friction_point([&](const FrictionPoint& point) {
    // Two ends on one body or sheet do not slide on one another.
    if (point.weight == 0)
      return;
    relative_jacobian(bodies_, point.triangle, point.barycentric, point.body, point.middle, jacobian_);
    terms.add_sample(jacobian_);
    points_.push_back({parameters_.normal(point),
                       parameters_.base(point),
                       {rows.of_cells().of(point.cell[0]), rows.of_cells().of(point.cell[1])}});
  });
}

void PairFriction::weigh(const BlockVector& v, std::span<const double> pressures, ContactTerms& terms) {
  if (summed_)
    matrix_ = rigid_.sum(relative_twist(bodies_, origin_) * rigid_velocity(bodies_, v), pressures);
  else
    weigh_samples(v, pressures, terms);
}

void PairFriction::weigh_samples(const BlockVector& v, std::span<const double> pressures,
                                 ContactTerms& terms) {
  for (std::size_t s = 0; s < points_.size(); ++s) {
    const auto& [normal, base, rows] = points_[s];
    const Mat3 tangential = Mat3::Identity() - normal * normal.transpose();
    double strength = base;
    if (parameters_.limited())
      strength *=
          coulomb_viscosity(0.5 * (pressures[rows[0]] + pressures[rows[1]]),
                            (tangential * terms.sample_velocity(s, v)).norm(), parameters_.slip_speed);
    terms.set_weight(s, strength * tangential);
  }
}

DenseTerm PairFriction::with_rows(const Eigen::Matrix<double, 12, 12>& rows, double h) const {
  const Eigen::Matrix<double, 6, 12> difference = relative_twist(bodies_, origin_);
  const Eigen::Matrix<double, 6, 12> weighted = (h * matrix_).lazyProduct(difference);
  return {bodies_.rigid_blocks(), rows + difference.transpose().lazyProduct(weighted)};
}

void PairFriction::add_forces(const BlockVector& v, const ContactTerms& terms, PairOutcome& outcome) const {
  if (summed_) {
    const Twist wrench = matrix_ * (relative_twist(bodies_, origin_) * rigid_velocity(bodies_, v));
    for (int side = 0; side < 2; ++side) {
      const Vec3 force = (side == 0 ? 1.0 : -1.0) * wrench.head<3>();
      const Vec3 torque = (side == 0 ? 1.0 : -1.0) * wrench.tail<3>();
      outcome.force[side] += force;
      outcome.torque[side] += torque + (origin_ - *bodies_.body[side]->twist_centre()).cross(force);
    }
    return;
  }
  for (std::size_t sample = 0; sample < points_.size(); ++sample)
    terms.for_each_force(sample, v, [this, &outcome](std::uint32_t block, const Vec3& force) {
      outcome.add(bodies_, block, force);
    });
}

} // namespace lamina
