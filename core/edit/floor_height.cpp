#include "core/edit/scene_edits.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lamina {

namespace {

/// Two directions that span the level.
struct Level {
  explicit Level(const Vec3& up_direction)
      : up(up_direction), u(up_direction.unitOrthogonal()), v(up_direction.cross(u)) {}
  /// Coordinates (u, v, height).
  Vec3 operator()(const Vec3& world) const { return {world.dot(u), world.dot(v), world.dot(up)}; }
  Vec3 up, u, v;
};

/// Height of the plane of a triangle at a place of the level within it (with a hair's breadth to spare);
/// nothing outside of it or for an upright one.
std::optional<double> height_at(const std::array<Vec3, 3>& t, const Vec3& place) {
  const Vec3 a = t[1] - t[0], b = t[2] - t[0], p = place - t[0];
  const double area = a.x() * b.y() - a.y() * b.x();
  if (std::abs(area) < 1e-14 * (a.squaredNorm() + b.squaredNorm()))
    return {};
  const double s = (p.x() * b.y() - p.y() * b.x()) / area, r = (a.x() * p.y() - a.y() * p.x()) / area;
  constexpr double spare = 1e-9;
  if (s < -spare || r < -spare || s + r > 1 + spare)
    return {};
  return t[0].z() + s * a.z() + r * b.z();
}

} // namespace

double height_correction(const Scene& scene, std::size_t index) {
  const SceneBody& body = scene.bodies[index];
  const Level level(scene.up());
  std::vector<Vec3> points;
  Box box;
  for (const Vec3& vertex : body.mesh->mesh.vertices) {
    points.push_back(level(body.pose * vertex));
    box.include(points.back());
  }
  if (points.empty())
    return 0;

  std::optional<double> gap;
  for (std::size_t other = 0; other < scene.bodies.size(); ++other) {
    const SceneBody& floor = scene.bodies[other];
    if (other == index || floor.sidedness != Sidedness::one_sided || !floor.mesh)
      continue;
    const TriangleMesh& mesh = floor.mesh->mesh;
    for (std::size_t i = 0; i < floor.mesh->shown_triangles; ++i) {
      std::array<Vec3, 3> corners;
      Box triangle;
      for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = level(floor.pose * mesh.vertices[mesh.triangles[i][k]]);
        triangle.include(corners[k]);
      }
      if (triangle.min.x() > box.max.x() || triangle.max.x() < box.min.x() ||
          triangle.min.y() > box.max.y() || triangle.max.y() < box.min.y())
        continue;
      for (const Vec3& point : points)
        if (const auto height = height_at(corners, point))
          gap = std::min(gap.value_or(point.z() - *height), point.z() - *height);
    }
  }
  return -gap.value_or(box.min.z());
}

} // namespace lamina
