#include "core/contact/proximity/distances.h"

#include <algorithm>
#include <cmath>

namespace lamina::proximity {

namespace {

constexpr std::size_t most_triangles = 4096;
constexpr double least_of_diagonal = 1e-4;
constexpr double distance_of_thickness = 0.02, depth_of_distance = 10, depth_of_thickness = 0.2;

} // namespace

double mean_thickness(const Surface& surface) {
  if (!surface.triangles || !surface.bounds.min.allFinite() || !surface.bounds.max.allFinite())
    return 0;
  const std::vector<Triangle>& triangles = *surface.triangles;
  const Vec3 origin = surface.bounds.centre();
  const std::size_t stride = (triangles.size() + most_triangles - 1) / most_triangles;
  const VertexPositions positions = surface.vertex_positions();
  double volume = 0, area = 0;
  for (std::size_t t = 0; t < triangles.size(); t += std::max<std::size_t>(stride, 1)) {
    const auto [i, j, k] = triangles[t];
    if (std::max({i, j, k}) >= positions.size())
      return 0;
    const Vec3 p = positions[i], normal = (positions[j] - p).cross(positions[k] - p);
    volume += normal.dot(p - origin) / 6;
    area += normal.norm() / 2;
  }
  const double thickness = area > 0 ? 3 * std::abs(volume) / area : 0;
  const double least = least_of_diagonal * surface.bounds.size().norm();
  return std::isfinite(thickness) ? std::max(thickness, least) : least;
}

Reach reach_between(double thickness_a, double thickness_b, const ProximitySettings& settings) {
  const double thickness = std::min(thickness_a, thickness_b);
  Reach reach;
  reach.distance = settings.distance > 0 ? settings.distance : distance_of_thickness * thickness;
  reach.depth = settings.depth > 0
                    ? settings.depth
                    : std::min(depth_of_distance * reach.distance, depth_of_thickness * thickness);
  return reach;
}

Reach reach_of_cloth(const Surface& a, const Surface& b, double solid, const ProximitySettings& settings) {
  Reach reach;
  reach.distance = settings.distance > 0 ? settings.distance : 0.5 * (a.sheet_thickness + b.sheet_thickness);
  if (!is_sheet(a) || !is_sheet(b))
    reach.depth = settings.depth > 0 ? settings.depth : depth_of_thickness * solid;
  return reach;
}

Reach reach_within(double thickness, const ProximitySettings& settings) {
  Reach reach = reach_between(thickness, thickness, settings);
  reach.depth = std::min(reach.depth, reach.distance);
  return reach;
}

} // namespace lamina::proximity
