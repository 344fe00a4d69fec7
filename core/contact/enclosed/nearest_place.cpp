#include "core/contact/enclosed/nearest_place.h"

#include <cmath>

namespace lamina::enclosed {

namespace {

/// Balls are taken for larger by this share: they hold their triangles but for rounding.
constexpr double larger = 1 + 1e-9;

bool has_balls(const Surface& surface) {
  return surface.meshlets && surface.balls.size() == surface.meshlets->size();
}

void try_triangle(const Hull& hull, const Vec3& point, std::uint32_t index, NearestPlace& nearest) {
  const Triangle& triangle = (*hull.surface.triangles)[index];
  if (!hull.has(triangle))
    return;
  const Vec3 &a = hull.surface.positions[triangle[0]], &b = hull.surface.positions[triangle[1]],
             &c = hull.surface.positions[triangle[2]];
  const NearestOnTriangle on = nearest_on_triangle(point, a, b, c);
  const Vec3 position = a + on.barycentric[0] * (b - a) + on.barycentric[1] * (c - a);
  const double squared = (position - point).squaredNorm();
  if (squared < nearest.squared_distance || (squared == nearest.squared_distance && index < nearest.triangle))
    nearest = {squared, index, on, position};
}

void try_meshlet(const Hull& hull, const Vec3& point, std::size_t meshlet, NearestPlace& nearest) {
  for (const std::uint32_t triangle : hull.surface.meshlets->triangles(meshlet))
    try_triangle(hull, point, triangle, nearest);
}

/// No triangle of the ball is nearer, m; no number if the ball is none.
double least_distance(const Ball& ball, const Vec3& point) {
  return (ball.centre - point).norm() - larger * ball.radius;
}

/// The meshlets with the nearest ball first, and then all that may still hold something nearer.
void try_meshlets(const Hull& hull, const Vec3& point, NearestPlace& nearest) {
  const std::vector<Ball>& balls = hull.surface.balls;
  std::size_t first = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t m = 0; m < balls.size(); ++m)
    if (const double distance = least_distance(balls[m], point); distance < least) {
      least = distance;
      first = m;
    }
  try_meshlet(hull, point, first, nearest);
  for (std::size_t m = 0; m < balls.size(); ++m) {
    const double distance = least_distance(balls[m], point);
    if (m != first && !(distance > 0 && distance * distance > nearest.squared_distance))
      try_meshlet(hull, point, m, nearest);
  }
}

/// Whether a ray certainly passes by a ball.
bool passes_by(const bvh::Ray& ray, const Ball& ball) {
  const Vec3 way = ball.centre - ray.origin;
  const double along = std::max(way.dot(ray.direction), 0.0), radius = larger * ball.radius;
  return (way - along * ray.direction).squaredNorm() > larger * radius * radius;
}

} // namespace

std::optional<NearestPlace> nearest_place(const Hull& hull, const Vec3& point) {
  NearestPlace nearest;
  if (has_balls(hull.surface))
    try_meshlets(hull, point, nearest);
  else
    for (std::uint32_t t = 0; t < hull.surface.triangles->size(); ++t)
      try_triangle(hull, point, t, nearest);
  return std::isfinite(nearest.squared_distance) ? std::optional(nearest) : std::nullopt;
}

bvh::Hit first_hit(const Hull& hull, const bvh::Ray& ray) {
  const bvh::RayTest test(ray);
  bvh::Hit hit;
  const auto ask = [&](std::uint32_t index) {
    const Triangle& triangle = (*hull.surface.triangles)[index];
    if (hull.has(triangle))
      test.take(hull.surface.positions[triangle[0]], hull.surface.positions[triangle[1]],
                hull.surface.positions[triangle[2]], index, hit);
  };
  if (!has_balls(hull.surface)) {
    for (std::uint32_t t = 0; t < hull.surface.triangles->size(); ++t)
      ask(t);
    return hit;
  }
  for (std::size_t m = 0; m < hull.surface.balls.size(); ++m)
    if (!passes_by(ray, hull.surface.balls[m]))
      for (const std::uint32_t triangle : hull.surface.meshlets->triangles(m))
        ask(triangle);
  return hit;
}

} // namespace lamina::enclosed
