#include "core/response/penalty/penalty_pair.h"

#include "core/response/rows/rolling_rows.h"

#include <algorithm>

namespace lamina {

void PenaltyPair::begin(const PairContacts& contacts, const PairBodies& bodies, const PenaltyLaw& law,
                        const FrictionParameters& friction, bool force_samples) {
  law_ = law;
  summed_ = !force_samples && bodies.rigid();
  rows_summed_ = false;
  springs_.clear();
  terms_.clear();
  rows_.begin(contacts, bodies);
  for (const Contact& contact : contacts.contacts)
    springs_.push_back({law.coefficient(contact)});
  closing_.clear();
  if (bodies.rigid())
    let_roll(!friction.none());
  for (std::size_t row = 0; !summed_ && row < rows_.size(); ++row)
    terms_.add_row(closing(row));
  friction_.begin(rows_, friction, summed_, terms_);
}

/// Cells in front of a ball that rolls close and those behind it open, though the contact only moves along. A
/// damper on that would brake the ball, whatever the stiffness.
void PenaltyPair::let_roll(bool rubs) {
  const Vec3 middle = rows_.contacts().region.middle();
  const auto arm = [&](int side) { return middle - *rows_.bodies().body[side]->twist_centre(); };
  // Room of the last pair serves this one.
  thread_local std::vector<RollingCell> cells;
  thread_local std::vector<Twist> rows;
  cells.clear();
  rows.clear();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::span<const BlockEntry> gradient = rows_.gradient(row);
    const double area = rows_.area(row);
    if (!(area > 0) || gradient.size() != 4 || gradient[0].value.isZero(0))
      return;
    Twist& of_area = rows.emplace_back();
    of_area << gradient[0].value, gradient[1].value - arm(0).cross(gradient[0].value);
    of_area /= area;
    cells.push_back(
        {middle + point_of_action(of_area), of_area.head<3>().normalized(), area, rows_.measure(row) / area});
  }
  if (!lamina::let_roll(cells, rubs, rows))
    return;
  const std::array<std::uint32_t, 4> blocks = rows_.bodies().rigid_blocks();
  for (std::size_t row = 0; row < rows_.size(); ++row)
    for (int side = 0; side < 2; ++side) {
      const Twist whole = (side == 0 ? 1 : -1) * rows_.area(row) * rows[row];
      closing_.push_back({blocks[2 * side], whole.head<3>()});
      closing_.push_back({blocks[2 * side + 1], whole.tail<3>() + arm(side).cross(whole.head<3>())});
    }
}

std::span<const BlockEntry> PenaltyPair::closing(std::size_t row) const {
  return closing_.empty() ? rows_.gradient(row) : std::span(closing_).subspan(4 * row, 4);
}

double PenaltyPair::pressure(std::size_t row, const BlockVector& v, double h) const {
  if (springs_[row].dropped)
    return 0;
  return law_.pressure(springs_[row].coefficient, rows_.measure(row), rate_along(closing(row), v), h);
}

void PenaltyPair::set_friction(const BlockVector& v, double h, bool predict) {
  friction_.clear_weights();
  if (friction_.none() || rows_.empty())
    return;
  find_friction_pressures(v, h, predict);
  friction_.weigh(v, friction_pressures_, terms_);
}

void PenaltyPair::find_friction_pressures(const BlockVector& v, double h, bool predict) {
  std::vector<double>& result = friction_pressures_;
  result.clear();
  double net = 0, pushing = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const double p = predict ? pressure(row, v, h) : springs_[row].coefficient * rows_.measure(row);
    const double area = rows_.area(row);
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

void PenaltyPair::sum_rows(double h) {
  const double factor = h * (h + law_.dissipation);
  rows_matrix_.setZero();
  rows_side_.setZero();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const auto& [coefficient, dropped] = springs_[row];
    if (dropped)
      continue;
    Eigen::Matrix<double, 12, 1> g, r;
    for (int k = 0; k < 4; ++k) {
      g.segment<3>(3 * k) = rows_.gradient(row)[k].value;
      r.segment<3>(3 * k) = closing(row)[k].value;
    }
    rows_matrix_ += (factor * coefficient * r).lazyProduct(r.transpose());
    rows_side_ -= h * coefficient * rows_.measure(row) * g;
  }
  rows_summed_ = true;
}

void PenaltyPair::assemble(double h) {
  if (!summed_) {
    const double factor = h * (h + law_.dissipation);
    for (std::size_t row = 0; row < rows_.size(); ++row)
      terms_.set_coefficient(row, springs_[row].dropped ? 0 : factor * springs_[row].coefficient);
    terms_.set_sample_factor(h);
    return;
  }
  if (rows_.empty())
    return;
  if (!rows_summed_)
    sum_rows(h);
  terms_.clear();
  terms_.add_dense(friction_.with_rows(rows_matrix_, h));
}

void PenaltyPair::add_terms(BlockSystem& system, double h, BlockVector& right_hand_side) const {
  if (rows_.empty())
    return;
  system.add_terms(terms_);
  if (summed_) {
    const std::array<std::uint32_t, 4> blocks = rows_.bodies().rigid_blocks();
    for (int k = 0; k < 4; ++k)
      right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(blocks[k])) += rows_side_.segment<3>(3 * k);
    return;
  }
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (!springs_[row].dropped)
      rows_.apply(row, -(h * springs_[row].coefficient * rows_.measure(row)), right_hand_side);
}

int PenaltyPair::drop_pulling(const BlockVector& v, double h) {
  int dropped = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    Spring& spring = springs_[row];
    if (spring.dropped || !PenaltyLaw::pulls(rows_.measure(row), rate_along(closing(row), v), h))
      continue;
    spring.dropped = true;
    ++dropped;
  }
  if (dropped > 0)
    rows_summed_ = false;
  return dropped;
}

PairOutcome PenaltyPair::outcome(const BlockVector& v, double h) const {
  PairOutcome result;
  find_outcome(v, h, result);
  return result;
}

void PenaltyPair::find_outcome(const BlockVector& v, double h, PairOutcome& result) const {
  result.clear();
  if (rows_.empty())
    return;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const double p = pressure(row, v, h), at_start = springs_[row].coefficient * rows_.measure(row);
    result.pressure.push_back(p);
    result.energy += PenaltyLaw::energy(springs_[row].coefficient, rows_.measure(row));
    if (springs_[row].dropped)
      continue;
    // What cells close by acts along R, and what they are deep by along G.
    const bool rolls = !closing_.empty();
    add_force(rows_.gradient(row), rolls ? at_start : p, rows_.bodies(), result);
    if (rolls)
      add_force(closing(row), p - at_start, rows_.bodies(), result);
  }
  friction_.add_forces(v, terms_, result);
}

} // namespace lamina
