#pragma once

#include "core/bvh/ray.h"
#include "core/mesh/nearest_on_triangle.h"
#include "core/shape/surface.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace lamina::enclosed {

/// The triangles of a surface, in double precision, or of one of its pieces (Surface::piece_of_vertex).
/// Corners must be vertices. Questions pass over meshlets that are too far away, so that nothing is built for
/// a few of them; without meshlets they go through all triangles.
struct Hull {
  const Surface& surface;
  std::optional<std::uint32_t> piece = std::nullopt;

  bool has(const Triangle& triangle) const {
    return !piece || (*surface.piece_of_vertex)[triangle[0]] == *piece;
  }
};

/// The place of a surface that is nearest to a point.
struct NearestPlace {
  double squared_distance = std::numeric_limits<double>::infinity(); ///< m²
  std::uint32_t triangle = bvh::none;
  NearestOnTriangle on{}; ///< that triangle
  Vec3 position = Vec3::Zero();
};

/// Exact; of several at one distance that on the first triangle. None if the hull has no triangle, or the
/// point is no number.
std::optional<NearestPlace> nearest_place(const Hull& hull, const Vec3& point);

/// What a ray meets first of the hull.
bvh::Hit first_hit(const Hull& hull, const bvh::Ray& ray);

} // namespace lamina::enclosed
