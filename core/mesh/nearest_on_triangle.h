#pragma once

#include "core/math/types.h"

namespace lamina {

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

} // namespace lamina
