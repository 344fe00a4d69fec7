#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/row_crossing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lamina {

/// The height z at which the line (u, v) meets a triangle's plane, within the triangle's own heights.
inline double height_at(const std::array<Vec3, 3>& p, double u, double v) {
  const auto [low, high] = std::minmax({p[0].z(), p[1].z(), p[2].z()});
  const Vec3 normal = (p[1] - p[0]).cross(p[2] - p[0]);
  if (normal.z() == 0)
    return p[0].z();
  const double height = p[0].z() - (normal.x() * (u - p[0].x()) + normal.y() * (v - p[0].y())) / normal.z();
  return std::clamp(height, low, high);
}

/// Calls visit(u, v, step) for each line along z, at whole x = u and y = v, that crosses the triangle; row by
/// row, so that long triangles cost no more than the lines they meet. `step` is +1 where the triangle looks
/// along z, else −1. Lines through an edge cross one of the two triangles at it. With `even_sums`, only lines
/// of an even sum u + v are visited.
template <typename Visit>
void for_each_line(const Triangle& t, const std::array<Vec3, 3>& p, bool even_sums, const Visit& visit) {
  const auto [low, high] = std::minmax({p[0].y(), p[1].y(), p[2].y()});
  for (int v = static_cast<int>(std::ceil(low)); v < high; ++v) {
    RowCrossing left, right;
    for (std::size_t side = 0; side < 3; ++side) {
      const std::size_t next = (side + 1) % 3;
      const RowCrossing crossing = row_crossing(p[side], p[next], t[side] < t[next], 0, 1, v);
      if (crossing.step != 0)
        (left.step == 0 ? left : right) = crossing;
    }
    if (right.step == 0)
      continue;
    if (left.u > right.u)
      std::swap(left, right);
    int u = static_cast<int>(std::ceil(left.u));
    if (even_sums && ((u ^ v) & 1))
      ++u;
    for (; u < right.u; u += even_sums ? 2 : 1)
      visit(u, v, right.step);
  }
}

} // namespace lamina
