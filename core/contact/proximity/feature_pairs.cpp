#include "core/contact/proximity/feature_pairs.h"

#include "core/contact/proximity/closest_points.h"

#include <algorithm>
#include <cmath>

namespace lamina::proximity {

namespace {

/// Cosine of an angle to the right one that counts as none: rounding, so that a vertex straight above an edge
/// between two faces is not passed over by both.
constexpr double rounding = 1e-9;

/// Whether q lies on the far side of p as seen along d, or at a right angle.
bool beyond(const Vec3& d, const Vec3& p, const Vec3& q) {
  const Vec3 way = q - p;
  return d.dot(way) <= rounding * std::sqrt(d.squaredNorm() * way.squaredNorm());
}

Vec3 unit_or_zero(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(Vec3::Zero());
}

/// The mean normal at a vertex, each face weighted by its angle there: right on which side a point near a
/// closed surface lies whose nearest point is the vertex (Baerentzen and Aanaes 2005).
Vec3 corner_normal(const PlacedFeatures& surface, std::uint32_t vertex) {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t t : surface.features->triangles_at(vertex)) {
    const Triangle& corners = (*surface.triangles)[t];
    const std::size_t k = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
    const Vec3& p = surface.positions[vertex];
    const Vec3 u = surface.corner(t, (k + 1) % 3) - p, v = surface.corner(t, (k + 2) % 3) - p;
    const Vec3 normal = u.cross(v);
    const double length = normal.norm();
    if (length > 0)
      sum += std::atan2(length, u.dot(v)) / length * normal;
  }
  return sum;
}

Vec3 edge_normal(const PlacedFeatures& surface, const Edge& edge) {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t t : edge.triangle)
    if (t != no_index)
      sum += unit_or_zero(surface.normal(t));
  return sum;
}

/// Whether the surface gets no nearer around an edge: d leads from the nearest point p on it.
bool nearest_of_edge(const PlacedFeatures& surface, const Edge& edge, const Vec3& d, const Vec3& p) {
  for (const std::uint32_t vertex : edge.opposite)
    if (vertex != no_index && !beyond(d, p, surface.positions[vertex]))
      return false;
  return true;
}

bool nearest_of_corner(const PlacedFeatures& surface, std::uint32_t vertex, const Vec3& d) {
  const Vec3& p = surface.positions[vertex];
  for (const std::uint32_t t : surface.features->triangles_at(vertex))
    for (std::size_t k = 0; k < 3; ++k)
      if (!beyond(d, p, surface.corner(t, k)))
        return false;
  return true;
}

/// The mean normal of the feature that the nearest point lies on; none if a neighbour is nearer or another
/// triangle looks after it.
std::optional<Vec3> normal_of_nearest(const PlacedFeatures& surface, std::uint32_t triangle,
                                      const NearestOnTriangle& nearest, const Vec3& d, const Vec3& p) {
  using Feature = NearestOnTriangle::Feature;
  const Features& features = *surface.features;
  if (nearest.feature == Feature::edge) {
    if (!features.keeps_edge(triangle, nearest.index))
      return std::nullopt;
    const Edge& edge = features.edges()[features.edge(triangle, nearest.index)];
    if (nearest_of_edge(surface, edge, d, p))
      return edge_normal(surface, edge);
    return std::nullopt;
  }
  if (nearest.feature == Feature::vertex) {
    const std::uint32_t vertex = (*surface.triangles)[triangle][static_cast<std::size_t>(nearest.index)];
    if (features.keeps_vertex(triangle, nearest.index) && nearest_of_corner(surface, vertex, d))
      return corner_normal(surface, vertex);
    return std::nullopt;
  }
  return surface.normal(triangle);
}

/// What is left, towards its ends, of what an edge stands for.
double fade(double along) {
  constexpr double end = 0.1;
  return std::min(1.0, std::min(along, 1 - along) / end);
}

/// Sine of an angle to a face's plane that counts as none.
constexpr double flat = 1e-6;

/// Sine of how far the second face of an edge leads out of the plane of the first.
double fold_of(const PlacedFeatures& surface, const Edge& edge) {
  const Vec3 normal = surface.normal(edge.triangle[0]);
  const Vec3 way = surface.positions[edge.opposite[1]] - surface.positions[edge.vertex[0]];
  return normal.dot(way) / std::sqrt(normal.squaredNorm() * way.squaredNorm());
}

/// Whether a direction points away from a ridge: between the normals of its faces, or past them by no more
/// than a quarter of the angle between these. Where flat faces lie on each other, edges at their rims cross
/// in a direction that a slight tilt turns out of the narrow sense, though they still hold each other.
bool away_from_ridge(const PlacedFeatures& surface, const Edge& edge, const Vec3& unit_direction) {
  const Vec3 one = unit_or_zero(surface.normal(edge.triangle[0]));
  const Vec3 middle = unit_or_zero(edge_normal(surface, edge));
  const double half = std::acos(std::clamp(one.dot(middle), -1.0, 1.0));
  return unit_direction.dot(middle) >= std::cos(1.5 * half);
}

bool within_reach(double distance, const Reach& reach) {
  return distance < reach.distance && distance > -reach.depth;
}

} // namespace

Vec3 normal_at(const PlacedFeatures& surface, std::uint32_t triangle, const NearestOnTriangle& nearest) {
  using Feature = NearestOnTriangle::Feature;
  if (nearest.feature == Feature::vertex)
    return corner_normal(surface, (*surface.triangles)[triangle][static_cast<std::size_t>(nearest.index)]);
  if (nearest.feature == Feature::edge)
    if (const std::uint32_t edge = surface.features->edge(triangle, nearest.index); edge != no_index)
      return edge_normal(surface, surface.features->edges()[edge]);
  return surface.normal(triangle);
}

void set_distance(FeaturePair& pair, NearestOnTriangle::Feature feature, const Vec3& way, const Vec3& mean,
                  double shortest) {
  pair.normal = unit_or_zero(mean);
  if (feature == NearestOnTriangle::Feature::face) {
    pair.distance = way.dot(pair.normal);
    return;
  }
  const double length = way.norm(), side = way.dot(mean) < 0 ? -1 : 1;
  pair.distance = side * length;
  if (length > shortest)
    pair.normal = side / length * way;
}

bool is_ridge(const PlacedFeatures& surface, const Edge& edge) {
  return edge.manifold() && fold_of(surface, edge) < -flat;
}

bool is_groove(const PlacedFeatures& surface, const Edge& edge) {
  return !edge.manifold() || !(fold_of(surface, edge) <= flat);
}

Vec3 PlacedFeatures::vertex_area(std::uint32_t vertex) const {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t t : features->triangles_at(vertex))
    sum += normal(t);
  return sum / 6;
}

Vec3 PlacedFeatures::edge_area(const Edge& edge) const {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t t : edge.triangle)
    if (t != no_index)
      sum += normal(t);
  return sum / 6;
}

std::optional<FeaturePair> vertex_against_face(const PlacedFeatures& of_vertex, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::uint32_t triangle,
                                               const Reach& reach, double facing) {
  const Vec3& v = of_vertex.positions[vertex];
  const Vec3 &a = of_face.corner(triangle, 0), &b = of_face.corner(triangle, 1),
             &c = of_face.corner(triangle, 2);
  const Vec3 face_normal = (b - a).cross(c - a);
  const double most = reach.most(), along_normal = (v - a).dot(face_normal);
  if (!(along_normal * along_normal <= most * most * face_normal.squaredNorm()))
    return std::nullopt;

  const NearestOnTriangle nearest = nearest_on_triangle(v, a, b, c);
  const double b1 = nearest.barycentric[0], b2 = nearest.barycentric[1];
  const Vec3 p = a + b1 * (b - a) + b2 * (c - a), d = v - p;
  if (!(d.squaredNorm() <= most * most))
    return std::nullopt;
  const std::optional<Vec3> mean = normal_of_nearest(of_face, triangle, nearest, d, p);
  if (!mean)
    return std::nullopt;

  FeaturePair pair{FeatureKind::vertex_face, 0, vertex, triangle, Vec3::Zero(), 0, {b1, b2}, 0};
  set_distance(pair, nearest.feature, d, *mean, rounding * most);
  if (!within_reach(pair.distance, reach))
    return std::nullopt;
  const Vec3 area = of_vertex.vertex_area(vertex);
  const double towards = -area.dot(pair.normal);
  // Cloth against something solid may be turned any way, and against cloth its nearer side counts.
  if (of_vertex.sheet && !of_face.sheet)
    pair.area = area.norm();
  else if (towards > 0 && towards >= facing * area.norm())
    pair.area = of_vertex.vertex_area_against(vertex, pair.normal);
  if (!(pair.area > 0))
    return std::nullopt;
  return pair;
}

// The middle of the shorter lies farther from the other than the reach and half of its length together, whose
// square is at most twice the sum of squares.
bool far_apart(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b, const Reach& reach) {
  const double aa = (a[1] - a[0]).squaredNorm(), bb = (b[1] - b[0]).squaredNorm();
  const bool first = aa <= bb;
  const Vec3 middle = first ? Vec3(0.5 * (a[0] + a[1])) : Vec3(0.5 * (b[0] + b[1]));
  const Vec3 &from = first ? b[0] : a[0], way = first ? Vec3(b[1] - b[0]) : Vec3(a[1] - a[0]);
  const double shorter = std::min(aa, bb), longer = std::max(aa, bb), along = (middle - from).dot(way);
  const double held = longer > 0 ? std::clamp(along / longer, 0.0, 1.0) : 0;
  return (middle - from - held * way).squaredNorm() >
         2.000001 * (most_of_edges_squared(reach, shorter) + 0.25 * shorter);
}

std::optional<FeaturePair> edge_against_edge(const PlacedFeatures& a, std::uint32_t edge_a,
                                             const PlacedFeatures& b, std::uint32_t edge_b,
                                             const Reach& reach) {
  const Edge &of_a = a.features->edges()[edge_a], &of_b = b.features->edges()[edge_b];
  const Vec3 &a0 = a.positions[of_a.vertex[0]], &a1 = a.positions[of_a.vertex[1]];
  const Vec3 &b0 = b.positions[of_b.vertex[0]], &b1 = b.positions[of_b.vertex[1]];
  const double aa = (a1 - a0).squaredNorm(), bb = (b1 - b0).squaredNorm();
  const double most_squared = most_of_edges_squared(reach, std::min(aa, bb));
  if (far_apart({a0, a1}, {b0, b1}, reach))
    return std::nullopt;
  const Vec3 across = (a1 - a0).cross(b1 - b0);
  const double apart = (a0 - b0).dot(across);
  if (!(apart * apart <= most_squared * across.squaredNorm()))
    return std::nullopt;
  const auto nearest = nearest_on_lines(a0, a1, b0, b1);
  if (!nearest || !(nearest->first > 0 && nearest->first < 1 && nearest->second > 0 && nearest->second < 1))
    return std::nullopt;
  if (!meets_edges(a, of_a) || !meets_edges(b, of_b))
    return std::nullopt;

  // The direction of both edges' cross product, away from b.
  Vec3 normal = across.normalized();
  const Vec3 p = a0 + nearest->first * (a1 - a0), q = b0 + nearest->second * (b1 - b0);
  const double outwards = !b.sheet   ? normal.dot(edge_normal(b, of_b))
                          : !a.sheet ? -normal.dot(edge_normal(a, of_a))
                                     : normal.dot(p - q);
  if (outwards < 0)
    normal = -normal;
  if ((!b.sheet && !away_from_ridge(b, of_b, normal)) || (!a.sheet && !away_from_ridge(a, of_a, -normal)))
    return std::nullopt;
  const double distance = (p - q).dot(normal);
  if (!within_reach(distance, {reach.distance, std::min(reach.depth, 0.5 * std::sqrt(std::min(aa, bb)))}))
    return std::nullopt;

  const double area = std::min(a.edge_area_against(of_a, normal), b.edge_area_against(of_b, -normal)) *
                      std::min(fade(nearest->first), fade(nearest->second));
  if (!(area > 0))
    return std::nullopt;
  return FeaturePair{
      FeatureKind::edge_edge, 0, edge_a, edge_b, normal, distance, {nearest->first, nearest->second}, area};
}

} // namespace lamina::proximity
