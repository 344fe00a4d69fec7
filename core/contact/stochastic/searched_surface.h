#pragma once

#include "core/contact/proximity/feature_pairs.h"
#include "core/contact/tetrahedra/neighbours.h"
#include "core/contact/vertex_fans.h"
#include "core/shape/surface.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina::stochastic {

/// What the search needs of one surface: which triangles and vertices lie beside each other, kept as long as
/// these triangles stay.
class SearchedSurface {
public:
  /// In double precision. The surface stays while this is used.
  void update(const Surface& surface);

  /// There are triangles, and all their corners are vertices.
  bool usable() const { return features_ != nullptr; }

  const Surface& surface() const { return *surface_; }
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(surface_->positions.size()); }
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(triangles_->size()); }
  const Vec3& position(std::uint32_t vertex) const { return surface_->positions[vertex]; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  proximity::PlacedFeatures placed() const {
    return {triangles_.get(), features_.get(), surface_->positions};
  }
  const proximity::Features& features() const { return *features_; }
  std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const { return neighbours_.of(vertex); }
  const VertexFans& fans() const { return fans_; }

  const Box& bounds() const { return bounds_; } ///< of all vertices that have triangles and are numbers
  /// No point inside lies deeper, m: half of the shortest side of the bounds; infinite where the solid
  /// reaches to infinity.
  double most_depth() const { return most_depth_; }
  bool endless() const { return surface_->winding_at_infinity > 0; } ///< it does

private:
  void find_bounds();

  const Surface* surface_ = nullptr;
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::uint64_t topology_ = 0;
  std::size_t vertices_ = 0;
  std::unique_ptr<const proximity::Features> features_;
  tetrahedra::Neighbours neighbours_;
  VertexFans fans_;
  Box bounds_;
  double most_depth_ = 0;
};

} // namespace lamina::stochastic
