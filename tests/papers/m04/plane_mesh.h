#pragma once

#include "core/mesh/mesh.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::papers::m04 {

using Vec2 = Eigen::Vector2d;
using PlaneEdge = std::array<std::uint32_t, 2>;

/// A part of the plane cut into triangles, which run counter-clockwise. Metres.
struct PlaneMesh {
  std::vector<Vec2> nodes;
  std::vector<Triangle> triangles;
};

/// A disc about the origin: one node in the middle, and 6 k of them on the ring number k.
PlaneMesh plane_disc(double radius, std::uint32_t rings);

/// A rectangle from the origin on, so many nodes along either side. Its cells are cut along diagonals that
/// alternate.
PlaneMesh plane_rectangle(const Vec2& size, std::uint32_t nodes_x, std::uint32_t nodes_y);

/// Edges that belong to one triangle alone, along which that triangle runs; in the order of triangles.
std::vector<PlaneEdge> plane_boundary(const PlaneMesh& mesh);

/// Parts the triangles on either side of edges. A node is doubled as often as nothing holds the triangles
/// around it together any more; copies come at the end, at the same place.
PlaneMesh cut_plane(const PlaneMesh& mesh, std::span<const PlaneEdge> edges);

/// The mean length of the sides of triangles, m.
double mean_side(const PlaneMesh& mesh);

/// M04-tab9 and M04-fig8: a disc of 1 m radius and 486 nodes, cut from its rim beyond its middle. The cut
/// gapes, so that the disc is not convex.
PlaneMesh cut_disc();

/// M04-tab10: a rectangle of 1000 nodes, about 2 m by 1.3 m. It is cut into two parts, which are bent.
PlaneMesh cut_rectangle();

} // namespace lamina::papers::m04
