#pragma once

#include "core/math/types.h"

#include <Eigen/Core>

#include <cstdint>

namespace lamina {

/// Four numbers of a contact cell: along the normal, along two tangents, and about the normal times r.
using Vec4 = Eigen::Vector4d;
/// The four rows of a cell over one velocity block.
using CellJacobian = Eigen::Matrix<double, 4, 3>;
/// The four rows of a cell of two rigid bodies over the twist of b against a.
using CellTwistRows = Eigen::Matrix<double, 4, 6>;

/// A contact cell as a constraint: body b may not come nearer to body a, and slides on it by Coulomb's law.
///
///            ▲ n      u = J v: velocity of b against a at the point ×, and its spin about n
///     b   ╲  │  ╱     λ: impulses (N·s) that b receives along them; the spin counts r times, λ_τ 1/r
///     ─────╲─×─╱────► t₁
///     a     ╲─╱  r    r: mean distance of the cell's surface from ×
///
/// The convex problem in which it stands is that of ConvexProblem.
struct CellConstraint {
  std::uint32_t contact = 0; ///< of the pair
  double area = 0;           ///< A_c, m²
  double depth = 0;          ///< d, m
  Vec3 normal, point;        ///< from a to b; where it acts (world, m)
  Vec3 tangent[2];
  double radius = 0;           ///< r, m
  double friction = 0;         ///< μ; 0: no tangents
  double stiffness = 0;        ///< ρ of the augmented Lagrangian, kg
  double separation = 0;       ///< b: the speed along n that it wants at least, m/s
  double correction = 0;       ///< b where bodies are moved, out of depth or to the slop, m/s
  bool pulls = false;          ///< u_n is b, by a pull if need be, and friction stays that of the guess
  bool slides = false;         ///< fast: friction has the size R, whatever the normal impulse comes to
  double limit = 0;            ///< R = μ λ_n of the last round, N·s, where it slides
  double slip = 0;             ///< s: μ |u_t| of the last round, m/s, where it does not
  Vec4 guess = Vec4::Zero();   ///< λ̂, N·s
  Vec4 impulse = Vec4::Zero(); ///< λ of the last solution

  bool rubs() const { return friction > 0; }
};

/// What a cell answers to a velocity: the impulse λ, and how it changes, −∂λ/∂u.
struct CellAnswer {
  Vec4 impulse = Vec4::Zero();
  Eigen::Matrix4d slope = Eigen::Matrix4d::Zero();
};

/// Of a cell that rests or is slow, λ is the projection of λ̂ + ρ (b − s − u_n, −u_t, −u_τ) on Coulomb's cone
/// |(λ_t, λ_τ)| ≤ μ λ_n:
///
///     λ_n ▲  ╲ stick ╱        within: sticks. Below the polar cone: apart. Between: slides, with λ on the
///         │   ╲     ╱ slide   cone. A projection alone would want u_n ≥ b − s + μ |u_t|, so that s takes
///     ────┼────╲───╱────► λ_t   away what sliding would lift (De Saxcé's correction; Cadoux 2009).
///         │   ╱apart╲         Torsion and slip share one cone, as on an ellipsoidal limit surface.
///
/// Of a cell that slides, λ_n = [λ̂_n + ρ(b − u_n)]₊, and (λ_t, λ_τ) is the projection on the ball of radius
/// R.
CellAnswer answer(const CellConstraint& cell, const Vec4& u);

/// The answers of a cell to velocities u + t c, as numbers: all that a search along c needs.
class CellLine {
public:
  CellLine(const CellConstraint& cell, const Vec4& u, const Vec4& c);

  /// Adds c·λ at t to `power`, and −d(c·λ)/dt to `slope`.
  void add(double t, double& power, double& slope) const;

private:
  void add_sliding(double normal, double along, double forward, double& power, double& slope) const;
  void add_on_cone(double normal, double along, double forward, double& power, double& slope) const;

  bool pulls_;
  double rho_, mu_, limit_;       ///< limit_: R, where the cell slides or does not rub; else below zero
  double normal_, change_;        ///< λ̂_n + ρ (b − s − u_n), and c_n
  double square_, mixed_, along_; ///< of the tangents: of λ̂ − ρ u, of that and c, and of c
};

} // namespace lamina
