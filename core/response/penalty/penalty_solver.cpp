#include "core/response/penalty/penalty_solver.h"

#include "core/base/parallel.h"
#include "core/response/penalty/momentum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamina {

namespace {

/// Of the residual of a solution that another of the same step builds on, over that of the last.
constexpr double coarser_before = 10;

} // namespace

/// What a pair lays is weighed at once, while it is still close.
void PenaltySolver::begin_pairs(const StepInput& step, const BlockSystem& system,
                                const BlockVector& velocity) {
  const Settings& settings = *step.settings;
  const Stiffness stiffness = stiffness_in_force(settings.response, system.bodies(), step.gravity.norm());
  pairs_.resize(step.contacts.size());
  parallel_for(pairs_.size(), settings.simulation.threads, [&](std::size_t p) {
    const auto [a, b] = step.contacts[p].body;
    const PairBodies bodies{{system.bodies()[a], system.bodies()[b]},
                            {system.first_block(a), system.first_block(b)}};
    const auto& [friction_coefficient, factor, restitution] = step.properties[p];
    pairs_[p].begin(
        step.contacts[p], bodies,
        penalty_law(settings.response, factor * stiffness, bodies.self() && !step.contacts[p].between_pieces),
        friction_in_force(settings.friction, friction_coefficient));
    pairs_[p].set_friction(velocity, step.h, false);
  });
}

void PenaltySolver::assemble(const StepInput& step, const BlockVector& impulse, BlockSystem& system) {
  const int threads = step.settings->simulation.threads;
  parallel_for(pairs_.size(), threads, [&](std::size_t p) { pairs_[p].assemble(step.h); });
  system.clear_terms(step.h, threads);
  right_hand_side_ = impulse;
  for (const PenaltyPair& pair : pairs_)
    pair.add_terms(system, step.h, right_hand_side_);
  for (const DragSpring& drag : step.drags)
    add_drag(drag, step.h, system, right_hand_side_);
  system.filter(right_hand_side_);
  system.factor_preconditioner();
}

void PenaltySolver::solve_linear(const StepInput& step, const BlockVector& impulse, double coarser,
                                 BlockSystem& system, BlockVector& velocity, StepReport& report) {
  // The residual is judged against what gravity, inertia and contact put in, so that rest is solved as well
  // as motion.
  system.precondition(right_hand_side_, weighted_);
  double scale = right_hand_side_.dot(weighted_);
  system.precondition(impulse, weighted_);
  scale = std::sqrt(scale + impulse.dot(weighted_));
  const SolveReport solved =
      solve_conjugate_gradients(system, right_hand_side_, coarser * step.settings->solver.cg_tolerance, scale,
                                step.settings->solver.cg_iterations, velocity);
  report.solves += 1;
  report.iterations += solved.iterations;
  report.residual = solved.residual;
  report.finite = velocity.allFinite() && std::isfinite(solved.residual);
}

/// Whether contacts pull and may be dropped, which changes the system.
bool PenaltySolver::drop_pulling(const StepInput& step, const BlockVector& velocity, StepReport& report) {
  if (!report.finite || drops_left_ == 0)
    return false;
  dropped_.resize(pairs_.size());
  parallel_for(pairs_.size(), step.settings->simulation.threads,
               [&](std::size_t p) { dropped_[p] = pairs_[p].drop_pulling(velocity, step.h); });
  const int dropped = std::accumulate(dropped_.begin(), dropped_.end(), 0);
  report.dropped += dropped;
  drops_left_ -= dropped > 0 ? 1 : 0;
  return dropped > 0;
}

/// Solves until nothing pulls, or no more may be dropped. A solution that another may follow is coarse. If
/// none does, it is made finer, and contacts may pull once more.
void PenaltySolver::solve_pass(const StepInput& step, const BlockVector& impulse, bool last,
                               BlockSystem& system, BlockVector& velocity, StepReport& report) {
  for (bool pulls = true; pulls && report.finite;) {
    assemble(step, impulse, system);
    const bool coarse = !last || drops_left_ > 0;
    solve_linear(step, impulse, coarse ? coarser_before : 1, system, velocity, report);
    pulls = drop_pulling(step, velocity, report);
    if (last && coarse && !pulls && report.finite) {
      solve_linear(step, impulse, 1, system, velocity, report);
      pulls = drop_pulling(step, velocity, report);
    }
  }
}

StepReport PenaltySolver::solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                                BlockVector& velocity, std::vector<PairOutcome>& outcomes) {
  const Settings& settings = *step.settings;
  begin_pairs(step, system, velocity);
  StepReport report;
  drops_left_ = settings.response.no_pull;
  const int passes =
      settings.friction.law == FrictionLaw::coulomb ? std::max(1, settings.friction.passes) : 1;
  for (int pass = 0; pass < passes && report.finite; ++pass) {
    if (pass > 0)
      parallel_for(pairs_.size(), settings.simulation.threads,
                   [&](std::size_t p) { pairs_[p].set_friction(velocity, step.h, true); });
    solve_pass(step, impulse, pass + 1 == passes, system, velocity, report);
  }
  if (!report.finite) {
    outcomes.clear();
    return report;
  }

  outcomes.resize(pairs_.size());
  parallel_for(pairs_.size(), settings.simulation.threads,
               [&](std::size_t p) { pairs_[p].find_outcome(velocity, step.h, outcomes[p]); });
  restore_momentum(step, system, right_hand_side_, velocity);
  return report;
}

void PenaltySolver::clear() {
  pairs_.clear();
}

} // namespace lamina
