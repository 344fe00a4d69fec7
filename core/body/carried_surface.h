#pragma once

#include "core/body/node_mapping.h"

#include <span>

namespace lamina {

/// Weights by which particles carry points, by moving least squares over the nearest particles: a dozen where
/// there are as many. They are the least weights that sum to one and reproduce where the point is. So any
/// affine motion of the particles moves the point exactly. Particles in one plane or on one line do so for
/// what lies in it; other points they carry as nearly as they can. Returns the mapping of all points, in
/// their order. There must be a particle.
NodeMapping carry_points(std::span<const Vec3> particles, std::span<const Vec3> points);

/// For each point the indices of the nearest particles, nearest first, at most `count`.
std::vector<std::vector<std::uint32_t>> nearest_particles(std::span<const Vec3> particles,
                                                          std::span<const Vec3> points, std::size_t count);

} // namespace lamina
