#pragma once

#include "core/simulation/simulation.h"

#include <cstddef>
#include <vector>

namespace lamina::test {

/// The nodes of a body of cloth: the front half of its vertices.
std::vector<Vec3> nodes_of(const Simulation& simulation, std::size_t body);

/// What came of small sheets that were thrown at a fixed ball, in steps of 10 ms.
struct Throws {
  std::size_t struck = 0; ///< nodes of all sheets that came within a tenth of the radius of the ball
  std::size_t passed = 0; ///< that went in and came out more than a quarter turn from where they went in
  double nearest = 0;     ///< to the centre of the ball that a node was after any step, m
  double nearest_way = 0; ///< likewise the straight way of a node in any step, m
};

/// Throws so many sheets at a ball of 0.25 m from random sides, turned at random and spinning, at up to 30
/// m/s: 0.3 m in a step, many times the thickness of the cloth. Each is followed for so many steps. A step
/// that fails throws std::runtime_error.
Throws throw_sheets_at_a_ball(int count, int steps);
inline constexpr double ball_radius = 0.25; ///< m

} // namespace lamina::test
