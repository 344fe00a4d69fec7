#include "core/contact/hashing/hashed_body.h"

#include <algorithm>

namespace lamina::hashing {

void HashedBody::update(const Surface& surface, const Solid& solid) {
  static const auto no_triangles = std::make_shared<const std::vector<Triangle>>();
  const auto& triangles = surface.triangles ? surface.triangles : no_triangles;
  const std::span<const Tetrahedron> tetrahedra =
      solid.conforms() ? solid.tetrahedra : std::span<const Tetrahedron>{};
  const std::array topology{surface.topology, solid.topology};
  surface_ = &surface;
  if (triangles != triangles_ || tetrahedra.data() != tetrahedra_ ||
      tetrahedra.size() != tetrahedron_count_ || topology != topology_ ||
      fans_.vertex_count() != surface.positions.size()) {
    triangles_ = triangles;
    tetrahedra_ = tetrahedra.data();
    tetrahedron_count_ = tetrahedra.size();
    topology_ = topology;
    take_topology(surface, solid);
  }
  if (tetrahedra.empty()) {
    solid_ = {};
    points_.assign(surface.positions.begin(), surface.positions.end());
    return;
  }
  // Surfaces may be grown (core/simulation/grown_surfaces.h).
  points_.assign(solid.nodes.begin(), solid.nodes.end());
  for (std::size_t v = 0; v < solid.node_of_vertex.size(); ++v)
    points_[solid.node_of_vertex[v]] = surface.positions[v];
  solid_ = solid;
  solid_.nodes = points_;
}

void HashedBody::take_topology(const Surface& surface, const Solid& solid) {
  using namespace tetrahedra;
  fans_ = VertexFans(*triangles_, surface.positions.size());
  if (tetrahedron_count_ == 0) {
    neighbours_ = Neighbours(std::span<const Triangle>(*triangles_), surface.positions.size());
    faces_ = {};
    return;
  }
  neighbours_ = Neighbours(solid.tetrahedra, solid.nodes.size());
  faces_ = SolidFaces(solid.tetrahedra, solid.nodes.size(), *triangles_, solid.node_of_vertex);
  vertex_of_node_.assign(solid.nodes.size(), no_vertex);
  for (std::uint32_t v = 0; v < solid.node_of_vertex.size(); ++v)
    vertex_of_node_[solid.node_of_vertex[v]] = v;
}

Vec3 HashedBody::unit_normal(std::uint32_t index) const {
  const auto& [a, b, c] = triangle(index);
  const Vec3& origin = surface_->positions[a];
  const Vec3 twice_area = (surface_->positions[b] - origin).cross(surface_->positions[c] - origin);
  const double length = twice_area.norm();
  return length > 0 && std::isfinite(length) ? Vec3(twice_area / length) : Vec3(Vec3::Zero());
}

} // namespace lamina::hashing
