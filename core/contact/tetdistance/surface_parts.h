#pragma once

#include "core/contact/vertex_fans.h"
#include "core/shape/surface.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lamina::tetdistance {

/// An edge of a surface.
struct SurfaceEdge {
  std::array<std::uint32_t, 2> vertex;   ///< lower first
  std::array<std::uint32_t, 2> triangle; ///< at it; twice the same where the surface ends
};

/// The vertices and edges of a surface, and the area that each stands for. Positions are those of the surface
/// at the last update.
class SurfaceParts {
public:
  void update(const Surface& surface);

  const Surface& surface() const { return *surface_; }
  const std::vector<SurfaceEdge>& edges() const { return edges_; }
  bool has_triangles(std::uint32_t vertex) const { return fans_.has_triangles(vertex); }
  std::uint32_t first_triangle(std::uint32_t vertex) const { return fans_.first_triangle(vertex); }

  /// m²; outwards. Of an edge a third of those of its triangles: pressure that is linear over a triangle, as
  /// its mean on each edge, then acts as on the triangle itself.
  Vec3 area_of_vertex(std::uint32_t vertex) const { return fans_.area_vector(vertex, surface_->positions); }
  Vec3 area_of_edge(const SurfaceEdge& edge) const;
  /// The mean area of the triangles at a vertex that look along a direction, as far as they do (m²): how
  /// finely the surface is sampled there. Nought if none does.
  double facing(std::uint32_t vertex, const Vec3& direction) const;

private:
  Vec3 area_of_triangle(std::uint32_t triangle) const;

  const Surface* surface_ = nullptr;
  std::shared_ptr<const std::vector<Triangle>> triangles_; ///< that the rest is of
  std::uint64_t topology_ = 0;
  VertexFans fans_;
  std::vector<SurfaceEdge> edges_;
};

} // namespace lamina::tetdistance
