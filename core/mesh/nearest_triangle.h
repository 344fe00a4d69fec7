#pragma once

#include "core/mesh/mesh.h"

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <vector>

namespace lamina {

/// Finds the triangle of a mesh that is nearest to a point, by boxes that are each halved at the median. The
/// mesh must have triangles, and stay. Time is about n log n to build, and log n for a point near the mesh.
class NearestTriangle {
public:
  explicit NearestTriangle(const TriangleMesh& mesh);

  struct Found {
    double squared_distance = std::numeric_limits<double>::infinity(); ///< m²
    std::uint32_t triangle = 0;
    Eigen::Vector2d barycentric = Eigen::Vector2d::Zero(); ///< of its corners 1 and 2, within the triangle
  };
  /// Exact; of several at the same distance always the same one.
  Found to(const Vec3& point) const;

private:
  /// The first half follows its node, the second is named.
  struct Node {
    Box box;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t second = 0; ///< 0: a leaf
  };
  Vec3 centre(std::uint32_t triangle) const;
  void build(std::uint32_t begin, std::uint32_t end);
  void test(std::uint32_t triangle, const Vec3& point, Found& found) const;
  void search(const Vec3& point, std::uint32_t node, Found& found) const;

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

} // namespace lamina
