#include "core/bench/engines/convex_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamina::bench {

namespace {

/// Overlap of the shadows of both on an axis of any length, m.
double overlap_along(const ConvexShape& a, const ConvexShape& b, const Vec3& axis) {
  const auto shadow = [&axis](const ConvexShape& shape) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3& vertex : shape.vertices) {
      const double t = axis.dot(vertex);
      low = std::min(low, t);
      high = std::max(high, t);
    }
    return std::pair(low, high);
  };
  const auto [low_a, high_a] = shadow(a);
  const auto [low_b, high_b] = shadow(b);
  return std::min(high_a - low_b, high_b - low_a) / axis.norm();
}

Vec3 normal_of(const ConvexShape& shape, const std::vector<int>& face) {
  const auto at = [&](std::size_t k) { return shape.vertices[static_cast<std::size_t>(face[k])]; };
  return (at(1) - at(0)).cross(at(2) - at(0));
}

/// Directions of edges, parallel ones once.
std::vector<Vec3> edge_directions(const ConvexShape& shape) {
  std::vector<Vec3> directions;
  for (const std::vector<int>& face : shape.faces)
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vec3 direction = (shape.vertices[static_cast<std::size_t>(face[(k + 1) % face.size()])] -
                              shape.vertices[static_cast<std::size_t>(face[k])])
                                 .normalized();
      if (std::none_of(directions.begin(), directions.end(),
                       [&](const Vec3& d) { return d.cross(direction).norm() < 1e-9; }))
        directions.push_back(direction);
    }
  return directions;
}

} // namespace

ConvexShape box_shape(const Vec3& size) {
  ConvexShape box;
  for (int corner = 0; corner < 8; ++corner)
    box.vertices.push_back(
        0.5 * size.cwiseProduct(Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  box.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return box;
}

ConvexShape cylinder_shape(double radius, double height, int sides) {
  ConvexShape shape;
  std::vector<int> bottom, top;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    const double x = radius * std::cos(angle), z = radius * std::sin(angle);
    shape.vertices.emplace_back(x, -height / 2, z);
    shape.vertices.emplace_back(x, height / 2, z);
    bottom.push_back(2 * k);
    top.insert(top.begin(), 2 * k + 1);
    const int next = 2 * ((k + 1) % sides);
    shape.faces.push_back({2 * k, 2 * k + 1, next + 1, next});
  }
  shape.faces.push_back(bottom);
  shape.faces.push_back(top);
  return shape;
}

std::vector<ConvexShape> torus_parts(const TriangleMesh& torus) {
  // Vertices come section by section, and the sections of a torus stand at different angles about the y axis.
  const auto angle = [&torus](std::size_t k) {
    return std::atan2(torus.vertices[k].z(), torus.vertices[k].x());
  };
  std::size_t points = 1;
  while (points < torus.vertices.size() && std::abs(angle(points) - angle(0)) < 1e-9)
    ++points;
  const std::size_t sections = torus.vertices.size() / points;
  const int n = static_cast<int>(points);

  // The quadrilaterals between two sections are plane, since their sides along the sections are parallel.
  ConvexShape part;
  std::vector<int> begin, end;
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    part.faces.push_back({k, n + k, n + next, next});
    begin.push_back(k);
    end.insert(end.begin(), n + k);
  }
  part.faces.push_back(begin);
  part.faces.push_back(end);

  std::vector<ConvexShape> parts(sections, part);
  for (std::size_t j = 0; j < sections; ++j)
    for (const std::size_t section : {j, (j + 1) % sections})
      for (std::size_t k = 0; k < points; ++k)
        parts[j].vertices.push_back(torus.vertices[section * points + k]);
  return parts;
}

TriangleMesh triangles_of(const ConvexShape& shape) {
  TriangleMesh mesh;
  mesh.vertices = shape.vertices;
  for (const std::vector<int>& face : shape.faces)
    for (std::size_t k = 2; k < face.size(); ++k)
      mesh.triangles.push_back({static_cast<std::uint32_t>(face[0]), static_cast<std::uint32_t>(face[k - 1]),
                                static_cast<std::uint32_t>(face[k])});
  return mesh;
}

ConvexShape placed(const ConvexShape& shape, const Pose& pose) {
  ConvexShape moved = shape;
  for (Vec3& vertex : moved.vertices)
    vertex = pose * vertex;
  return moved;
}

double penetration_depth(const ConvexShape& a, const ConvexShape& b, double least) {
  double depth = std::numeric_limits<double>::infinity();
  const auto overlaps_along = [&](const Vec3& axis) {
    if (axis.norm() > 1e-9)
      depth = std::min(depth, overlap_along(a, b, axis));
    return depth > least;
  };
  for (const ConvexShape* shape : {&a, &b})
    for (const std::vector<int>& face : shape->faces)
      if (!overlaps_along(normal_of(*shape, face)))
        return 0;
  for (const Vec3& edge_a : edge_directions(a))
    for (const Vec3& edge_b : edge_directions(b))
      if (const Vec3 axis = edge_a.cross(edge_b); axis.norm() > 1e-6 && !overlaps_along(axis))
        return 0;
  return depth;
}

} // namespace lamina::bench
