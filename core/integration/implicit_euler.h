#pragma once

#include "core/response/contact_solver.h"
#include "core/solver/block_system.h"

#include <span>
#include <vector>

namespace lamina {

/// Implicit Euler with linearised forces (Baraff and Witkin 1998): (M − h ∂f/∂v − h² ∂f/∂x) v⁺ = M v* + h f,
/// with v* the velocity of free motion. A contact solver adds what holds bodies apart.
class ImplicitEuler {
public:
  /// Must be called again when bodies come or go.
  void set_bodies(std::span<Body* const> bodies);

  /// Computes the velocities at the end of a step, and what they come to in each pair of contacts. Bodies are
  /// not moved: see velocities().
  StepReport solve(const StepInput& step, ContactSolver& solver, std::vector<PairOutcome>& outcomes);

  /// Those that bodies keep after the step.
  const BlockVector& velocities() const { return velocity_; }
  const BlockSystem& system() const { return system_; }

private:
  void begin(const StepInput& step);

  std::vector<Body*> bodies_;
  BlockSystem system_;
  BlockVector velocity_, free_, force_;
  BlockVector impulse_; ///< M v* + h f
};

} // namespace lamina
