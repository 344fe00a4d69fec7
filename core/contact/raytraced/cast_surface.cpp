#include "core/contact/raytraced/cast_surface.h"

#include "core/contact/raytraced/octree.h"

#include <algorithm>
#include <cstring>

namespace lamina::raytraced {

namespace {

/// Triangles whose corners are all there.
bool indices_fit(const std::vector<Triangle>& triangles, std::size_t vertices) {
  return std::all_of(triangles.begin(), triangles.end(), [vertices](const Triangle& t) {
    return t[0] < vertices && t[1] < vertices && t[2] < vertices;
  });
}

} // namespace

void CastSurface::update(const Surface& surface, const Settings& settings, const EmbreeDevice& device) {
  static const auto no_triangles = std::make_shared<const std::vector<Triangle>>();
  self_offset_ = surface.self_offset;
  endless_ = surface.winding_at_infinity > 0;
  const bool resized = positions_.size() != surface.positions.size();
  const bool moved = take_positions(surface.positions);
  const auto& triangles = surface.triangles ? surface.triangles : no_triangles;
  const bool other_triangles = !tree_ || resized || triangles != triangles_ ||
                               surface.topology != topology_ || settings.ray_tree != kind_;
  if (other_triangles) {
    triangles_ = indices_fit(*triangles, positions_.size()) ? triangles : no_triangles;
    topology_ = surface.topology;
    kind_ = settings.ray_tree;
    fans_ = VertexFans(*triangles_, positions_.size());
  }
  if (moved || other_triangles)
    fit(device, other_triangles);
  same_area_ = settings.ray_area == RayArea::uniform;
  if (same_area_)
    mean_area_ = mean_vertex_area(fans_, *triangles_, positions_);
}

/// Says whether any differs, be it in a single bit.
bool CastSurface::take_positions(const std::vector<Vec3>& positions) {
  if (positions_.size() == positions.size() &&
      (positions.empty() ||
       std::memcmp(positions_.data(), positions.data(), positions.size() * sizeof(Vec3)) == 0))
    return false;
  positions_ = positions;
  return true;
}

void CastSurface::fit(const EmbreeDevice& device, bool other_triangles) {
  bounds_ = Box{};
  for (std::uint32_t v = 0; v < vertex_count(); ++v)
    if (!fans_.of(v).empty() && positions_[v].allFinite())
      bounds_.include(positions_[v]);
  if (!other_triangles) {
    tree_->refit();
    return;
  }
  if (kind_ == RayTree::octree)
    tree_ = std::make_unique<Octree>();
  else
    tree_ = std::make_unique<EmbreeTree>(device);
  tree_->build(*triangles_, positions_);
}

Vec3 CastSurface::unit_normal(std::uint32_t index) const {
  const Triangle& t = triangle(index);
  const Vec3& p = positions_[t[0]];
  const Vec3 area = (positions_[t[1]] - p).cross(positions_[t[2]] - p);
  const double length = area.norm();
  return length > 0 ? Vec3(area / length) : Vec3::Zero();
}

template <class Value>
double CastSurface::between(const Hit& hit, const Value& value) const {
  const Triangle& t = triangle(hit.triangle);
  const auto [b, c] = hit.barycentric;
  return (1 - b - c) * value(t[0]) + b * value(t[1]) + c * value(t[2]);
}

double CastSurface::vertex_area(const Hit& hit) const {
  return same_area_ ? mean_area_ : between(hit, [this](std::uint32_t v) { return area_vector(v).norm(); });
}

double CastSurface::rest_overlap(std::uint32_t vertex) const {
  return self_offset_ && vertex < self_offset_->size() ? (*self_offset_)[vertex] : 0;
}

double CastSurface::rest_overlap(const Hit& hit) const {
  return between(hit, [this](std::uint32_t v) { return rest_overlap(v); });
}

} // namespace lamina::raytraced
