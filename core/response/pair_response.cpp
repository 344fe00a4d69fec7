#include "core/response/pair_response.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// c of p = c (φ + …) for one contact under the law in force, between bodies or within one.
double law_coefficient(const Contact& contact, bool self, const Settings& settings,
                       const Stiffness& stiffness) {
  const double factor = self ? settings.response.self_stiffness : 1;
  const bool of_volume = contact.kind == MeasureKind::volume;
  if (of_volume &&
      (self ? settings.response.self_law == SelfLaw::f08 : settings.response.law == ContactLaw::f08))
    return factor * stiffness.per_volume;
  return contact.area > 0 ? factor * stiffness.per_depth / contact.area : 0;
}

} // namespace

void PairResponse::begin(const PairContacts& contacts, std::array<const Body*, 2> bodies,
                         std::array<std::uint32_t, 2> first_block, const Settings& settings,
                         const Stiffness& stiffness, double friction, bool force_samples) {
  contacts_ = &contacts;
  bodies_ = bodies;
  first_block_ = first_block;
  settings_ = &settings;
  friction_ = friction;
  self_ = contacts.body[0] == contacts.body[1];
  rigid_ = !force_samples && !self_ && bodies[0]->twist_centre() && bodies[1]->twist_centre();
  rows_.clear();
  entries_.clear();
  rows_of_pixels_.clear();
  samples_.clear();
  terms_.clear();

  for (const Contact& contact : contacts.contacts) {
    Row row;
    row.coefficient = contact.weight * law_coefficient(contact, self_, settings, stiffness);
    const double spread = contact.spread();
    row.measure = spread * contact.measure;
    if (std::isfinite(contact.depth_limit))
      row.measure = std::min(row.measure, contact.depth_limit * contact.area);

    row.entries.begin = static_cast<std::uint32_t>(entries_.size());
    if (contacts.rigid.empty())
      add_vertex_gradient(contact);
    else
      add_rigid_gradient(contacts.rigid[rows_.size()]);
    for (std::uint32_t e = row.entries.begin; spread != 1 && e < entries_.size(); ++e)
      entries_[e].value *= spread;
    row.entries.end = static_cast<std::uint32_t>(entries_.size());

    rows_of_pixels_.add(contact.cell);
    rows_.push_back(row);
  }
  friction_origin_ = contacts.region.middle();
  friction_matrix_.setZero();
  rows_summed_ = false;
  if (!rigid_)
    for (const Row& row : rows_)
      terms_.add_row({entries_.data() + row.entries.begin, row.entries.size()});
  if (settings.friction.law == FrictionLaw::none || rows_.empty())
    return;
  if (rigid_)
    rigid_samples_.begin(contacts, friction_origin_, rows_of_pixels_, settings, friction);
  else
    lay_samples();
}

/// Jᵀ of the gradient on either body.
void PairResponse::add_vertex_gradient(const Contact& contact) {
  for (std::size_t side = 0; side < (self_ ? 1u : 2u); ++side) {
    const std::size_t first = entries_.size();
    const Range& range = contact.gradient[side];
    bodies_[side]->transpose({contacts_->gradient.data() + range.begin, range.size()}, entries_);
    for (std::size_t e = first; e < entries_.size(); ++e)
      entries_[e].block += first_block_[side];
  }
}

void PairResponse::add_rigid_gradient(const RigidGradient& gradient) {
  for (std::size_t side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const Vec3 arm = contacts_->region.middle() - *bodies_[side]->twist_centre();
    entries_.push_back({first_block_[side], sign * gradient.linear});
    entries_.push_back({first_block_[side] + 1, sign * (gradient.angular + arm.cross(gradient.linear))});
  }
}

double PairResponse::row_velocity(const Row& row, const BlockVector& v) const {
  double rate = 0;
  for (std::uint32_t e = row.entries.begin; e < row.entries.end; ++e)
    rate += entries_[e].value.dot(v.segment<3>(3 * static_cast<Eigen::Index>(entries_[e].block)));
  return rate;
}

double PairResponse::pressure(const Row& row, const BlockVector& v, double h) const {
  if (row.dropped)
    return 0;
  return row.coefficient * (row.measure + (h + settings_->response.dissipation) * row_velocity(row, v));
}

void PairResponse::find_friction_pressures(const BlockVector& v, double h, bool predict) {
  std::vector<double>& result = friction_pressures_;
  result.clear();
  double net = 0, pushing = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double p = predict ? pressure(rows_[i], v, h) : rows_[i].coefficient * rows_[i].measure;
    const double area = contacts_->contacts[i].area;
    net += p * area;
    pushing += std::max(0.0, p) * area;
    result.push_back(std::max(0.0, p));
  }

  // Where the damping makes every cell pull for a moment, the limit stays that of the start of the step.
  if (predict && pushing == 0)
    return find_friction_pressures(v, h, false);

  // Cells that the damping makes pull carry no friction themselves, and what they take from the normal force
  // is taken from the others in proportion: the limit is μ times the net force.
  if (net < pushing)
    for (double& p : result)
      p *= std::max(0.0, net) / pushing;
  result.push_back(0);
}

void PairResponse::assemble(double h) {
  const double factor = h * (h + settings_->response.dissipation);
  if (!rigid_) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      terms_.set_coefficient(i, rows_[i].dropped ? 0 : factor * rows_[i].coefficient);
    terms_.set_sample_factor(h);
    return;
  }
  if (rows_.empty())
    return;
  if (!rows_summed_) {
    rows_matrix_.setZero();
    rows_side_.setZero();
    for (const Row& row : rows_) {
      if (row.dropped)
        continue;
      Eigen::Matrix<double, 12, 1> g;
      for (int k = 0; k < 4; ++k)
        g.segment<3>(3 * k) = entries_[row.entries.begin + k].value;
      rows_matrix_ += (factor * row.coefficient * g).lazyProduct(g.transpose());
      rows_side_ -= h * row.coefficient * row.measure * g;
    }
    rows_summed_ = true;
  }
  const Eigen::Matrix<double, 6, 12> difference = twist_difference();
  const Eigen::Matrix<double, 6, 12> weighted = (h * friction_matrix_).lazyProduct(difference);
  terms_.clear();
  terms_.add_dense({rigid_blocks(), rows_matrix_ + difference.transpose().lazyProduct(weighted)});
}

void PairResponse::add_terms(BlockSystem& system, double h, BlockVector& right_hand_side) const {
  if (rows_.empty())
    return;
  system.add_terms(terms_);
  if (rigid_) {
    const std::array<std::uint32_t, 4> blocks = rigid_blocks();
    for (int k = 0; k < 4; ++k)
      right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(blocks[k])) += rows_side_.segment<3>(3 * k);
    return;
  }
  for (const Row& row : rows_)
    for (std::uint32_t e = row.entries.begin; !row.dropped && e < row.entries.end; ++e)
      right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(entries_[e].block)) -=
          h * row.coefficient * row.measure * entries_[e].value;
}

int PairResponse::drop_pulling(const BlockVector& v, double h) {
  int dropped = 0;
  for (Row& row : rows_) {
    if (row.dropped || row.measure + h * row_velocity(row, v) >= 0)
      continue;
    row.dropped = true;
    ++dropped;
  }
  if (dropped > 0)
    rows_summed_ = false;
  return dropped;
}

/// The second of a cluster of two blocks turns: its force is a torque about the centre of what is rigid, a
/// body or one of its bones.
void PairResponse::add_force(std::uint32_t block, const Vec3& force, Outcome& outcome) const {
  const int side = !self_ && bodies_[1]->block_count() > block - first_block_[1];
  const bool turns = bodies_[side]->cluster_size() == 2 && (block - first_block_[side]) % 2 == 1;
  if (!turns)
    outcome.force[side] += force;
  else if (bodies_[side]->twist_centre())
    outcome.torque[side] += force;
}

PairResponse::Outcome PairResponse::outcome(const BlockVector& v, double h) const {
  Outcome result;
  find_outcome(v, h, result);
  return result;
}

void PairResponse::find_outcome(const BlockVector& v, double h, Outcome& result) const {
  result.pressure.clear();
  for (int side = 0; side < 2; ++side) {
    result.force[side].setZero();
    result.torque[side].setZero();
  }
  if (rows_.empty())
    return;
  for (const Row& row : rows_) {
    const double p = pressure(row, v, h);
    result.pressure.push_back(p);
    for (std::uint32_t e = row.entries.begin; e < row.entries.end; ++e)
      add_force(entries_[e].block, -p * entries_[e].value, result);
  }

  if (rigid_) {
    const Eigen::Matrix<double, 6, 1> wrench = friction_matrix_ * (twist_difference() * local_velocity(v));
    for (int side = 0; side < 2; ++side) {
      const Vec3 force = (side == 0 ? 1.0 : -1.0) * wrench.head<3>();
      const Vec3 torque = (side == 0 ? 1.0 : -1.0) * wrench.tail<3>();
      result.force[side] += force;
      result.torque[side] += torque + (friction_origin_ - *bodies_[side]->twist_centre()).cross(force);
    }
    return;
  }
  for (std::size_t sample = 0; sample < samples_.size(); ++sample)
    terms_.for_each_force(sample, v, [this, &result](std::uint32_t block, const Vec3& force) {
      add_force(block, force, result);
    });
}

double PairResponse::energy() const {
  double sum = 0;
  for (const Row& row : rows_)
    sum += 0.5 * row.coefficient * row.measure * row.measure;
  return sum;
}

} // namespace lamina
