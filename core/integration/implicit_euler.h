#pragma once

#include "core/response/penalty/penalty_pair.h"
#include "core/solver/block_system.h"

#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// A damped spring that pulls a surface point of a body towards a target while the person drags it: natural
/// frequency f (Hz) and critical damping, both normalised by the body's mass, force limited.
struct DragSpring {
  std::size_t body = 0;
  std::vector<BlockJacobian> jacobian; ///< of the grabbed point, in the body's own blocks
  Vec3 point = Vec3::Zero();           ///< world, m
  Vec3 target = Vec3::Zero();          ///< world, m
  double mass = 0;                     ///< kg
  double frequency = 2;                ///< Hz
  double force_cap = 0;                ///< N
  Mat3 inertia = Mat3::Zero();         ///< of a rigid body, kg·m²: its spin is damped at the same frequency
  std::optional<Vec3> turn;            ///< still to be turned by this: rotation vector, world, rad
};

/// What one implicit step needs from outside the bodies.
struct ImplicitStep {
  double time = 0; ///< s, at the start
  double h = 0;    ///< s
  Vec3 gravity = Vec3::Zero();
  const Settings* settings = nullptr;
  std::span<const DragSpring> drags;
};

/// What a step found out.
struct StepReport {
  int solves = 0;
  int iterations = 0;              ///< of all solves
  double residual = 0;             ///< of the last solve, relative
  int dropped = 0;                 ///< contacts that pulled
  bool finite = true;              ///< false: velocities are not to be used
  std::vector<double> drag_forces; ///< N, one a spring
};

/// Implicit Euler with linearised contact, one linear solve a pass (Baraff and Witkin 1998; F08 section 3.3):
/// (M − h ∂f/∂v − h² ∂f/∂x) v⁺ = M v* + h f, with v* the velocity of free motion. Passes: friction
/// coefficients from the velocities before the step, then from the solution; within each, contacts that pull
/// are dropped and the system is solved again, settings.response.no_pull times a step at most. Dropped
/// stiffness terms: the change of the contact area and of the lever arms (geometric stiffness of ∇V), and the
/// turning of the friction plane.
class ImplicitEuler {
public:
  /// Must be called again when bodies come or go.
  void set_bodies(std::span<Body* const> bodies);

  /// Starts a step: predicts free motion. Until it is solved, velocities() are those before the step, by
  /// which the first pass weighs friction; prescribed bodies already move as they must.
  void begin(const ImplicitStep& step);

  /// Computes the velocities at the end of the step that has begun. Pairs come with the friction of its
  /// start. Bodies are not moved: see velocities().
  StepReport solve(const ImplicitStep& step, std::span<PenaltyPair> pairs);

  const BlockVector& velocities() const { return velocity_; }
  const BlockSystem& system() const { return system_; }

private:
  void add_drag(const DragSpring& drag, double h, BlockVector& right_hand_side);
  double drag_force(const DragSpring& drag, double h) const;

  std::vector<Body*> bodies_;
  BlockSystem system_;
  BlockVector velocity_, free_, force_;
  BlockVector inertia_part_; ///< M v* + h f, to which pairs add
  BlockVector right_hand_side_, weighted_;
  std::vector<int> dropped_; ///< contacts of each pair
};

} // namespace lamina
