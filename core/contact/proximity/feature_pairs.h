#pragma once

#include "core/bvh/triangle_prism.h"
#include "core/contact/proximity/features.h"
#include "core/math/types.h"

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

  const Vec3& corner(std::uint32_t triangle, std::size_t k) const {
    return positions[(*triangles)[triangle][k]];
  }
  /// Twice the area of a triangle along its outward normal, m².
  Vec3 normal(std::uint32_t triangle) const {
    const Vec3& p = corner(triangle, 0);
    return (corner(triangle, 1) - p).cross(corner(triangle, 2) - p);
  }
  /// What a vertex stands for: a third of its triangles' areas, along their normals, m².
  Vec3 vertex_area(std::uint32_t vertex) const;
  /// The same of an edge.
  Vec3 edge_area(const Edge& edge) const;
};

/// From where to where features count as near, m.
struct Reach {
  double distance = 0; ///< kept in front of a surface
  double depth = 0;    ///< behind it
  double most() const { return distance > depth ? distance : depth; }
  bvh::Margins margins() const { return {distance, most()}; } ///< for the trees
};

enum class FeatureKind : std::uint8_t { vertex_face, edge_edge };

/// A vertex and the point of a triangle nearest to it, or the points where two edges come nearest.
struct FeaturePair {
  FeatureKind kind;
  std::uint8_t side;           ///< surface (0: a, 1: b) of the vertex; 0 for two edges
  std::uint32_t first, second; ///< vertex and triangle, or edge of a and edge of b
  Vec3 normal;                 ///< unit, away from the surface of `second`
  double distance;             ///< m along it from `second` to `first`: < 0 when crossed
  std::array<double, 2> along; ///< barycentric of corners 1 and 2; or how far along each edge, from 0 to 1
  double area;                 ///< m², that it stands for
  /// When they went through each other, from 0 at the last step or before to 1 now; none if they are only
  /// near.
  std::optional<double> time = std::nullopt;
};

/// A ridge stands out: the corner opposite one of its faces lies behind the other face.
bool is_ridge(const PlacedFeatures& surface, const Edge& edge);
/// The same the other way round, or an edge of one face or of more than two.
bool is_groove(const PlacedFeatures& surface, const Edge& edge);

/// A vertex against the nearest point of a triangle, if that is where the surface is nearest to the vertex as
/// far as the triangle's neighbours tell (so that each corner, edge and face of a surface counts once, by the
/// triangle that looks after it), if the vertex is within reach, and if what the vertex stands for faces the
/// surface: its area vector and the normal are more than `facing` apart (as a cosine: 0 for a right angle).
/// In front and behind are told by the normal of the face, or of an edge or corner by the mean of their
/// faces' normals, for a corner weighted by angles.
std::optional<FeaturePair> vertex_against_face(const PlacedFeatures& of_vertex, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::uint32_t triangle,
                                               const Reach& reach, double facing);

/// The square of what two edges are apart at most, crossed or not, if the shorter one has this squared length
/// (see edge_against_edge), m².
inline double most_of_edges_squared(const Reach& reach, double shorter_squared) {
  const double depth_squared = std::min(reach.depth * reach.depth, 0.25 * shorter_squared);
  return std::max(reach.distance * reach.distance, depth_squared);
}

/// Whether two segments certainly lie farther apart than two edges may that have to do with each other. What
/// does is never taken for apart, whatever the rounding.
bool far_apart(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b, const Reach& reach);

/// Two edges that are not parallel, each a ridge of its surface, if each lies beyond the ridge of the other,
/// more or less: the direction between them points away from the faces at one, and against it from those at
/// the other, crossed or not. Deeper than half of the shorter edge counts as no crossing of these two. The
/// area is the smaller of what the two edges stand for, along the normal, and falls to nothing over the last
/// tenth at the ends of either, where the vertices take over.
std::optional<FeaturePair> edge_against_edge(const PlacedFeatures& a, std::uint32_t edge_a,
                                             const PlacedFeatures& b, std::uint32_t edge_b,
                                             const Reach& reach);

} // namespace lamina::proximity
