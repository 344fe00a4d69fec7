#pragma once

#include "core/contact/vertex_fans.h"
#include "core/shape/surface.h"

#include <memory>
#include <vector>

namespace lamina::ldi {

/// What looking up vertices needs of one surface, kept from step to step: the triangles around its vertices,
/// and the areas that these stand for.
class VertexSurface {
public:
  /// The surface, in double precision, stays while this is used.
  void update(const Surface& surface);

  const Surface& surface() const { return *surface_; }
  std::size_t vertex_count() const { return surface_->positions.size(); }
  const Vec3& position(std::uint32_t vertex) const { return surface_->positions[vertex]; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  const VertexFans& fans() const { return fans_; }
  /// It has triangles, and all of them are points: three times the same vertex. Such loose particles enclose
  /// nothing and have no area.
  bool loose() const { return loose_; }
  bool has_triangles() const { return !triangles_->empty(); }

  Vec3 area_vector(std::uint32_t vertex) const { return fans_.area_vector(vertex, surface_->positions); }
  /// m²: the size of that. Known beforehand of a rigid surface, in its own frame.
  double area(std::uint32_t vertex) const {
    return rigid_areas_.empty() ? area_vector(vertex).norm() : rigid_areas_[vertex];
  }

private:
  const Surface* surface_ = nullptr;
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::shared_ptr<const std::vector<Vec3>> rest_;
  std::uint64_t topology_ = 0;
  bool loose_ = false;
  VertexFans fans_;
  std::vector<double> rigid_areas_; ///< by vertex, if the surface is rigid
};

} // namespace lamina::ldi
