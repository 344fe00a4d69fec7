#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The triangles around each vertex of a surface, and what of the surface belongs to it.
class VertexFans {
public:
  VertexFans() = default;
  VertexFans(std::span<const Triangle> triangles, std::size_t vertices);

  std::size_t vertex_count() const { return firsts_.size(); }
  bool has_triangles(std::uint32_t vertex) const { return firsts_[vertex] != none; }
  /// The lowest number of the triangles at a vertex, which must have some.
  std::uint32_t first_triangle(std::uint32_t vertex) const { return firsts_[vertex]; }

  /// The side opposite a vertex in each of its triangles, along the triangle's corners; triangles ascend.
  using Side = std::array<std::uint32_t, 2>;
  std::span<const Side> sides(std::uint32_t vertex) const {
    const std::uint32_t begin = vertex == 0 ? 0 : ends_[vertex - 1];
    return {sides_.data() + begin, ends_[vertex] - begin};
  }

  /// The area vector of a vertex, m²: the sum of its shares of the area vectors of its triangles. Shares are
  /// mixed Voronoi areas (Meyer, Desbrun, Schröder and Barr, Discrete differential-geometry operators,
  /// section 3.3). The shares of a triangle add up to one. Two triangles that make a rectangle give a quarter
  /// to every corner, whichever way its diagonal runs. Thirds would lean with the diagonal. Nought for a
  /// vertex without triangles or without area.
  ///
  /// Its direction is the normal that rays follow. Pressures on area vectors add up as pressure on the
  /// surface itself does. That also holds where a flat face ends at an edge, whose vertices look aside. The
  /// part of their area vectors across the face is their share of the face.
  Vec3 area_vector(std::uint32_t vertex, std::span<const Vec3> positions) const;
  /// Surface of a vertex that is seen from outside against a unit direction, m².
  double area_along(std::uint32_t vertex, std::span<const Vec3> positions, const Vec3& direction) const {
    return std::max(0.0, direction.dot(area_vector(vertex, positions)));
  }

private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> firsts_; ///< triangle of each vertex, or none
  std::vector<std::uint32_t> ends_;   ///< of the vertices' sides, which follow one another
  std::vector<Side> sides_;
};

/// Mean area of the surface to a vertex, over the vertices that have triangles, m²; 0 without any.
double mean_vertex_area(const VertexFans& fans, std::span<const Triangle> triangles,
                        std::span<const Vec3> positions);

} // namespace lamina
