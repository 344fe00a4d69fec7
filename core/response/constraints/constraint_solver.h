#pragma once

#include "core/response/constraints/convex_problem.h"
#include "core/response/constraints/multiplier_memory.h"
#include "core/response/contact_solver.h"

#include <memory>
#include <vector>

namespace lamina {

/// The response by constraints: bodies keep apart and rub exactly by Coulomb's law, whatever their masses.
///
///   cells; guess by the last step
///   ┌─► minimise (ConvexProblem) ──► do constraints hold, do discs stay? ── yes ─► v
///   └──────── λ̂ ← λ, R ← μ λ_n ◄──────────── no, four times at most ───┘
///
/// It solves twice. The first solution comes out of depth at the speed b and moves the bodies. The second may
/// at most stay at that depth, and gives the velocities that they keep: coming out adds no speed.
class ConstraintSolver final : public ContactSolver {
public:
  StepReport solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                   BlockVector& velocity, std::vector<PairOutcome>& outcomes) override;
  const BlockVector* motion() const override { return &motion_; }
  void clear() override;
  void save(std::vector<double>& state) const override { memory_.save(state); }
  void restore(std::span<const double> state) override { memory_.restore(state); }

private:
  void begin_pairs(const StepInput& step, const BlockSystem& system, const BlockVector& velocity);
  bool solve_rounds(BlockVector& v, StepReport& report);
  bool next_round(const BlockVector& v);

  std::vector<PairConstraints> pairs_;
  MultiplierMemory memory_;
  ConvexProblem problem_;
  std::unique_ptr<NewtonSystem> direct_, iterative_;
  BlockVector right_hand_side_, motion_;
  double all_mass_ = 0; ///< kg, of what moves
  double scale_ = 0;    ///< of the residual: the root of kg m²/s²
};

} // namespace lamina
