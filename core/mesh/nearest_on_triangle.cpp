#include "core/mesh/nearest_on_triangle.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lamina {

namespace {

NearestOnTriangle at_corner(int k) {
  return {NearestOnTriangle::Feature::vertex, k, {k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}};
}

NearestOnTriangle on_side(int k, double along) {
  const Eigen::Vector2d weights = k == 0   ? Eigen::Vector2d(along, 0)
                                  : k == 1 ? Eigen::Vector2d(1 - along, along)
                                           : Eigen::Vector2d(0, 1 - along);
  return {NearestOnTriangle::Feature::edge, k, weights};
}

} // namespace

NearestOnTriangle nearest_on_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const std::array<Vec3, 3> corners{a, b, c};
  const Vec3 normal = (b - a).cross(c - a);

  // Beyond a side the nearest point lies on the boundary: on the nearest of the sides.
  bool inside = normal.squaredNorm() > 0;
  std::array<double, 3> beyond;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& from = corners[k];
    const Vec3& to = corners[(k + 1) % 3];
    beyond[k] = (to - from).cross(point - from).dot(normal);
    inside = inside && beyond[k] > 0;
  }
  if (inside) {
    const double area = normal.squaredNorm();
    return {NearestOnTriangle::Feature::face, 0, {beyond[2] / area, beyond[0] / area}};
  }

  NearestOnTriangle nearest = at_corner(0);
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Vec3& from = corners[i];
    const Vec3 way = corners[(i + 1) % 3] - from;
    const double length = way.squaredNorm();
    const double along = length > 0 ? (point - from).dot(way) / length : 0;
    const double held = std::clamp(along, 0.0, 1.0);
    const double distance = (point - from - held * way).squaredNorm();
    if (!(distance < least))
      continue;
    least = distance;
    nearest = !(along > 0) ? at_corner(k) : !(along < 1) ? at_corner((k + 1) % 3) : on_side(k, along);
  }
  return nearest;
}

} // namespace lamina
