#include "core/contact/adaptive/w12/ray.h"

#include "core/contact/adaptive/ray_walk.h"

#include <cmath>

namespace lamina::adaptive::w12 {

bool Ray::cast(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
               const std::array<std::span<const std::uint32_t>, 2>& faces) {
  const std::array<double, 2> middle = tile.middle();
  hits_.clear();
  length_ = 0;
  std::array<int, 2> winding{};
  for (std::uint8_t body = 0; body < 2; ++body) {
    int turns = 0;
    CoveredPoint at;
    for (const std::uint32_t index : faces[body]) {
      const Face& face = bodies[body]->faces[index];
      if (!covers(face, middle[0], middle[1], at))
        continue;
      hits_.push_back({at.z, -face.faces, index, body});
      turns -= face.faces;
    }
    if (!begin_winding(*bodies[body], turns, winding[body]))
      return false;
  }
  length_ = walk_ray(hits_, winding, {plane.low, plane.high}, seen_twice_).length;
  return true;
}

namespace {

/// Whether two planes that are `apart` (m) in the middle of a tile, and drift apart by `slope`, come within
/// z₀ + s |x| of each other anywhere over it. Their distance less that is concave where it has one sign, so
/// that corners say it.
bool come_near(double apart, const Vec2& slope, double z0, double s, const Vec2& half) {
  bool above = apart > 0, below = apart < 0;
  for (const double u : {-half.x(), half.x()})
    for (const double v : {-half.y(), half.y()}) {
      const double there = apart + slope.x() * u + slope.y() * v;
      above = above || there > 0;
      below = below || there < 0;
      if (std::abs(there) <= z0 + s * half.norm())
        return true;
    }
  return (above && below) || std::abs(apart) <= z0;
}

} // namespace

double transient_by_hits(std::span<const Ray::Hit> hits, const std::array<const ViewSurface*, 2>& bodies,
                         const Tile& tile, const ErrorSums& edges) {
  const double w = tile.width(), h = tile.height();
  const Vec2 half(0.5 * w, 0.5 * h);
  double sum = 0;
  for (std::size_t i = 0; i < hits.size(); ++i)
    for (std::size_t k = i + 1; k < hits.size(); ++k) {
      const Ray::Hit &a = hits[i], &b = hits[k];
      if (a.body == b.body)
        continue;
      const Vec2 slope = bodies[b.body]->faces[b.face].slope() - bodies[a.body]->faces[a.face].slope();
      // Planes that are the same stay so where no edge is.
      if (slope.isZero(0) && edges.slopes == 0 && edges.depths == 0)
        continue;
      if (!come_near(b.z - a.z, slope, edges.depths, edges.slopes, half))
        continue;
      // Half of the integrals of |slope · x|, of s |x| and of z₀ over the tile, as for an edge through its
      // middle.
      const EdgeTerms edge{std::abs(slope.x()), 0, std::abs(slope.y()), 0, 0.5 * edges.depths};
      sum += edge.at(w, h) + 0.5 * edges.slopes * w * h * std::sqrt((w * w + h * h) / 12);
    }
  return sum;
}

} // namespace lamina::adaptive::w12
