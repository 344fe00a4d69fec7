#pragma once

#include "core/bvh/box_node.h"
#include "core/mesh/mesh.h"

#include <array>
#include <span>
#include <vector>

namespace lamina::field {

/// A triangle as its distance from a point is found with few operations; coordinates in cells.
struct NearTriangle {
  std::array<std::array<float, 3>, 3> corner, side; ///< side k runs from corner k to the next
  std::array<std::array<float, 3>, 3> outwards;     ///< across side k, in the triangle's plane; any length
  std::array<float, 3> normal;                      ///< unit; nought without area
  std::array<float, 3> per_square;                  ///< 1 over the squared length of side k; 0 without
};

/// Triangles of one surface, and a tree of boxes over them.
class NearTriangles {
public:
  static constexpr int children = 8;
  using Node = bvh::BoxNode<children>;

  /// Triangles with a corner that is no number are left out.
  NearTriangles(std::span<const Triangle> triangles, std::span<const Vec3> positions);

  std::span<const Node> nodes() const { return nodes_; } ///< the root first; none without triangles
  std::span<const NearTriangle> triangles() const { return triangles_; }

private:
  std::vector<Node> nodes_;
  std::vector<NearTriangle> triangles_;
};

/// Points of a cube of 8³, `spacing` (cells) apart.
struct PointCube {
  std::array<float, 3> lowest; ///< in cells
  float spacing;
};

/// Finds the distances (cells) of the points from the surface, exact but for rounding to single precision;
/// `most` where it is farther away. Those of point (i, j, k) are at (k · 8 + j) · 8 + i. The same on every
/// processor.
///
/// Triangles that may be the nearest of all to some point are listed for the whole cube by the tree. The list
/// is narrowed down for each eighth of the cube, and again for eight points at a time. Only what is left is
/// tested against points. A triangle is out if a linear lower bound of its distance stays above an upper
/// bound by the triangle that is nearest to the middle.
///
///      ┌───────┬───────┐
///      │ · · · │ · · · │
///      ├───┬───┼───────┤
///      │ · │ · │ · · · │
///      └───┴───┴───────┘
void find_distances(const NearTriangles& triangles, const PointCube& cube, float most,
                    std::array<float, 512>& distances);

} // namespace lamina::field
