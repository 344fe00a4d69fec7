#pragma once

#include "core/body/node_mapping.h"

#include <span>

namespace lamina {

/// Weights by which particles carry points: of the nearest particles (a dozen where there are as many), those
/// least in the sense of moving least squares that sum to one and reproduce where the point is, so that any
/// affine motion of the particles moves it exactly. Particles in one plane or on one line do so for what lies
/// in it; other points they carry as nearly as they can.
/// Returns the mapping of all points, in their order. There must be a particle.
NodeMapping carry_points(std::span<const Vec3> particles, std::span<const Vec3> points);

/// For each point the indices of the nearest particles, nearest first, at most `count`.
std::vector<std::vector<std::uint32_t>> nearest_particles(std::span<const Vec3> particles,
                                                          std::span<const Vec3> points, std::size_t count);

} // namespace lamina
