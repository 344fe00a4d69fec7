#pragma once

#include "core/math/types.h"

#include <optional>

namespace lamina::proximity {

/// The point of a triangle nearest to another point: on which of its features it lies, and where.
struct NearestOnTriangle {
  enum class Feature { vertex, edge, face };
  Feature feature;
  int index;                   ///< the corner, or the edge from that corner to the next; 0 for the face
  Eigen::Vector2d barycentric; ///< of corners 1 and 2
};

/// By the Voronoi regions of the triangle's corners, edges and face. A triangle without area counts as its
/// edges. What is no number gives some feature and weights that may be no numbers.
NearestOnTriangle nearest_on_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

/// Where the lines through two segments come nearest: 0 at the first end of a segment, 1 at the second.
/// None for segments that are parallel (the sine of their angle below 10⁻³) or without length.
struct NearestOnLines {
  double first, second;
};
std::optional<NearestOnLines> nearest_on_lines(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                               const Vec3& b1);

} // namespace lamina::proximity
