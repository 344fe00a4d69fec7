#pragma once

#include "core/response/constraints/pair_constraints.h"
#include "core/response/contact_solver.h"
#include "core/solver/block_system.h"

#include <memory>
#include <span>

namespace lamina {

/// What a Newton step solves: (A + Σ Jᵀ D J) x = r, where A is the bodies' own operator with the drags, and D
/// a cell's slope. All kinds go in place of each other.
class NewtonSystem {
public:
  virtual ~NewtonSystem() = default;

  /// Takes the cells of a step. `system` is A with its preconditioner factored. Keeps pointers.
  virtual void begin(const StepInput& step, const BlockSystem& system,
                     std::span<const PairConstraints> pairs) = 0;

  /// Solves with the slopes of all cells, pair by pair. x is zero where the motion is prescribed. Returns the
  /// iterations taken; 1 where the solution is direct.
  virtual int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) = 0;
};

/// By a sparse Cholesky factorisation; all that moves must be rigid or have bones.
std::unique_ptr<NewtonSystem> make_direct_newton();

/// By conjugate gradients, for bodies of any kind.
std::unique_ptr<NewtonSystem> make_iterative_newton();

} // namespace lamina
