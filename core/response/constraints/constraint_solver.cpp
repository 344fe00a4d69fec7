#include "core/response/constraints/constraint_solver.h"

#include "core/base/parallel.h"
#include "core/settings/setting_scope.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lamina {

namespace {

/// ρ over the mass of a pair of rigid bodies, or over that of a cell where one deforms: the larger, the fewer
/// rounds, and the more steps of Newton or of conjugate gradients. The second is for scenes in which anything
/// deforms, and the third for those that deform by bones alone.
constexpr double stiffening_rigid = 100, stiffening_deforming = 2, stiffening_bones = 0.5;
/// Where anything deforms, as it gives way by more: over the residual of rigid bodies. Over that again: of a
/// round that another follows, also where bones are all that deforms, and of the correction of depths, of
/// which a step does a small share only.
constexpr double coarser_deforming = 10, coarser_before = 10, coarser_before_bones = 30,
                 coarser_correcting = 100;
/// The depth at which cells rest, over the setting rest_penetration: what moves a little keeps touching.
constexpr double slop_over_rest = 10;
/// Over that: how far apart bodies touch as a run begins.
constexpr double touches = 2;
/// By what ρ of rigid bodies grows as depths are corrected, in one solution without rounds. With less, small
/// cells come out so slowly that heaps creep for an hour; with 100, gears cannot hold their constraints.
constexpr double stiffer_correcting = 30;
/// Of the depth at which cells rest: how far surfaces may stay behind their bodies.
constexpr double lags = 0.1;
/// Of the depth at which cells rest: how much more or less stays as it is. Without, samples that change as
/// bodies move would keep heaps creeping.
constexpr double leeway = 0.5;
/// Of the depth below, what is undone in a step, where it is large against so many times the depth of rest.
/// Nearer, less is undone, down to a share, so that what rests is left in peace.
constexpr double recovery = 0.1, large = 20, least_share = 0.05;
/// Heights of the largest body a second, at which depth is left at most, and below which it stays.
constexpr double fastest_recovery = 1, slowest_correction = 1e-6;
/// What a step leaves undone is the guess of the next, so that two rounds do for what moves steadily. The
/// first step has no guess; and where there are few cells, more rounds cost little.
constexpr int rounds_of_many = 2, first_rounds = 30, rounds_of_few = 4, most_steps = 50;
constexpr std::size_t few_cells = 100;
/// ρ at most, over the mass of all that moves.
constexpr double stiffest = 1e3;
constexpr double holds = Rounds::holds;
/// Cells slide that move by more than so many times what friction brakes in a step.
constexpr double fast = 2;

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

bool all_rigid(std::span<Body* const> bodies) {
  return std::all_of(bodies.begin(), bodies.end(),
                     [](const Body* body) { return body->prescribed() || body->twist_centre(); });
}

/// The depth at which cells rest, m. `size`: of the heaviest body, m.
double slop_of(const Settings& settings, double size) {
  return slop_over_rest * settings.response.rest_penetration * size;
}

PairBodies bodies_of(const std::array<std::uint32_t, 2>& body, const BlockSystem& system) {
  const auto [a, b] = body;
  return {{system.bodies()[a], system.bodies()[b]}, {system.first_block(a), system.first_block(b)}};
}

} // namespace

void ConstraintSolver::begin_pairs(const StepInput& step, const BlockSystem& system,
                                   const BlockVector& velocity) {
  const Settings& settings = *step.settings;
  const bool rubs = settings.friction.law == FrictionLaw::coulomb;
  size_ = heaviest_of(system.bodies()).size;
  slop_ = slop_of(settings, size_);
  all_mass_ = 0;
  for (const Body* body : system.bodies())
    all_mass_ += body->mass();
  pairs_.resize(step.contacts.size());
  find_lost(step, system);
  parallel_for(pairs_.size(), settings.simulation.threads, [&](std::size_t p) {
    if (p < step.contacts.size())
      pairs_[p].begin(step.contacts[p], bodies_of(step.contacts[p].body, system),
                      rubs ? step.properties[p].friction_coefficient : 0);
    memory_.guess(pairs_[p], step.h);
    begin_cells(step, system, velocity, p < step.contacts.size() ? step.properties[p].restitution : 0,
                pairs_[p]);
  });
}

/// Adds pairs that touched in the last step and are found no more.
void ConstraintSolver::find_lost(const StepInput& step, const BlockSystem& system) {
  std::set<std::array<std::uint32_t, 2>> found;
  for (const PairContacts& contacts : step.contacts)
    if (!contacts.contacts.empty())
      found.insert(contacts.body);
  const double most = step.h * step.h * step.gravity.norm();
  std::vector<LastCell> near;
  memory_.for_each_last(
      [&](const std::array<std::uint32_t, 2>& body, std::span<const LastCell> cells, bool touching) {
        if (found.contains(body) || system.bodies()[body[0]]->asleep() || system.bodies()[body[1]]->asleep())
          return;
        near.clear();
        for (const LastCell& cell : cells)
          if (-cell.depth <= most)
            near.push_back(cell);
        if (!near.empty())
          pairs_.emplace_back().begin_lost(body, bodies_of(body, system), near, touching);
      });
}

/// What cells want, and how hard.
void ConstraintSolver::begin_cells(const StepInput& step, const BlockSystem& system,
                                   const BlockVector& velocity, double restitution, PairConstraints& pair) {
  const Settings& settings = *step.settings;
  const auto [a, b] = pair.body();
  const double g = step.gravity.norm();
  double mass = std::max(system.bodies()[a]->mass(), system.bodies()[b]->mass());
  if (g > 0)
    mass = std::clamp(memory_.load(pair.body()) / g, mass, std::max(mass, all_mass_));
  double rolling = 0;
  if (pair.bodies().rigid())
    rolling = pair.rolling(velocity, step.h, slop_);
  double deepest = 0;
  for (const CellConstraint& cell : pair.cells())
    deepest = std::max(deepest, cell.depth);
  std::vector<Vec4> velocities(pair.cells().size());
  pair.get_velocities(velocity, velocities);
  for (std::size_t c = 0; c < pair.cells().size(); ++c) {
    CellConstraint& cell = pair.cells()[c];
    cell.stiffness = pair.bodies().rigid()
                         ? stiffening_ * mass * cell.area / pair.area()
                         : stiffening_ * std::min(pair.effective_mass(c, mobilities_), all_mass_);
    cell.slides = velocities[c].tail<3>().norm() > fast * cell.friction * g * step.h;
    if (cell.slides && pair.bodies().rigid())
      pair.weigh_spin(c, velocities[c]);
    const double speed = velocities[c].tail<3>().norm(), approach = -velocities[c][0];
    const double bounce = approach > settings.response.bounce_speed ? restitution * approach : 0;
    cell.slip = cell.friction * speed;
    cell.limit = cell.friction * cell.guess[0];
    // What was lost goes back to the slop at once, and what touches at the start without speed.
    const double correction =
        pair.lost() ? (cell.depth - slop_) / step.h : correction_speed(cell, deepest, rolling, step.h);
    const double falling = pair.touching() ? 0 : pair.lost() ? 1 : rolling;
    const double sinking = falling * std::min(correction, 0.0);
    cell.separation = bounce > 0 ? bounce : sinking;
    cell.correction = bounce > 0 ? std::max(correction, bounce) : correction;
  }
}

/// How fast a cell comes out of its depth, or sinks to the slop. What rests is left in peace near that depth,
/// and a pair that is deep enough somewhere sinks nowhere: its cells would tug at each other. What rolls
/// needs every cell at the slop, or those in front brake it.
double ConstraintSolver::correction_speed(const CellConstraint& cell, double deepest, double rolling,
                                          double h) const {
  const double free = (1 - rolling) * leeway, reached = deepest + rolling * (cell.depth - deepest);
  if (const double missing = (1 - free) * slop_ - reached; missing > 0)
    return -recovery * missing / h;
  const double excess = std::max(0.0, cell.depth - (1 + free) * slop_);
  const double share = recovery * std::max(least_share, excess / (excess + large * slop_));
  return std::min(share * excess / h, fastest_recovery * size_);
}

ConvexProblem::Report ConstraintSolver::minimise(double coarser, BlockVector& v, StepReport& report) {
  const ConvexProblem::Report made =
      problem_.minimise((rigid_ ? 1 : coarser) * tolerance_, scale_, most_steps, v);
  if (!direct_solution_)
    problem_.balance_momentum(v);
  report.solves += 1;
  report.iterations += made.iterations;
  report.newton_steps += made.steps;
  return made;
}

int ConstraintSolver::rounds_wanted() const {
  std::size_t cells = 0;
  for (const PairConstraints& pair : pairs_) {
    if (pair.touching())
      return first_rounds;
    cells += pair.cells().size();
  }
  return rigid_ && cells <= few_cells ? rounds_of_few : rounds_of_many;
}

/// A round that another follows is solved coarsely. Its solution may do, and is made finer then. Solutions of
/// rigid bodies become fine in one more step anyway.
bool ConstraintSolver::solve_rounds(BlockVector& v, StepReport& report) {
  rounds_.begin(rounds_wanted(), stiffest * all_mass_, rigid_);
  const double before = rigid_ ? 1 : direct_solution_ ? coarser_before_bones : coarser_before;
  for (double coarser = before;;) {
    const ConvexProblem::Report made = minimise(coarser, v, report);
    report.residual = made.residual;
    report.finite = made.finite && v.allFinite();
    if (!report.finite)
      return false;
    const bool again = rounds_.next(pairs_, problem_.velocities());
    report.rounds = rounds_.made();
    report.complementarity = rounds_.complementarity();
    if (!again && (report.residual <= tolerance_ || coarser == 1))
      return true;
    coarser = again ? before : 1;
  }
}

StepReport ConstraintSolver::solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                                   BlockVector& velocity, std::vector<PairOutcome>& outcomes) {
  StepReport report;
  rigid_ = all_rigid(system.bodies());
  tolerance_ = wanted_residual(*step.settings);
  direct_solution_ = std::all_of(system.bodies().begin(), system.bodies().end(), [](const Body* body) {
    return !body->moves() || body->cluster_size() == 2;
  });
  stiffening_ = rigid_ ? stiffening_rigid : direct_solution_ ? stiffening_bones : stiffening_deforming;
  system.clear_terms(step.h, step.settings->simulation.threads);
  right_hand_side_ = impulse;
  for (const DragSpring& drag : step.drags)
    add_drag(drag, step.h, system, right_hand_side_);
  system.filter(right_hand_side_);
  system.factor_preconditioner();
  if (!rigid_)
    system.get_mobilities(mobilities_);
  begin_pairs(step, system, velocity);

  std::unique_ptr<NewtonSystem>& newton = direct_solution_ ? direct_ : iterative_;
  if (!newton)
    newton = direct_solution_ ? make_direct_newton() : make_iterative_newton();
  newton->begin(step, system, pairs_);
  problem_.begin(system, right_hand_side_, pairs_, *newton);
  // What gravity and motion put in, and what a constraint may be off by.
  const double root = std::sqrt(all_mass_);
  system.precondition(right_hand_side_, weighted_);
  scale_ =
      (rigid_ ? 1 : coarser_deforming) * (root * (step.h * step.gravity.norm() + holds) +
                                          1e-3 * std::sqrt(std::max(0.0, right_hand_side_.dot(weighted_))));

  if (!solve_rounds(velocity, report)) {
    outcomes.clear();
    return report;
  }
  motion_ = velocity;
  correct_depths(report);
  memory_.keep(pairs_, system.bodies(), motion_, step.h);
  outcomes.resize(step.contacts.size());
  for (std::size_t p = 0; p < outcomes.size(); ++p)
    pairs_[p].find_outcome(step.h, outcomes[p]);
  for (std::size_t p = outcomes.size(); p < pairs_.size(); ++p) {
    for (const CellConstraint& cell : pairs_[p].cells())
      report.unseen_normal_impulse += cell.impulse[0];
    report.unseen_impulse += pairs_[p].sum_of_impulses().head<3>().norm();
  }
  return report;
}

/// Moves what is too deep, or not deep enough. The impulses that count are those of the velocities: the guess
/// holds them meanwhile. What touches at the start sinks as a whole, though its weight would tilt it.
void ConstraintSolver::correct_depths(StepReport& report) {
  bool needed = false;
  const double least = slowest_correction * size_, largest_stiffness = stiffest * all_mass_;
  const Vec4* u = problem_.velocities().data();
  for (PairConstraints& pair : pairs_)
    for (CellConstraint& cell : pair.cells()) {
      cell.guess = cell.impulse;
      cell.separation = cell.correction;
      if (rigid_ && cell.correction > least && cell.stiffness < largest_stiffness)
        cell.stiffness = std::min(stiffer_correcting * cell.stiffness, largest_stiffness);
      cell.pulls = pair.touching() && pair.presses() && (*u)[0] < holds;
      ++u;
      needed = needed || std::abs(cell.correction) > least;
    }
  if (!needed)
    return;
  BlockVector motion = motion_;
  const ConvexProblem::Report made = minimise(coarser_correcting, motion, report);
  if (made.finite && motion.allFinite())
    motion_ = motion;
  for (PairConstraints& pair : pairs_)
    for (CellConstraint& cell : pair.cells()) {
      cell.impulse = cell.guess;
      cell.pulls = false;
    }
}

double ConstraintSolver::touching_distance(const Settings& settings, std::span<Body* const> bodies) const {
  return touches * slop_of(settings, heaviest_of(bodies).size);
}

double ConstraintSolver::surface_lag(const Settings& settings, std::span<Body* const> bodies) const {
  return all_rigid(bodies) ? lags * slop_of(settings, heaviest_of(bodies).size) : 0;
}

/// Cells are where they were found, and as deep as they would be had nothing grown: a point x of a moved by
/// s (x − c_a), so that it came nearer to b by that along the normal, and b's to a against it.
void ConstraintSolver::hold_touching(const StepInput& step, const BlockSystem& system,
                                     std::span<const double> grown) {
  const bool rubs = step.settings->friction.law == FrictionLaw::coulomb;
  PairConstraints pair;
  for (std::size_t p = 0; p < step.contacts.size(); ++p) {
    const PairBodies bodies = bodies_of(step.contacts[p].body, system);
    pair.begin(step.contacts[p], bodies, rubs ? step.properties[p].friction_coefficient : 0);
    std::vector<LastCell> cells;
    for (const CellConstraint& cell : pair.cells()) {
      double nearer = 0;
      for (int side = 0; side < 2; ++side)
        nearer += (side == 0 ? 1 : -1) * grown[pair.body()[side]] *
                  (cell.point - *bodies.body[side]->twist_centre()).dot(cell.normal);
      cells.push_back({cell.point, cell.normal, cell.area, cell.depth - nearer, cell.radius, cell.friction});
    }
    if (!cells.empty())
      memory_.keep_touching(pair.body(), std::move(cells));
  }
}

void ConstraintSolver::clear() {
  pairs_.clear();
  memory_.clear();
  direct_.reset();
  iterative_.reset();
}

} // namespace lamina
