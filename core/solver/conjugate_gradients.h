#pragma once

#include "core/body/body.h"

namespace lamina {

/// A symmetric positive definite operator A with a preconditioner. Components that do not move are zero in
/// all that it returns.
class PreconditionedOperator {
public:
  virtual ~PreconditionedOperator() = default;

  /// y = A x.
  virtual void apply(const BlockVector& x, BlockVector& y) const = 0;
  /// z ≈ A⁻¹ r, which must be symmetric and positive definite too.
  virtual void precondition(const BlockVector& r, BlockVector& z) const = 0;
  /// Sets the components of x that do not move to zero.
  virtual void filter(BlockVector& x) const = 0;
};

/// What a solve took.
struct SolveReport {
  int iterations = 0;
  double residual = 0; ///< relative to the scale that was given
};

/// Preconditioned conjugate gradients for A x = b from the x given. It stops when the preconditioned norm of
/// the residual is below tolerance · scale. After max_iterations it stops too, which is reported and no
/// error.
SolveReport solve_conjugate_gradients(const PreconditionedOperator& system, const BlockVector& b,
                                      double tolerance, double scale, int max_iterations, BlockVector& x);

} // namespace lamina
