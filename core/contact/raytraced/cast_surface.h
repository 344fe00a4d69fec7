#pragma once

#include "core/bvh/embree_tree.h"
#include "core/contact/raytraced/simd/area_vectors.h"
#include "core/contact/surface_tree.h"
#include "core/settings/settings.h"
#include "core/shape/surface.h"

#include <memory>
#include <vector>

namespace lamina::raytraced {

/// What rays need of one surface, kept from step to step: its tree and the triangles around its vertices.
/// Only what has changed is made anew: nothing if no vertex has moved.
class CastSurface {
public:
  /// The device may be null while none of Embree's trees is wanted.
  /// The surface stays while this is used.
  void update(const Surface& surface, const RaytracedSettings& settings,
              const std::shared_ptr<const bvh::EmbreeDevice>& device);

  bvh::Hit first_hit(const bvh::Ray& ray) const { return fitted_->tree->first_hit(ray); }
  void add_boxes(int level, std::vector<Box>& boxes) const { fitted_->tree->add_boxes(level, boxes); }
  /// Hands out the tree as it is, once for these triangles: later calls give the same one. When a vertex
  /// moves, the surface goes on with a copy. So sharing costs one copy, and nothing for what never moves.
  std::shared_ptr<const SurfaceTree> share();

  const Surface& surface() const { return *surface_; } ///< of the last update
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(fitted_->positions.size()); }
  const Vec3& position(std::uint32_t vertex) const { return fitted_->positions[vertex]; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  const VertexFans& fans() const { return fans_; }
  /// VertexFans::area_vector of each.
  void area_vectors(std::span<const std::uint32_t> vertices, std::span<Vec3> areas) const {
    raytraced::area_vectors(fans_, fitted_->positions, vertices, areas);
  }
  Vec3 unit_normal(std::uint32_t triangle) const; ///< nought for a triangle without area

  /// m²: what a vertex of this area vector stands for: its own area under RayArea::vertex, otherwise the mean
  /// of all.
  double vertex_area(const Vec3& area_vector) const { return same_area_ ? mean_area_ : area_vector.norm(); }
  /// The same between vertices, of at most so many hits.
  static constexpr std::size_t most_hits = 64;
  void vertex_areas(std::span<const bvh::Hit> hits, std::span<double> areas) const;
  double rest_overlap(std::uint32_t vertex) const; ///< Surface::self_offset there, m
  double rest_overlap(const bvh::Hit& hit) const;

  const Box& bounds() const { return bounds_; } ///< of all vertices that have triangles and are numbers
  bool endless() const { return endless_; }     ///< its solid reaches to infinity

private:
  double between(const bvh::Hit& hit, const std::array<double, 3>& at_corners) const;
  bool take_positions(const Surface& surface);
  void leave_shared();
  void fit(const std::shared_ptr<const bvh::EmbreeDevice>& device, bool other_triangles);

  const Surface* surface_ = nullptr;
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::shared_ptr<const std::vector<float>> self_offset_;
  std::uint64_t topology_ = 0;
  std::shared_ptr<SurfaceTree> fitted_ = std::make_shared<SurfaceTree>();
  std::shared_ptr<const SurfaceTree> shared_; ///< handed out; it may be the one above
  VertexFans fans_;
  RayTree kind_ = RayTree::bvh; ///< of the tree
  bool same_area_ = false;      ///< for all vertices
  double mean_area_ = 0;
  Box bounds_;
  bool endless_ = false;
};

} // namespace lamina::raytraced
