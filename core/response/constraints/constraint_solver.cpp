#include "core/response/constraints/constraint_solver.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// ρ over the mass of a pair: the larger, the fewer rounds and the more rounding.
constexpr double stiffening = 1000;
/// Of the depth, what is undone in a step.
constexpr double recovery = 0.1;
/// Heights of the largest body a second, at which depth is left at most.
constexpr double fastest_recovery = 1;
constexpr int most_rounds = 4, most_steps = 50;
constexpr double tolerance = 1e-7;
/// m/s for a body of 1 m: an active constraint that is so near to what it wants holds.
constexpr double holds = 1e-4;
/// Of R: discs that change less stay.
constexpr double disc_stays = 0.01;

struct Heaviest {
  double mass = 0, size = 1; ///< kg, m
};

Heaviest heaviest_of(std::span<Body* const> bodies) {
  Heaviest found;
  for (const Body* body : bodies)
    if (body->mass() > found.mass)
      found = {body->mass(), std::cbrt(body->volume())};
  return found;
}

} // namespace

void ConstraintSolver::begin_pairs(const StepInput& step, const BlockSystem& system,
                                   const BlockVector& velocity) {
  const Settings& settings = *step.settings;
  const bool rubs = settings.friction.law == FrictionLaw::coulomb;
  const Heaviest heaviest = heaviest_of(system.bodies());
  const double slop = settings.response.rest_penetration * heaviest.size, g = step.gravity.norm();
  all_mass_ = 0;
  for (const Body* body : system.bodies())
    all_mass_ += body->mass();
  pairs_.resize(step.contacts.size());
  parallel_for(pairs_.size(), settings.simulation.threads, [&](std::size_t p) {
    const PairContacts& contacts = step.contacts[p];
    const auto [a, b] = contacts.body;
    PairConstraints& pair = pairs_[p];
    pair.begin(contacts,
               {{system.bodies()[a], system.bodies()[b]}, {system.first_block(a), system.first_block(b)}},
               rubs ? step.properties[p].friction_coefficient : 0);
    memory_.guess(pair, step.h);
    double mass = std::max(system.bodies()[a]->mass(), system.bodies()[b]->mass());
    if (g > 0)
      mass = std::clamp(memory_.load(contacts) / g, mass, std::max(mass, all_mass_));
    for (CellConstraint& cell : pair.cells()) {
      cell.stiffness = stiffening * mass * cell.area / pair.area();
      const double excess = cell.depth - slop;
      cell.separation = std::min(recovery * excess / step.h, fastest_recovery * heaviest.size);
      cell.limit = cell.friction * cell.guess[0];
      (void)velocity;
    }
  });
}

/// Another round of the augmented Lagrangian, unless this one is good.
bool ConstraintSolver::next_round(const BlockVector& v) {
  bool good = true;
  for (PairConstraints& pair : pairs_)
    for (CellConstraint& cell : pair.cells()) {
      const double limit = cell.friction * cell.impulse[0];
      if (cell.impulse[0] > 0)
        good = good && std::abs(pair.velocity(cell, v)[0] - cell.separation) < holds;
      good = good && std::abs(limit - cell.limit) <= disc_stays * std::max(limit, cell.limit);
    }
  if (good)
    return false;
  for (PairConstraints& pair : pairs_)
    for (CellConstraint& cell : pair.cells()) {
      cell.guess = cell.impulse;
      cell.limit = cell.friction * cell.impulse[0];
    }
  return true;
}

bool ConstraintSolver::solve_rounds(BlockVector& v, StepReport& report) {
  for (int round = 0; round < most_rounds; ++round) {
    const ConvexProblem::Report made = problem_.minimise(tolerance, scale_, most_steps, v);
    report.solves += 1;
    report.iterations += made.steps;
    report.residual = made.residual;
    report.finite = made.finite && v.allFinite();
    if (!report.finite)
      return false;
    if (!next_round(v))
      break;
  }
  return true;
}

StepReport ConstraintSolver::solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                                   BlockVector& velocity, std::vector<PairOutcome>& outcomes) {
  StepReport report;
  begin_pairs(step, system, velocity);
  system.clear_terms(step.h, step.settings->simulation.threads);
  right_hand_side_ = impulse;
  for (const DragSpring& drag : step.drags)
    add_drag(drag, step.h, system, right_hand_side_);
  system.filter(right_hand_side_);

  const bool rigid = std::all_of(system.bodies().begin(), system.bodies().end(),
                                 [](const Body* body) { return body->prescribed() || body->twist_centre(); });
  std::unique_ptr<NewtonSystem>& newton = rigid ? direct_ : iterative_;
  if (!newton)
    newton = rigid ? make_direct_newton() : make_iterative_newton();
  newton->begin(step, system, pairs_);
  problem_.begin(system, right_hand_side_, pairs_, *newton);
  // What gravity and motion put in, and what a constraint may be off by.
  const double root = std::sqrt(all_mass_);
  scale_ = root * (step.h * step.gravity.norm() + holds) + 1e-3 * std::sqrt(newton->energy(right_hand_side_));

  motion_ = velocity;
  if (!solve_rounds(motion_, report)) {
    outcomes.clear();
    return report;
  }
  velocity = motion_;
  bool comes_out = false;
  for (PairConstraints& pair : pairs_)
    for (CellConstraint& cell : pair.cells()) {
      comes_out = comes_out || (cell.separation > 0 && cell.impulse[0] > 0);
      cell.separation = std::min(cell.separation, 0.0);
    }
  if (comes_out)
    for (PairConstraints& pair : pairs_) {
      memory_.guess(pair, step.h);
      for (CellConstraint& cell : pair.cells())
        cell.limit = cell.friction * cell.guess[0];
    }
  if (comes_out && !solve_rounds(velocity, report)) {
    outcomes.clear();
    return report;
  }
  memory_.keep(pairs_, step.h);
  outcomes.resize(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    pairs_[p].find_outcome(step.h, outcomes[p]);
  return report;
}

void ConstraintSolver::clear() {
  pairs_.clear();
  memory_.clear();
  direct_.reset();
  iterative_.reset();
}

} // namespace lamina
