#include "core/contact/tetdistance/fan_search.h"

#include "core/contact/proximity/closest_points.h"

#include <algorithm>

namespace lamina::tetdistance {

namespace {

/// By how much the square of the distance to a point is less on a segment than at its first end, where
/// `along` is the product of the segment with the way to that point.
inline double gain_on_edge(double along, double length_squared) {
  if (!(along > 0))
    return 0;
  return along < length_squared ? along * along / length_squared : 2 * along - length_squared;
}

/// The same on a triangle with sides b and c at its first corner: by the products of the way to the point
/// with these.
inline double gain_on_triangle(double along_b, double along_c, double bb, double bc, double cc) {
  const double det = bb * cc - bc * bc;
  const double v = cc * along_b - bc * along_c, w = bb * along_c - bc * along_b;
  if (v >= 0 && w >= 0 && v + w <= det && det > 0)
    return (v * along_b + w * along_c) / det;
  // The far side, from the end of b; at that end the square is less by 2 along_b − bb.
  const double far = 2 * along_b - bb + gain_on_edge(along_c - along_b - bc + bb, bb + cc - 2 * bc);
  return std::max({gain_on_edge(along_b, bb), gain_on_edge(along_c, cc), far});
}

struct FanBest {
  double gain = 0;
  std::uint32_t triangle = SolidRings::none;
  std::uint32_t next = SolidRings::none; ///< the corner of that triangle that is closest
  double next_gain = 0;                  ///< at that corner
};

FanBest best_in_fan(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                    std::uint32_t node) {
  const Vec3& origin = positions[node];
  const Vec3 way = point - origin;
  FanBest best;
  for (const SolidRings::Corner& corner : rings.fan(node)) {
    const Vec3 b = positions[corner.second] - origin, c = positions[corner.third] - origin;
    const double along_b = b.dot(way), along_c = c.dot(way);
    if (best.triangle == SolidRings::none)
      best.triangle = corner.triangle;
    if (along_b <= 0 && along_c <= 0)
      continue;
    const double bb = b.squaredNorm(), cc = c.squaredNorm();
    const double gain = gain_on_triangle(along_b, along_c, bb, b.dot(c), cc);
    if (gain > best.gain) {
      best.gain = gain;
      best.triangle = corner.triangle;
    }
    // Another corner that is closer leads to a fan of its own.
    const double at_b = 2 * along_b - bb;
    if (at_b > best.next_gain) {
      best.next_gain = at_b;
      best.next = corner.second;
    }
  }
  return best;
}

} // namespace

OnTriangle closest_on(const Triangle& triangle, std::span<const Vec3> positions, const Vec3& point) {
  const Vec3 &a = positions[triangle[0]], &b = positions[triangle[1]], &c = positions[triangle[2]];
  const auto found = proximity::nearest_on_triangle(point, a, b, c);
  OnTriangle closest;
  closest.weights = {1 - found.barycentric[0] - found.barycentric[1], found.barycentric[0],
                     found.barycentric[1]};
  closest.place = a + found.barycentric[0] * (b - a) + found.barycentric[1] * (c - a);
  closest.squared = (point - closest.place).squaredNorm();
  return closest;
}

Foot search_fans(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                 std::uint32_t node) {
  Foot foot;
  for (int fan = 0; fan < most_fans; ++fan) {
    const FanBest best = best_in_fan(rings, positions, point, node);
    foot.node = node;
    foot.triangle = best.triangle;
    if (best.next == SolidRings::none)
      break;
    node = best.next;
  }
  if (foot.triangle != SolidRings::none)
    foot.squared = closest_on(rings.triangles()[foot.triangle], positions, point).squared;
  return foot;
}

Foot search_fans_plainly(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                         std::uint32_t node) {
  Foot foot;
  for (int fan = 0; fan < most_fans; ++fan) {
    foot = {std::numeric_limits<double>::infinity(), node, SolidRings::none};
    for (const SolidRings::Corner& corner : rings.fan(node)) {
      const double squared = closest_on(rings.triangles()[corner.triangle], positions, point).squared;
      if (squared < foot.squared)
        foot = {squared, node, corner.triangle};
    }
    std::uint32_t closest = node;
    double least = (point - positions[node]).squaredNorm();
    for (const SolidRings::Corner& corner : rings.fan(node))
      if (const double squared = (point - positions[corner.second]).squaredNorm(); squared < least) {
        least = squared;
        closest = corner.second;
      }
    if (closest == node)
      break;
    node = closest;
  }
  return foot;
}

} // namespace lamina::tetdistance
