#include "core/contact/tetdistance/surface_parts.h"

#include "core/mesh/edges.h"

#include <algorithm>

namespace lamina::tetdistance {

namespace {

std::vector<SurfaceEdge> edges_of(const std::vector<Triangle>& triangles, std::size_t vertices) {
  TriangleMesh mesh;
  mesh.vertices.resize(vertices, Vec3::Zero());
  mesh.triangles = triangles;
  const EdgeTable table(mesh);
  std::vector<SurfaceEdge> edges;
  for (std::size_t e = 0; e < table.size(); ++e) {
    const auto uses = table.uses(e);
    edges.push_back({{uses[0].low, uses[0].high}, {uses[0].triangle, uses.back().triangle}});
  }
  return edges;
}

} // namespace

void SurfaceParts::update(const Surface& surface) {
  surface_ = &surface;
  if (triangles_ == surface.triangles && topology_ == surface.topology &&
      fans_.vertex_count() == surface.positions.size())
    return;
  triangles_ = surface.triangles;
  topology_ = surface.topology;
  fans_ = VertexFans(*triangles_, surface.positions.size());
  edges_ = edges_of(*triangles_, surface.positions.size());
}

Vec3 SurfaceParts::area_of_triangle(std::uint32_t triangle) const {
  const Triangle& t = (*triangles_)[triangle];
  const Vec3& origin = surface_->positions[t[0]];
  return 0.5 * (surface_->positions[t[1]] - origin).cross(surface_->positions[t[2]] - origin);
}

Vec3 SurfaceParts::area_of_edge(const SurfaceEdge& edge) const {
  const Vec3 first = area_of_triangle(edge.triangle[0]);
  return edge.triangle[0] == edge.triangle[1] ? Vec3(first / 3)
                                              : Vec3((first + area_of_triangle(edge.triangle[1])) / 3);
}

double SurfaceParts::facing(std::uint32_t vertex, const Vec3& direction) const {
  const Vec3& origin = surface_->positions[vertex];
  double sum = 0;
  int count = 0;
  for (const auto& side : fans_.sides(vertex)) {
    const Vec3 twice = (surface_->positions[side[0]] - origin).cross(surface_->positions[side[1]] - origin);
    const double seen = 0.5 * twice.dot(direction);
    sum += std::max(seen, 0.0);
    count += seen > 0;
  }
  return count > 0 ? sum / count : 0;
}

} // namespace lamina::tetdistance
