#pragma once

#include "core/response/contact_solver.h"
#include "core/response/penalty/penalty_pair.h"

#include <vector>

namespace lamina {

/// The penalty response: one linear solve a pass (Baraff and Witkin 1998; F08 section 3.3).
///
///   lay pairs; friction by the velocities at the start of the step
///   ┌─► assemble ─► solve ─► does a contact pull? ──┐
///   │      ▲                        │ yes: drop it  │ no
///   │      └────────────────────────┘               ▼
///   └── friction by the solution ◄── another pass? ─┴─► outcomes
///
/// Contacts are dropped settings.response.no_pull times a step at most. A solution that another one follows
/// is ten times coarser than SolverSettings::cg_tolerance. Stiffness terms that are left out: the change of
/// the contact area and of the lever arms (geometric stiffness of ∇V), and the turning of the friction plane.
class PenaltySolver final : public ContactSolver {
public:
  StepReport solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                   BlockVector& velocity, std::vector<PairOutcome>& outcomes) override;
  void clear() override;

private:
  void begin_pairs(const StepInput& step, const BlockSystem& system, const BlockVector& velocity);
  void assemble(const StepInput& step, const BlockVector& impulse, BlockSystem& system);
  void solve_pass(const StepInput& step, const BlockVector& impulse, bool last, BlockSystem& system,
                  BlockVector& velocity, StepReport& report);
  void solve_linear(const StepInput& step, const BlockVector& impulse, double coarser, BlockSystem& system,
                    BlockVector& velocity, StepReport& report);
  bool drop_pulling(const StepInput& step, const BlockVector& velocity, StepReport& report);

  std::vector<PenaltyPair> pairs_;
  BlockVector right_hand_side_, weighted_;
  std::vector<int> dropped_; ///< contacts of each pair
  int drops_left_ = 0;       ///< how often more contacts may be dropped in this step
};

} // namespace lamina
