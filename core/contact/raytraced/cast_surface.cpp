#include "core/contact/raytraced/cast_surface.h"

#include "core/bvh/box_tree.h"
#include "core/bvh/octree.h"
#include "core/mesh/corners.h"

#include <algorithm>
#include <cstring>

namespace lamina::raytraced {

namespace {

std::unique_ptr<bvh::HitTree> make_tree(RayTree kind, const bvh::EmbreeDevice* device) {
  switch (kind) {
  case RayTree::octree:
    return std::make_unique<bvh::Octree>();
  case RayTree::embree:
    return std::make_unique<bvh::EmbreeTree>(*device);
  default:
    return std::make_unique<bvh::BoxTree>();
  }
}

} // namespace

void CastSurface::update(const Surface& surface, const RaytracedSettings& settings,
                         const std::shared_ptr<const bvh::EmbreeDevice>& device) {
  static const auto no_triangles = std::make_shared<const std::vector<Triangle>>();
  surface_ = &surface;
  self_offset_ = surface.self_offset;
  endless_ = surface.winding_at_infinity > 0;
  const bool resized = fitted_->positions.size() != surface.positions.size();
  const bool moved = take_positions(surface);
  const auto& triangles = surface.triangles ? surface.triangles : no_triangles;
  const bool other_triangles = !fitted_->tree || resized || triangles != triangles_ ||
                               surface.topology != topology_ || settings.tree != kind_;
  if (other_triangles) {
    triangles_ = corners_exist(*triangles, fitted_->positions.size()) ? triangles : no_triangles;
    topology_ = surface.topology;
    kind_ = settings.tree;
    fans_ = VertexFans(*triangles_, fitted_->positions.size());
  }
  if (moved || other_triangles)
    fit(device, other_triangles);
  same_area_ = settings.area == RayArea::uniform;
  if (same_area_)
    mean_area_ = mean_vertex_area(fans_, *triangles_, fitted_->positions);
}

/// Says whether any differs, be it in a single bit. What was handed out is left as it is.
bool CastSurface::take_positions(const Surface& surface) {
  const std::vector<Vec3>& positions = surface.positions;
  if (fitted_->positions.size() == positions.size() &&
      (positions.empty() ||
       std::memcmp(fitted_->positions.data(), positions.data(), positions.size() * sizeof(Vec3)) == 0))
    return false;
  leave_shared();
  fitted_->positions = positions;
  fitted_->rest = surface.rest;
  fitted_->place = surface.place;
  return true;
}

void CastSurface::fit(const std::shared_ptr<const bvh::EmbreeDevice>& device, bool other_triangles) {
  bounds_ = Box{};
  for (std::uint32_t v = 0; v < vertex_count(); ++v)
    if (fans_.has_triangles(v) && position(v).allFinite())
      bounds_.include(position(v));
  if (other_triangles) {
    leave_shared();
    shared_.reset();
    fitted_->tree.reset();
  } else if (!fitted_->tree) {
    fitted_->tree = shared_->tree->copy_for(*triangles_, fitted_->positions);
  }
  fitted_->triangles = triangles_;
  if (fitted_->tree)
    return fitted_->tree->refit(bounds_);
  fitted_->device = device;
  fitted_->tree = make_tree(kind_, device.get());
  fitted_->tree->build(*triangles_, fitted_->positions, bounds_);
}

/// Goes on with positions of its own, and without a tree, if what it has was handed out.
void CastSurface::leave_shared() {
  if (shared_ != fitted_)
    return;
  auto own = std::make_shared<SurfaceTree>();
  own->positions = fitted_->positions;
  own->rest = fitted_->rest;
  own->place = fitted_->place;
  fitted_ = std::move(own);
}

std::shared_ptr<const SurfaceTree> CastSurface::share() {
  if (!shared_ && fitted_->tree)
    shared_ = fitted_;
  return shared_;
}

Vec3 CastSurface::unit_normal(std::uint32_t index) const {
  const auto& [a, b, c] = triangle(index);
  const Vec3 twice = (position(b) - position(a)).cross(position(c) - position(a));
  const double length = twice.norm();
  return length > 0 ? Vec3(twice / length) : Vec3::Zero();
}

double CastSurface::between(const bvh::Hit& hit, const std::array<double, 3>& at_corners) const {
  const auto [b, c] = hit.barycentric;
  return (1 - b - c) * at_corners[0] + b * at_corners[1] + c * at_corners[2];
}

void CastSurface::vertex_areas(std::span<const bvh::Hit> hits, std::span<double> areas) const {
  if (same_area_) {
    std::fill_n(areas.begin(), hits.size(), mean_area_);
    return;
  }
  std::array<std::uint32_t, 3 * most_hits> corners;
  for (std::size_t i = 0; i < hits.size(); ++i)
    std::copy_n(triangle(hits[i].triangle).begin(), 3, corners.begin() + 3 * i);
  std::array<Vec3, 3 * most_hits> vectors;
  area_vectors(std::span(corners).first(3 * hits.size()), vectors);
  for (std::size_t i = 0; i < hits.size(); ++i)
    areas[i] =
        between(hits[i], {vectors[3 * i].norm(), vectors[3 * i + 1].norm(), vectors[3 * i + 2].norm()});
}

double CastSurface::rest_overlap(std::uint32_t vertex) const {
  return self_offset_ && vertex < self_offset_->size() ? (*self_offset_)[vertex] : 0;
}

double CastSurface::rest_overlap(const bvh::Hit& hit) const {
  const auto& [a, b, c] = triangle(hit.triangle);
  return between(hit, {rest_overlap(a), rest_overlap(b), rest_overlap(c)});
}

} // namespace lamina::raytraced
