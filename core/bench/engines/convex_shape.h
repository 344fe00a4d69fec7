#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <vector>

namespace lamina::bench {

/// A convex polyhedron: plane faces as loops of vertices, counterclockwise from outside.
struct ConvexShape {
  std::vector<Vec3> vertices; ///< m
  std::vector<std::vector<int>> faces;
};

ConvexShape box_shape(const Vec3& size);
/// A prism of regular polygons about the y axis whose corners lie on the cylinder.
ConvexShape cylinder_shape(double radius, double height, int sides);

/// What lies between neighbouring sections of a torus that make_torus() made: convex pieces without gaps or
/// overlaps, together just the solid that its triangles bound.
std::vector<ConvexShape> torus_parts(const TriangleMesh& torus);

/// Its faces cut into triangles, each from its first vertex.
TriangleMesh triangles_of(const ConvexShape& shape);

/// Placed in the world.
ConvexShape placed(const ConvexShape& shape, const Pose& pose);

/// How deep two convex polyhedra are in each other, m: the shortest way by which one has to move so that they
/// only touch (Cameron 1997). That way is along a normal of a face, or normal to an edge of each. 0 apart,
/// and where it is no more than `least`, which saves looking for how deep they are.
double penetration_depth(const ConvexShape& a, const ConvexShape& b, double least = 0);

} // namespace lamina::bench
