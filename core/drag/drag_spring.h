#pragma once

#include "core/solver/block_system.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lamina {

/// A damped spring that pulls a surface point of a body towards a target while the person drags it. It has a
/// natural frequency f (Hz) and critical damping, both normalised by the body's mass. Its force is limited.
///
///   point ×──/\/\/\──┐
///         ×──[ ]─────┴─× target      spring m ω², damper 2 m ω, ω = 2π f
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

/// Adds the spring to the system of an implicit step of h seconds, and its impulse to the right-hand side.
void add_drag(const DragSpring& drag, double h, BlockSystem& system, BlockVector& right_hand_side);

/// What the spring may add to the speed of the centre of its body in h seconds, m/s.
double speed_gain(const DragSpring& drag, double h);

/// The force on the grabbed point at the end of a step of h seconds whose solution is v, N.
double drag_force(const DragSpring& drag, double h, const BlockSystem& system, const BlockVector& v);

} // namespace lamina
