#include "core/contact/enclosed/way_out.h"

#include <algorithm>
#include <cmath>

namespace lamina::enclosed {

namespace {

constexpr std::size_t most_looks = 32;

/// How far the whole piece moves until it is out, m.
double way_of_all(const WayOut& way, std::span<const Vec3> points) {
  double most = 0;
  for (const Vec3& point : points)
    most = std::max(most, way.depth(point));
  return most;
}

} // namespace

std::optional<WayOut> shortest_way_out(std::span<const Vec3> points, const Hull& hull) {
  const std::size_t stride = std::max<std::size_t>(1, (points.size() + most_looks - 1) / most_looks);
  std::optional<WayOut> shortest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); i += stride) {
    const std::optional<NearestPlace> place = nearest_place(hull, points[i]);
    if (!place || !(place->squared_distance > 0))
      continue;
    const WayOut way{(place->position - points[i]).normalized(), *place};
    if (const double most = way_of_all(way, points); most < least) {
      least = most;
      shortest = way;
    }
  }
  return shortest;
}

} // namespace lamina::enclosed
