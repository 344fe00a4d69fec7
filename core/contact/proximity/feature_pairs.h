#pragma once

#include "core/bvh/triangle_prism.h"
#include "core/contact/proximity/features.h"
#include "core/math/types.h"
#include "core/mesh/nearest_on_triangle.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace lamina::proximity {

/// A surface where it is now.
struct PlacedFeatures {
  const std::vector<Triangle>* triangles;
  const Features* features;
  std::span<const Vec3> positions; ///< world, m
  bool sheet = false;              ///< cloth: the second half of all features is the back of the first

  const Vec3& corner(std::uint32_t triangle, std::size_t k) const {
    return positions[(*triangles)[triangle][k]];
  }
  /// Outward normal of a triangle, as long as twice its area, m².
  Vec3 normal(std::uint32_t triangle) const {
    const Vec3& p = corner(triangle, 0);
    return (corner(triangle, 1) - p).cross(corner(triangle, 2) - p);
  }
  /// The area vector of a vertex: a third of those of its triangles, m².
  Vec3 vertex_area(std::uint32_t vertex) const;
  /// The area vector of an edge, likewise.
  Vec3 edge_area(const Edge& edge) const;
  /// What of these stands against a surface with this unit normal, m²; of cloth all, however it is turned,
  /// for its rim and its folds must be held too.
  double vertex_area_against(std::uint32_t vertex, const Vec3& normal) const {
    const Vec3 area = vertex_area(vertex);
    return sheet ? area.norm() : -area.dot(normal);
  }
  double edge_area_against(const Edge& edge, const Vec3& normal) const {
    const Vec3 area = edge_area(edge);
    return sheet ? area.norm() : -area.dot(normal);
  }

  // Of cloth: which half a feature is of, and what its other side is called in both.
  bool is_back_triangle(std::uint32_t triangle) const { return sheet && triangle >= triangles->size() / 2; }
  std::uint32_t node(std::uint32_t vertex) const {
    const auto half = static_cast<std::uint32_t>(positions.size() / 2);
    return sheet && vertex >= half ? vertex - half : vertex;
  }
  bool is_back_edge(std::uint32_t edge) const { return sheet && edge >= features->edges().size() / 2; }
  std::uint32_t front_edge(std::uint32_t edge) const {
    const auto half = static_cast<std::uint32_t>(features->edges().size() / 2);
    return sheet && edge >= half ? edge - half : edge;
  }
};

/// How near features must be to count, m:
///
///   ─ ─ ─ ─ ─ ─ ─ ─ ─ ─   distance in front of the surface
///   ═══════════════════   surface
///   ─ ─ ─ ─ ─ ─ ─ ─ ─ ─   depth behind it
struct Reach {
  double distance = 0;
  double depth = 0;
  double most() const { return distance > depth ? distance : depth; }
  bvh::Margins margins() const { return {distance, most()}; } ///< for the trees
};

enum class FeatureKind : std::uint8_t { vertex_face, edge_edge };

/// Two features that are near: a vertex and the nearest point of a triangle, or the nearest points of two
/// edges.
struct FeaturePair {
  FeatureKind kind;
  std::uint8_t side;           ///< surface (0: a, 1: b) of the vertex; 0 for two edges
  std::uint32_t first, second; ///< vertex and triangle, or edge of a and edge of b
  Vec3 normal;                 ///< unit, away from the surface of `second`
  double distance;             ///< m along it from `second` to `first`: < 0 when crossed
  std::array<double, 2> along; ///< barycentric of corners 1 and 2; or how far along each edge, from 0 to 1
  double area;                 ///< m²: the part of the surface that it stands for
  /// When they went through each other: 1 is now, 0 the last step or any step before. None if they are only
  /// near.
  std::optional<double> time = std::nullopt;
};

/// The outward normal at the nearest point of a triangle to some point, of any length: that of the face, or
/// the mean of the faces at an edge or corner. A point lies inside where the way from there to it leads
/// against this normal (Baerentzen and Aanaes 2005).
Vec3 normal_at(const PlacedFeatures& surface, std::uint32_t triangle, const NearestOnTriangle& nearest);

/// Writes the normal and the distance of a vertex before the nearest point of a triangle, from which `way`
/// leads to it. `mean` is the normal there (normal_at). From a corner or edge the direction is that of the
/// way, unless the way is not longer than `shortest`, in m.
void set_distance(FeaturePair& pair, NearestOnTriangle::Feature feature, const Vec3& way, const Vec3& mean,
                  double shortest = 0);

/// Whether an edge is convex: the corner opposite it in one face lies behind the other face.
bool is_ridge(const PlacedFeatures& surface, const Edge& edge);
/// Whether other edges can lie against it: of cloth all can, of something solid those that stick out.
inline bool meets_edges(const PlacedFeatures& surface, const Edge& edge) {
  return surface.sheet || is_ridge(surface, edge);
}
/// Whether an edge is concave, or has one face or more than two.
bool is_groove(const PlacedFeatures& surface, const Edge& edge);

/// A vertex against the nearest point of a triangle. They are a pair if all of this holds:
///
/// - The surface is nearest to the vertex there, as far as the triangle's neighbours tell. An edge or corner
///   counts for the one triangle that keeps it (Features), so that it counts once.
/// - The vertex is within reach.
/// - The vertex faces the surface: between its area vector and the direction against the normal, the cosine
/// is
///   at least `facing`.
///
/// The normal tells front from behind. It is that of the face, or the mean of the faces at an edge or corner;
/// at a corner, faces are weighted by their angles.
std::optional<FeaturePair> vertex_against_face(const PlacedFeatures& of_vertex, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::uint32_t triangle,
                                               const Reach& reach, double facing);

/// The square of the greatest distance between two edges that are a pair, crossed or not, m². The shorter
/// edge has this squared length (see edge_against_edge).
inline double most_of_edges_squared(const Reach& reach, double shorter_squared) {
  const double depth_squared = std::min(reach.depth * reach.depth, 0.25 * shorter_squared);
  return std::max(reach.distance * reach.distance, depth_squared);
}

/// Whether two segments certainly lie too far apart to be a pair. Edges that are a pair are never far apart,
/// whatever the rounding.
bool far_apart(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b, const Reach& reach);

/// Of cloth every edge counts, convex or not, and it faces both ways: the solid edge says which way is out,
/// and of two edges of cloth the nearest points do.
///
/// Two convex edges that are not parallel. They are a pair if the line between their nearest points leaves
/// both surfaces:
///
///         ╲ a ╱
///          ╲ ╱         normal: points away from the faces at edge b,
///           ▲          its opposite away from those at edge a;
///          ╱ ╲         the same where the edges have crossed
///         ╱ b ╲
///
/// A crossing deeper than half of the shorter edge does not count. The area is the smaller of the two edges'
/// areas along the normal. It falls to zero over the last tenth at the ends of either edge, where vertices
/// take over.
std::optional<FeaturePair> edge_against_edge(const PlacedFeatures& a, std::uint32_t edge_a,
                                             const PlacedFeatures& b, std::uint32_t edge_b,
                                             const Reach& reach);

} // namespace lamina::proximity
