#pragma once

#include "core/math/types.h"

#include <array>

namespace lamina {

/// Whether a triangle and a closed box meet, by separating axes: the box's sides, the triangle's normal, and
/// the products of their edges. Touching counts.
inline bool triangle_meets_box(const std::array<Vec3, 3>& triangle, const Vec3& centre, const Vec3& half) {
  const Vec3 p[3] = {triangle[0] - centre, triangle[1] - centre, triangle[2] - centre};
  for (int k = 0; k < 3; ++k)
    if (std::min({p[0][k], p[1][k], p[2][k]}) > half[k] || std::max({p[0][k], p[1][k], p[2][k]}) < -half[k])
      return false;
  const auto separates = [&](const Vec3& axis) {
    const double reach = half.dot(axis.cwiseAbs());
    const double a = axis.dot(p[0]), b = axis.dot(p[1]), c = axis.dot(p[2]);
    return std::min({a, b, c}) > reach || std::max({a, b, c}) < -reach;
  };
  const Vec3 edges[3] = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
  if (separates(edges[0].cross(edges[1])))
    return false;
  for (const Vec3& edge : edges)
    for (int k = 0; k < 3; ++k)
      if (separates(Vec3::Unit(k).cross(edge)))
        return false;
  return true;
}

} // namespace lamina
