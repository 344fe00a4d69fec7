#include "core/contact/distancefield/field_body.h"

#include "core/mesh/corners.h"

#include <algorithm>

namespace lamina::distancefield {

void FieldBody::update(const Surface& surface, const DistanceFieldSettings& settings, RestFields& fields,
                       int threads) {
  static const auto no_triangles = std::make_shared<const std::vector<Triangle>>();
  surface_ = &surface;
  bool other_lengths = !surface.rest || surface.rest != rest_positions_;
  const auto& triangles = surface.triangles ? surface.triangles : no_triangles;
  if (triangles != triangles_ || topology_ != surface.topology ||
      fans_.vertex_count() != surface.positions.size()) {
    triangles_ = corners_exist(*triangles, surface.positions.size()) ? triangles : no_triangles;
    topology_ = surface.topology;
    take_topology();
    other_lengths = true;
  }
  if (other_lengths)
    find_longest_edge();
  rest_positions_ = surface.rest;
  field_.of(surface, settings, fields, threads);
}

void FieldBody::take_topology() {
  fans_ = VertexFans(*triangles_, surface_->positions.size());
  features_ = std::make_unique<const proximity::Features>(*triangles_, surface_->positions.size());
}

void FieldBody::find_longest_edge() {
  longest_edge_ = 0;
  for (const proximity::Edge& edge : edges())
    longest_edge_ = std::max(longest_edge_, (position(edge.vertex[1]) - position(edge.vertex[0])).norm());
}

double FieldBody::face_area_along(std::uint32_t index, const Vec3& direction) const {
  const auto& [a, b, c] = triangle(index);
  const Vec3 area = 0.5 * (position(b) - position(a)).cross(position(c) - position(a));
  return std::max(0.0, direction.dot(area));
}

SurfacePoint FieldBody::foot(const Vec3& point, double distance, const Vec3& direction) const {
  constexpr double steepest = 0.5, farthest = 0.5; // cosine; weight beyond the triangle
  const NearestTriangle::Found near =
      rest()->nearest().to(in_field(surface_->place, point - distance * direction));
  SurfacePoint foot{near.triangle, triangle(near.triangle), {}, {}};
  const Vec3 &a = position(foot.corners[0]), u = position(foot.corners[1]) - a,
             v = position(foot.corners[2]) - a;
  double b = near.barycentric[0], c = near.barycentric[1];
  // Cramer's rule for point + t direction = a + b u + c v.
  const Vec3 normal = u.cross(v), from_corner = point - a;
  const double slope = normal.dot(direction);
  if (slope > steepest * normal.norm()) {
    const double on_line_b = from_corner.cross(v).dot(direction) / slope,
                 on_line_c = u.cross(from_corner).dot(direction) / slope;
    if (std::min({on_line_b, on_line_c, 1 - on_line_b - on_line_c}) > -farthest) {
      b = on_line_b;
      c = on_line_c;
    }
  }
  foot.weights = {1 - b - c, b, c};
  foot.position = a + b * u + c * v;
  return foot;
}

} // namespace lamina::distancefield
