#pragma once

#include "core/response/pair_bodies.h"

#include <array>
#include <vector>

namespace lamina {

/// Linear, then angular.
using Twist = Eigen::Matrix<double, 6, 1>;

/// The rows along which surfaces slide: the velocity of one surface point against another.
///
///     end 1 ──●──      D v = v₁ − v₀, of the material points of both bodies that are at the middle
///             ×        middle: where two opposite forces act, on one line, so that they conserve
///     end 0 ──●──      angular momentum
///
/// Writes D, three rows over global blocks, each block once, ascending on either body. Of the two ends,
/// `triangle` and `barycentric` (of corners 1 and 2) say where they are, `body` to which side of the pair
/// they belong. `middle` is in the world, m.
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
