#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::raytraced {

/// The triangles around each vertex of a surface, and what of the surface belongs to it.
class VertexFans {
public:
  VertexFans() = default;
  VertexFans(std::span<const Triangle> triangles, std::size_t vertices);

  std::size_t vertex_count() const { return ends_.size(); }
  /// The triangles at a vertex, ascending.
  std::span<const std::uint32_t> of(std::uint32_t vertex) const;

  /// The area vector of a vertex, m²: the sum of those of its triangles, of each the share that belongs to
  /// the vertex (mixed Voronoi areas: Meyer, Desbrun, Schröder and Barr, Discrete differential-geometry
  /// operators, section 3.3). The shares of a triangle add up to one, and those of two triangles that make a
  /// rectangle are a quarter at every corner, whichever way its diagonal runs; thirds would lean with the
  /// diagonal. Nought for a vertex without triangles or without area.
  ///
  /// Its direction is the normal that rays follow. Pressures on area vectors add up as pressure on the
  /// surface itself does: also where a flat face ends at an edge, whose vertices look aside, the part of
  /// their area vectors across the face is their share of the face.
  Vec3 area_vector(std::uint32_t vertex, std::span<const Triangle> triangles,
                   std::span<const Vec3> positions) const;

private:
  std::vector<std::uint32_t> ends_, triangles_;
};

/// Mean area of the surface to a vertex, over the vertices that have triangles, m²; 0 without any.
double mean_vertex_area(const VertexFans& fans, std::span<const Triangle> triangles,
                        std::span<const Vec3> positions);

} // namespace lamina::raytraced
