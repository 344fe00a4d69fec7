#pragma once

#include "core/body/surface.h"
#include "core/contact/raytraced/embree_tree.h"
#include "core/contact/raytraced/vertex_fans.h"
#include "core/settings/settings.h"

#include <memory>
#include <vector>

namespace lamina::raytraced {

/// What rays need of one surface, kept from step to step: its tree and the triangles around its vertices.
/// Only what has changed is made anew: nothing if no vertex has moved.
class CastSurface {
public:
  /// The device, which serves trees of boxes only, must outlive it.
  void update(const Surface& surface, const Settings& settings, const EmbreeDevice& device);

  Hit first_hit(const Ray& ray) const { return tree_->first_hit(ray); }
  void add_boxes(int level, std::vector<Box>& boxes) const { tree_->add_boxes(level, boxes); }

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(positions_.size()); }
  const Vec3& position(std::uint32_t vertex) const { return positions_[vertex]; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  const VertexFans& fans() const { return fans_; }
  Vec3 area_vector(std::uint32_t vertex) const { return fans_.area_vector(vertex, *triangles_, positions_); }
  Vec3 unit_normal(std::uint32_t triangle) const; ///< nought for a triangle without area

  /// m²: what a vertex stands for: its own area, which is given, under RayArea::vertex, otherwise the mean of
  /// all.
  double stands_for(double area) const { return same_area_ ? mean_area_ : area; }
  double vertex_area(const Hit& hit) const;        ///< the same between vertices
  double rest_overlap(std::uint32_t vertex) const; ///< Surface::self_offset there, m
  double rest_overlap(const Hit& hit) const;

  const Box& bounds() const { return bounds_; } ///< of all vertices that have triangles and are numbers
  bool endless() const { return endless_; }     ///< its solid reaches to infinity

private:
  template <class Value>
  double between(const Hit& hit, const Value& value) const;
  bool take_positions(const std::vector<Vec3>& positions);
  void fit(const EmbreeDevice& device, bool other_triangles);

  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::shared_ptr<const std::vector<float>> self_offset_;
  std::uint64_t topology_ = 0;
  std::vector<Vec3> positions_; ///< those that the tree was fitted to
  VertexFans fans_;
  std::unique_ptr<HitTree> tree_;
  RayTree kind_ = RayTree::bvh; ///< of the tree
  bool same_area_ = false;      ///< for all vertices
  double mean_area_ = 0;
  Box bounds_;
  bool endless_ = false;
};

} // namespace lamina::raytraced
