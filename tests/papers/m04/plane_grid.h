#pragma once

#include "tests/papers/m04/plane_march.h"

namespace lamina::papers::m04 {

/// Fast marching on a square grid (Sethian 1996, first order), which M04 compares with. The grid lies over
/// all nodes, a cell wider on every side, and does not know what is inside.
struct PlaneGrid {
  Vec2 low = Vec2::Zero(); ///< its first point, m
  double cell = 0;         ///< m
  std::size_t side = 0;    ///< points along either axis
  std::vector<double> distance;

  double& at(std::size_t x, std::size_t y) { return distance[y * side + x]; }
  double at(std::size_t x, std::size_t y) const { return distance[y * side + x]; }
};

/// The distance of every point of a grid of side² points: the points nearest to the boundary are at nought.
PlaneGrid march_grid(const PlaneTopology& topology, std::span<const Vec2> nodes, std::size_t side);

/// What nodes read from it, between four points each.
std::vector<double> read_grid(const PlaneGrid& grid, std::span<const Vec2> nodes);

} // namespace lamina::papers::m04
