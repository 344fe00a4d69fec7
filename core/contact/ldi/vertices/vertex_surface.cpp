#include "core/contact/ldi/vertices/vertex_surface.h"

#include <algorithm>

namespace lamina::ldi {

void VertexSurface::update(const Surface& surface) {
  static const auto no_triangles = std::make_shared<const std::vector<Triangle>>();
  const auto& triangles = surface.triangles ? surface.triangles : no_triangles;
  surface_ = &surface;
  if (triangles == triangles_ && surface.topology == topology_ && surface.rest == rest_ &&
      fans_.vertex_count() == surface.positions.size())
    return;
  triangles_ = triangles;
  topology_ = surface.topology;
  rest_ = surface.rest;
  fans_ = VertexFans(*triangles_, surface.positions.size());
  loose_ = !triangles_->empty() && std::all_of(triangles_->begin(), triangles_->end(), [](const Triangle& t) {
    return t[0] == t[1] && t[1] == t[2];
  });
  rigid_areas_.clear();
  if (!rest_ || rest_->size() != surface.positions.size())
    return;
  rigid_areas_.resize(rest_->size());
  for (std::uint32_t v = 0; v < rigid_areas_.size(); ++v)
    rigid_areas_[v] = fans_.area_vector(v, *rest_).norm();
}

} // namespace lamina::ldi
