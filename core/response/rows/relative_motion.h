#pragma once

#include "core/response/pair_bodies.h"

#include <array>
#include <vector>

namespace lamina {

/// Linear, then angular.
using Twist = Eigen::Matrix<double, 6, 1>;

/// The rows along which surfaces slide: three for the velocity of one surface point against another.
///
///      ┌── upper point, on body[1] ──┐
///      │      × middle, where both   │     D v = v_upper − v_lower, both taken at the middle
///      └── lower point, on body[0] ──┘
///
/// Taking both velocities at one place keeps two opposite forces there on one line, so that they conserve
/// angular momentum. Writes D over global blocks, each once, ascending on either body. `triangle` and
/// `barycentric` (of corners 1 and 2) say where the points are, `body` to which side of the pair they belong;
/// `middle` is in the world, m.
void relative_jacobian(const PairBodies& bodies, const std::array<std::uint32_t, 2>& triangle,
                       const std::array<std::array<float, 2>, 2>& barycentric,
                       const std::array<std::uint8_t, 2>& body, const Vec3& middle,
                       std::vector<BlockJacobian>& jacobian);

/// Of two rigid bodies: the twist of b less that of a, both taken at a point (world, m), over the four
/// rigid_blocks().
Eigen::Matrix<double, 6, 12> relative_twist(const PairBodies& bodies, const Vec3& point);

/// Of two rigid bodies: the velocities of the four rigid_blocks().
Eigen::Matrix<double, 12, 1> rigid_velocity(const PairBodies& bodies, const BlockVector& v);

} // namespace lamina
