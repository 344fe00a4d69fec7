#pragma once

#include "core/response/constraints/convex_problem.h"
#include "core/response/constraints/multiplier_memory.h"
#include "core/response/constraints/rounds.h"
#include "core/response/contact_solver.h"

#include <memory>
#include <vector>

namespace lamina {

/// The response by constraints: bodies keep apart and rub exactly by Coulomb's law, whatever their masses.
///
///   cells; guess by the last step
///   ┌─► minimise (ConvexProblem) ──► do constraints hold? ── yes ─► v
///   └─────── λ̂ ← λ, s ← μ |u_t| ◄── no (Rounds) ───────────┘
///
/// It solves twice. In the first solution what touches stays as deep as it is, and bodies keep its
/// velocities. The second starts there, comes out of depth or sinks to the slop at the speed b, and moves the
/// bodies. So neither adds speed: were sinking a velocity, it would fall each step by what coming out has
/// lifted, and tall stacks would sway ever more. Only what rolls sinks by its velocity, since cells in front
/// would brake it.
///
/// Rigid bodies that touched in the last step, and that detection finds apart by less than they fall in one,
/// are held at that gap for one step. Otherwise what comes out of depth somewhere would fall and be hit
/// elsewhere.
class ConstraintSolver final : public ContactSolver {
public:
  StepReport solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                   BlockVector& velocity, std::vector<PairOutcome>& outcomes) override;
  const BlockVector* motion() const override { return &motion_; }
  double touching_distance(const Settings& settings, std::span<Body* const> bodies) const override;
  void hold_touching(const StepInput& step, const BlockSystem& system,
                     std::span<const double> grown) override;
  double surface_lag(const Settings& settings, std::span<Body* const> bodies) const override;
  void clear() override;
  void save(std::vector<double>& state) const override { memory_.save(state); }
  void restore(std::span<const double> state) override { memory_.restore(state); }

private:
  void begin_pairs(const StepInput& step, const BlockSystem& system, const BlockVector& velocity);
  void find_lost(const StepInput& step, const BlockSystem& system);
  void begin_cells(const StepInput& step, const BlockSystem& system, const BlockVector& velocity,
                   double restitution, PairConstraints& pair);
  ConvexProblem::Report minimise(double coarser, BlockVector& v, StepReport& report);
  int rounds_wanted() const;
  bool solve_rounds(BlockVector& v, StepReport& report);
  void correct_depths(StepReport& report);
  double correction_speed(const CellConstraint& cell, double deepest, double rolling, double h) const;

  std::vector<PairConstraints> pairs_;
  MultiplierMemory memory_;
  ConvexProblem problem_;
  Rounds rounds_;
  std::unique_ptr<NewtonSystem> direct_, iterative_;
  BlockVector right_hand_side_, weighted_, motion_;
  std::vector<Mat3> mobilities_; ///< of the blocks, where a body deforms
  bool rigid_ = false;           ///< nothing deforms
  bool direct_solution_ = false; ///< nothing has nodes
  double stiffening_ = 1;        ///< ρ over a mass
  double tolerance_ = 0;         ///< of the residual, over scale_
  double all_mass_ = 0;          ///< kg, of what moves
  double size_ = 1, slop_ = 0;   ///< m: of the heaviest body; the depth at which cells rest
  double scale_ = 0;             ///< of the residual: the root of kg m²/s²
};

} // namespace lamina
