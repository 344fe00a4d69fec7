#include "core/response/constraints/convex_problem.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Of the derivative along a line: nearer to the minimum, the next direction brings more.
constexpr double search_tolerance = 0.1;

/// Calls visit(cell, number) for all cells, pair by pair.
template <class Visit>
void for_each_cell(std::span<PairConstraints> pairs, const Visit& visit) {
  std::size_t number = 0;
  for (PairConstraints& pair : pairs)
    for (CellConstraint& cell : pair.cells())
      visit(cell, number++);
}

/// u = J v of all cells, pair by pair.
void get_velocities(std::span<const PairConstraints> pairs, const BlockVector& v, std::vector<Vec4>& u) {
  std::size_t first = 0;
  for (const PairConstraints& pair : pairs) {
    const std::size_t count = pair.cells().size();
    if (count > 0)
      pair.get_velocities(v, std::span(u).subspan(first, count));
    first += count;
  }
}

} // namespace

void ConvexProblem::begin(const BlockSystem& system, const BlockVector& b, std::span<PairConstraints> pairs,
                          NewtonSystem& newton) {
  system_ = &system;
  b_ = &b;
  pairs_ = pairs;
  newton_ = &newton;
  std::size_t count = 0;
  for (const PairConstraints& pair : pairs)
    count += pair.cells().size();
  velocity_.resize(count);
  change_.resize(count);
  slopes_.resize(count);
}

/// Impulses and slopes of all cells, and the residual b − A v + Σ Jᵀ λ.
void ConvexProblem::answer_all() {
  residual_ = -free_;
  for_each_cell(pairs_, [&](CellConstraint& cell, std::size_t c) {
    const CellAnswer made = answer(cell, velocity_[c]);
    cell.impulse = made.impulse;
    slopes_[c] = made.slope;
  });
  for (const PairConstraints& pair : pairs_)
    if (!pair.cells().empty())
      pair.apply_impulses(residual_);
  system_->filter(residual_);
}

/// The step along a direction at which the sum is least. Its derivative grows, so an interval that holds the
/// zero only shrinks; steps of Newton that leave it are replaced by halving.
double ConvexProblem::search(const BlockVector& direction) {
  get_velocities(pairs_, direction, change_);
  lines_.clear();
  for_each_cell(pairs_, [&](const CellConstraint& cell, std::size_t c) {
    lines_.emplace_back(cell, velocity_[c], change_[c]);
  });
  const double linear = direction.dot(free_);
  system_->multiply(direction, product_, true);
  const double quadratic = direction.dot(product_);

  const auto derivative = [&](double step, double& slope) {
    double power = 0;
    slope = quadratic;
    for (const CellLine& line : lines_)
      line.add(step, power, slope);
    return linear + step * quadratic - power;
  };
  double slope = 0;
  const double start = derivative(0, slope);
  if (!(start < 0))
    return 0;
  double low = 0, high = 0, step = 1;
  constexpr int most = 60;
  for (int i = 0; i < most; ++i) {
    const double here = derivative(step, slope);
    if (std::abs(here) <= search_tolerance * std::abs(start))
      break;
    (here < 0 ? low : high) = step;
    double next = step - here / slope;
    if (high == 0)
      next = std::min(next, 4 * step); // the zero is not passed yet
    else if (!(next > low && next < high))
      next = 0.5 * (low + high);
    if (next == step)
      break;
    step = next;
  }
  return step;
}

ConvexProblem::Report ConvexProblem::minimise(double tolerance, double scale, int most_steps,
                                              BlockVector& v) {
  Report report;
  get_velocities(pairs_, v, velocity_);
  system_->multiply(v, free_, false);
  free_ -= *b_;
  for (;;) {
    answer_all();
    system_->precondition(residual_, product_);
    report.residual = std::sqrt(std::max(0.0, residual_.dot(product_))) / scale;
    report.finite = std::isfinite(report.residual);
    if (!report.finite || report.residual == 0 || (report.residual <= tolerance && report.steps > 0) ||
        report.steps == most_steps)
      return report;
    report.iterations += newton_->solve(slopes_, residual_, direction_);
    ++report.steps;
    const double step = search(direction_);
    if (step == 0)
      return report; // rounding is all that is left
    v += step * direction_;
    free_ += step * product_;
    for (std::size_t c = 0; c < velocity_.size(); ++c)
      velocity_[c] += step * change_[c];
  }
}

/// What acts within a body has no sum, so that its momentum is off by the sum of the residual.
void ConvexProblem::balance_momentum(BlockVector& v) const {
  for (std::size_t i = 0; i < system_->bodies().size(); ++i) {
    const Body& body = *system_->bodies()[i];
    if (!body.moves() || body.anchor() != Body::Anchor::none)
      continue;
    Vec3 lacking = Vec3::Zero();
    system_->for_each_part(i, [&](Eigen::Index at) { lacking += residual_.segment<3>(at); });
    system_->for_each_part(i, [&](Eigen::Index at) { v.segment<3>(at) += lacking / body.mass(); });
  }
}

} // namespace lamina
