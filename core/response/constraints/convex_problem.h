#pragma once

#include "core/response/constraints/newton_system.h"

#include <span>
#include <vector>

namespace lamina {

/// The velocities that contact as constraints allows: of all v the one that minimises
///
///   ½ vᵀ A v − bᵀ v + Σ_c |P(λ̂ + ρ (b_c − s − u_n, −u_t, −u_τ))|² / 2ρ
///
///   A, b  operator and impulse of the bodies without contact       u = J v  of a cell
///   P     projection on Coulomb's cone, see answer()
///
/// The sum is convex, and its gradient is A v − b − Σ Jᵀ λ(u) with λ from answer(). So Newton's method with
/// an exact line search finds the minimum from anywhere (Castro et al. 2021, A10, on regularised contact).
/// With λ̂ set to λ and solved again, as an augmented Lagrangian, constraints hold exactly.
class ConvexProblem {
public:
  struct Report {
    int steps = 0;       ///< of Newton
    int iterations = 0;  ///< of what solved them
    double residual = 0; ///< |gradient| in the norm of A⁻¹, over `scale`
    bool finite = true;
  };

  /// Keeps pointers. `system` holds A, with its preconditioner factored; `b` is zero where the motion is
  /// prescribed.
  void begin(const BlockSystem& system, const BlockVector& b, std::span<PairConstraints> pairs,
             NewtonSystem& newton);

  /// Minimises from v on, until the residual is below `tolerance` times `scale` (the root of kg m²/s²). It
  /// takes one step of Newton at least, which is what makes bodies at rest stay there to rounding.
  /// Leaves λ in the cells.
  Report minimise(double tolerance, double scale, int most_steps, BlockVector& v);

  /// Moves each body as a whole by what the last residual lacks in its momentum, so that bodies receive
  /// exactly λ, which is opposite for the two of a pair. Held bodies stay. For solutions that are not direct.
  void balance_momentum(BlockVector& v) const;

  /// u of all cells in the last solution, pair by pair.
  std::span<const Vec4> velocities() const { return velocity_; }

private:
  void answer_all();
  double search(const BlockVector& direction);

  const BlockSystem* system_ = nullptr;
  const BlockVector* b_ = nullptr;
  std::span<PairConstraints> pairs_;
  NewtonSystem* newton_ = nullptr;
  std::vector<Vec4> velocity_, change_; ///< u of all cells, pair by pair, and J d of a direction
  std::vector<CellLine> lines_;
  std::vector<Eigen::Matrix4d> slopes_;
  BlockVector free_; ///< A v − b
  BlockVector residual_, direction_;
  BlockVector product_; ///< A d of the direction, once it was searched
};

} // namespace lamina
