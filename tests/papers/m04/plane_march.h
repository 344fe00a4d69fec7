#pragma once

#include "core/contact/tetrahedra/neighbours.h"
#include "tests/papers/m04/plane_mesh.h"

namespace lamina::papers::m04 {

/// What a node hands on to its neighbours.
enum class PlaneStep {
  point, ///< CPFM: a node of the boundary
  edge   ///< CFFM: an edge of it, of a node of the boundary both that it has
};

/// What follows from the triangles alone.
struct PlaneTopology {
  tetrahedra::Neighbours joined; ///< by an edge
  std::vector<PlaneEdge> boundary;
  /// By node: the first and the last edge of the boundary at it, or none.
  std::vector<std::array<std::uint32_t, 2>> edges_at;

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  explicit PlaneTopology(const PlaneMesh& mesh);
  bool on_boundary(std::size_t node) const { return edges_at[node][0] != none; }
};

/// The closest point fast marching of M04 section 4.2 in the plane: the distance of each node to the
/// boundary (m), never below the exact one. Nodes that no edges join to the boundary are infinitely far.
std::vector<double> march_plane(const PlaneTopology& topology, std::span<const Vec2> nodes, PlaneStep step);

/// By brute force: the least distance of each node to all edges of the boundary, m.
std::vector<double> exact_plane(const PlaneTopology& topology, std::span<const Vec2> nodes);

} // namespace lamina::papers::m04
