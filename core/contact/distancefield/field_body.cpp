#include "core/contact/distancefield/field_body.h"

#include "core/mesh/corners.h"

#include <algorithm>

namespace lamina::distancefield {

namespace {

/// Tetrahedra that carry the surface, and where their nodes are at rest. What is in pieces has surfaces
/// within it at rest, of which its field would tell.
bool is_known_at_rest(const Surface& surface, const Deformed& deformed) {
  const Solid& solid = deformed.solid;
  const std::size_t nodes = solid.nodes.size();
  return !surface.rest && !solid.tetrahedra.empty() && solid.at_rest.size() == nodes &&
         deformed.rest.vertices.size() == surface.positions.size() && count_pieces(surface) == 1 &&
         std::all_of(solid.at_rest.begin(), solid.at_rest.end(),
                     [](const Vec3& p) { return p.allFinite(); }) &&
         std::all_of(solid.tetrahedra.begin(), solid.tetrahedra.end(), [nodes](const Tetrahedron& t) {
           return std::all_of(t.begin(), t.end(), [nodes](std::uint32_t node) { return node < nodes; });
         });
}

} // namespace

void FieldBody::update(const Surface& surface, const Deformed& deformed,
                       const DistanceFieldSettings& settings, RestFields& fields, int threads) {
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
  deforms_ = is_known_at_rest(surface, deformed);
  field_.of(deforms_ ? take_rest(deformed) : RestMesh::of(surface), settings, fields, threads);
  if (!deforms_ || !field_.get())
    return;
  places_.update(deformed.solid);
  // Beyond the outermost tetrahedra it goes on as within them, as far as contact reaches.
  reach_ = std::max(settings.offset, 0.0) + cell();
}

/// Copied once, so that it stays as long as its field.
RestMesh FieldBody::take_rest(const Deformed& deformed) {
  if (!rest_mesh_.positions || rest_mesh_.triangles != surface_->triangles ||
      rest_mesh_.topology != surface_->topology) {
    rest_mesh_ = RestMesh::of(*surface_);
    rest_mesh_.positions = std::make_shared<const std::vector<Vec3>>(deformed.rest.vertices.begin(),
                                                                     deformed.rest.vertices.end());
  }
  return rest_mesh_;
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

/// The place of the surface at rest that a point is pushed to.
Vec3 FieldBody::rest_foot(const Vec3& point, double distance, const Vec3& direction) const {
  if (!deforms_)
    return in_field(surface_->place, point - distance * direction);
  const std::optional<RestPlace> place = places_.of(point);
  if (!place)
    return Vec3::Zero();
  const field::FieldValue at_rest = rest()->field().at(place->position);
  return place->position - at_rest.distance * at_rest.gradient.stableNormalized();
}

SurfacePoint FieldBody::foot(const Vec3& point, double distance, const Vec3& direction) const {
  constexpr double steepest = 0.5, farthest = 0.5; // cosine; weight beyond the triangle
  const NearestTriangle::Found near = rest()->nearest().to(rest_foot(point, distance, direction));
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
