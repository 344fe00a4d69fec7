#include "core/body/chords.h"

#include "core/mesh/corners.h"

#include <algorithm>
#include <limits>

namespace lamina {

namespace {

struct Hit {
  double distance = std::numeric_limits<double>::infinity();
  std::uint32_t triangle = 0;
};

/// Distance along a ray at which it leaves the solid through a triangle; infinite if it does not.
double leaving_distance(const TriangleMesh& mesh, const Triangle& t, const Vec3& from,
                        const Vec3& direction) {
  const Vec3& a = mesh.vertices[t[0]];
  const Vec3 u = mesh.vertices[t[1]] - a, v = mesh.vertices[t[2]] - a;
  const Vec3 normal = u.cross(v);
  const double facing = normal.dot(direction);
  if (!(facing > 0))
    return std::numeric_limits<double>::infinity();
  const Vec3 way = a - from;
  const Vec3 turned = way.cross(direction);
  const double s = v.dot(turned) / facing, r = -u.dot(turned) / facing;
  if (s < 0 || r < 0 || s + r > 1)
    return std::numeric_limits<double>::infinity();
  return normal.dot(way) / facing;
}

Hit first_exit(const PreparedMesh& prepared, const std::vector<Ball>& balls, std::uint32_t vertex,
               const Vec3& direction) {
  const TriangleMesh& mesh = prepared.mesh;
  const Vec3& from = mesh.vertices[vertex];
  Hit nearest;
  for (std::size_t b = 0; b < balls.size(); ++b) {
    const Vec3 way = balls[b].centre - from;
    const double along = way.dot(direction);
    if (along + balls[b].radius < 0 || along - balls[b].radius > nearest.distance ||
        (way - along * direction).squaredNorm() > balls[b].radius * balls[b].radius)
      continue;
    for (const std::uint32_t t : prepared.meshlets.triangles(b)) {
      if (has_corner(mesh.triangles[t], vertex))
        continue;
      const double distance = leaving_distance(mesh, mesh.triangles[t], from, direction);
      if (distance > 0 && distance < nearest.distance)
        nearest = {distance, t};
    }
  }
  return nearest;
}

} // namespace

std::vector<std::array<std::uint32_t, 2>> chords_through(const PreparedMesh& prepared) {
  const TriangleMesh& mesh = prepared.mesh;
  std::vector<Vec3> normals(mesh.vertices.size(), Vec3::Zero());
  for (const Triangle& t : mesh.triangles) {
    const Vec3 normal =
        (mesh.vertices[t[1]] - mesh.vertices[t[0]]).cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]);
    for (const std::uint32_t vertex : t)
      normals[vertex] += normal;
  }
  std::vector<Ball> balls;
  enclose_meshlets(prepared.meshlets, mesh.vertices, balls);
  std::vector<std::array<std::uint32_t, 2>> chords;
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!(normals[v].norm() > 0))
      continue;
    const Vec3 direction = -normals[v].normalized();
    const Hit hit = first_exit(prepared, balls, v, direction);
    if (!std::isfinite(hit.distance))
      continue;
    const Vec3 exit = mesh.vertices[v] + hit.distance * direction;
    const Triangle& t = mesh.triangles[hit.triangle];
    const std::uint32_t partner =
        *std::min_element(t.begin(), t.end(), [&](std::uint32_t a, std::uint32_t b) {
          return (mesh.vertices[a] - exit).squaredNorm() < (mesh.vertices[b] - exit).squaredNorm();
        });
    chords.push_back({std::min(v, partner), std::max(v, partner)});
  }
  std::sort(chords.begin(), chords.end());
  chords.erase(std::unique(chords.begin(), chords.end()), chords.end());
  return chords;
}

} // namespace lamina
