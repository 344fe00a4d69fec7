#pragma once

#include "core/response/constraints/pair_constraints.h"

#include <span>
#include <vector>

namespace lamina {

/// The rounds of an augmented Lagrangian within one step: after each solution they say whether constraints
/// hold, and else what the next round begins with.
///
///   λ̂ ← λ, ρ grows          where λ has not settled
///   s ← μ |u_t|              Coulomb's law by De Saxcé's correction, as long as few rounds were made; less
///                            of it where it goes to and fro
///   R ← μ λ_n, then kept     friction by discs of a fixed size, where that did not settle: a convex problem,
///                            in which rounds always converge
///
/// The first two rounds leave the smallest errors of what rests and slides, since each step begins where the
/// last one ended. More of them serve what has just hit something.
class Rounds {
public:
  /// `wanted`: so many, unless all has settled before; more only until normal parts hold.
  /// `largest_stiffness`: kg, ρ of no cell grows beyond. `rigid`: nothing deforms.
  void begin(int wanted, double largest_stiffness, bool rigid);

  /// Looks at a solution, u of all cells pair by pair. False if it may stay, or has to; else cells are ready
  /// for the next one. A solution that may stay can be made finer and looked at again.
  bool next(std::span<PairConstraints> pairs, std::span<const Vec4> velocities);

  /// How far the last solution is from complementarity, m/s: see StepReport.
  double complementarity() const { return complementarity_; }
  int made() const { return made_; }

  /// m/s: an active constraint that is so near to what it wants holds.
  static constexpr double holds = 1e-3;

private:
  /// How slip of one cell goes on from round to round.
  struct Slip {
    double share = 1, change = 0; ///< of the change that is made; the change itself, m/s
  };

  bool look(std::span<PairConstraints> pairs, std::span<const Vec4> velocities);
  void go_on(CellConstraint& cell, const Vec4& u, Slip& slip) const;
  bool is_hopeless();

  std::vector<Slip> slips_; ///< one a cell
  double before_ = 0;       ///< complementarity some rounds ago, m/s
  double complementarity_ = 0, largest_stiffness_ = 0;
  int made_ = 0, wanted_ = 0;
  bool rigid_ = false, given_up_ = false;
};

} // namespace lamina
