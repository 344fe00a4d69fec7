#include "core/contact/adaptive/bounded_volume.h"

#include "core/base/error.h"
#include "core/contact/adaptive/tile_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Tiles of each direction before one of them is chosen.
constexpr std::size_t first_tiles = 64;

struct Direction {
  ViewPlane plane;
  std::array<ViewSurface, 2> seen;
  TileTree tree;
  ViewVolume found;
  double rounding = 0; ///< m³

  double off_by(const VolumeTolerance& tolerance) const {
    return rounding + (tolerance.rigorous ? found.bound : found.error_bar);
  }
};

/// Where both solids may be. One that reaches to infinity is everywhere.
Box common_box(const Surface& a, const Surface& b) {
  if (a.winding_at_infinity > 0)
    return b.bounds;
  return b.winding_at_infinity > 0 ? a.bounds : a.bounds.intersection(b.bounds);
}

/// Shares of the way from what it is off by at first to the tolerance, both as logarithms.
double share_done(double first, double now, double wanted) {
  if (!(now > wanted) || !(first > wanted) || !(wanted > 0))
    return 1;
  return std::clamp(std::log(first / now) / std::log(first / wanted), 0.0, 1.0);
}

/// With a few tiles each.
void look(const std::array<SurfacePart, 2>& parts, const std::array<bool, 2>& simple, const Box& box,
          const VolumeTolerance& tolerance, std::array<Direction, 3>& directions) {
  for (int k = 0; k < 3; ++k) {
    Direction& direction = directions[static_cast<std::size_t>(k)];
    direction.plane = plane_over(box, {}, k, farthest_of(*parts[0].surface, *parts[1].surface));
    for (std::size_t body = 0; body < 2; ++body) {
      view(parts[body], direction.plane, direction.seen[body]);
      direction.seen[body].simple = simple[body];
    }
    direction.rounding = rounding_of(direction.plane, direction.seen[0].area + direction.seen[1].area);
    direction.tree.begin({&direction.seen[0], &direction.seen[1]}, direction.plane, Kinks::traced);
    direction.found = direction.tree.refine(
        {0, tolerance.rigorous, std::min(first_tiles, tolerance.most_tiles), 0, least_traced_tiles});
  }
}

/// Doubles the tiles of a direction until the tolerance is met. What is less than rounding cannot be met:
/// then until tiles are as exact as that.
void refine(Direction& direction, const VolumeTolerance& tolerance, const Progress& progress,
            BoundedVolume& result) {
  ViewVolume& found = direction.found;
  const double first = direction.off_by(tolerance);
  for (std::size_t tiles = 2 * first_tiles;; tiles *= 2) {
    const double wanted = tolerance.relative * found.volume;
    result.reached = direction.off_by(tolerance) <= wanted;
    const double of_tiles = wanted > direction.rounding ? wanted - direction.rounding : direction.rounding;
    // The last time nothing could be split any more.
    if (direction.off_by(tolerance) - direction.rounding <= of_tiles || found.tiles >= tolerance.most_tiles ||
        tiles / 4 > found.tiles)
      break;
    if (progress && !progress(share_done(first, direction.off_by(tolerance), wanted),
                              std::to_string(found.tiles) + " tiles"))
      throw Cancelled();
    found = direction.tree.refine({of_tiles, tolerance.rigorous, std::min(tiles, tolerance.most_tiles)});
  }
}

} // namespace

BoundedVolume bounded_volume(const Surface& a, const Surface& b, const VolumeTolerance& tolerance,
                             const Progress& progress) {
  BoundedVolume result;
  const Box box = common_box(a, b);
  if (box.empty() || !(box.size().minCoeff() > 0))
    return result;
  const std::array<SurfacePart, 2> parts{whole_surface(a), whole_surface(b)};
  std::array<Direction, 3> directions;
  std::array<bool, 2> simple{true, true};
  for (bool again = true; again;) {
    look(parts, simple, box, tolerance, directions);
    const auto best = std::min_element(directions.begin(), directions.end(),
                                       [&](const Direction& one, const Direction& other) {
                                         return one.off_by(tolerance) < other.off_by(tolerance);
                                       });
    result.rays = 0;
    for (const Direction& direction : directions)
      if (&direction != &*best)
        result.rays += direction.found.evaluated;
    refine(*best, tolerance, progress, result);
    const ViewVolume& found = best->found;
    result.volume = found.volume;
    result.bound = found.bound + best->rounding;
    result.error_bar = found.error_bar + best->rounding;
    result.direction = static_cast<int>(best - directions.begin());
    result.tiles = found.tiles;
    result.rays += found.evaluated;
    if (!is_fine(best->plane)) {
      result.bound = std::max(result.bound, box.size().prod());
      result.reached = false;
    }
    again = false;
    for (const Direction& direction : directions)
      again |= note_overlaps(direction.tree.seen_twice(), simple);
  }
  return result;
}

} // namespace lamina::adaptive
