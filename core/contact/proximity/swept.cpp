#include "core/contact/proximity/swept.h"

#include "core/contact/proximity/closest_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::proximity {

namespace {

/// How far beyond its ends, over its size, a feature still counts as met: seams must not be slipped through.
constexpr double seam = 1e-6;

/// A cubic by its coefficients, the constant first.
using Cubic = std::array<double, 4>;

double value(const Cubic& c, double t) {
  return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

/// Six times the volume of the tetrahedron that the points make at time t.
Cubic volume_over_time(const MovingPoints& p) {
  std::array<Vec3, 3> x, v;
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = p.before[i + 1] - p.before[0];
    v[i] = p.now[i + 1] - p.now[0] - x[i];
  }
  const Vec3 xx = x[0].cross(x[1]), vv = v[0].cross(v[1]), xv = x[0].cross(v[1]) + v[0].cross(x[1]);
  return {xx.dot(x[2]), xx.dot(v[2]) + xv.dot(x[2]), xv.dot(v[2]) + vv.dot(x[2]), vv.dot(v[2])};
}

/// Where the cubic turns, within (0, 1), ascending.
int turning_times(const Cubic& c, std::array<double, 2>& times) {
  const double a = 3 * c[3], b = c[2], d = c[1]; // a t² + 2 b t + d
  const double root = b * b - a * d;
  int count = 0;
  const auto add = [&](double t) {
    if (t > 0 && t < 1)
      times[static_cast<std::size_t>(count++)] = t;
  };
  if (!(root > 0))
    return 0;
  // The stable form: neither root is a difference of nearly equal numbers.
  const double q = -(b + std::copysign(std::sqrt(root), b));
  const double one = q / a, other = d / q;
  add(std::min(one, other));
  add(std::max(one, other));
  return count;
}

Vec3 across(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b - a).cross(c - a);
}

/// Barycentric coordinates of corners 1 and 2 of a point in a triangle's plane.
std::optional<std::array<double, 2>> barycentric(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = across(a, b, c);
  const double area = normal.squaredNorm();
  if (!(area > 0))
    return std::nullopt;
  return std::array<double, 2>{across(a, p, c).dot(normal) / area, across(a, b, p).dot(normal) / area};
}

bool within_triangle(const std::array<double, 2>& b, double beyond) {
  return b[0] >= -beyond && b[1] >= -beyond && b[0] + b[1] <= 1 + beyond;
}

bool within_edges(const NearestOnLines& n, double beyond) {
  return std::min(n.first, n.second) >= -beyond && std::max(n.first, n.second) <= 1 + beyond;
}

Vec3 between(const Vec3& a, const Vec3& b, double along) {
  return a + along * (b - a);
}

/// The pair with the distance and area that the normal gives; none if it is in front, or faces the wrong way.
/// What ends in the surface, but for rounding, counts as through: the next step would begin without a side.
std::optional<FeaturePair> behind(FeaturePair pair, const Vec3& first, const Vec3& second, double area) {
  const double distance = (first - second).dot(pair.normal);
  const double rounding = 1e-14 * (first.cwiseAbs().sum() + second.cwiseAbs().sum());
  if (!(distance <= rounding) || !(area > 0))
    return std::nullopt;
  pair.distance = std::min(distance, 0.0);
  pair.area = area;
  return pair;
}

Vec3 place_on_face(const PlacedFeatures& of_face, const FeaturePair& pair) {
  const Vec3& corner = of_face.corner(pair.second, 0);
  return corner + pair.along[0] * (of_face.corner(pair.second, 1) - corner) +
         pair.along[1] * (of_face.corner(pair.second, 2) - corner);
}

std::optional<FeaturePair> vertex_behind(const PlacedFeatures& of_vertex, const PlacedFeatures& of_face,
                                         const FeaturePair& pair) {
  return behind(pair, of_vertex.positions[pair.first], place_on_face(of_face, pair),
                of_vertex.vertex_area_against(pair.first, pair.normal));
}

std::optional<FeaturePair> edge_behind(const PlacedFeatures& a, const PlacedFeatures& b,
                                       const FeaturePair& pair) {
  const Edge &of_a = a.features->edges()[pair.first], &of_b = b.features->edges()[pair.second];
  const Vec3 p = between(a.positions[of_a.vertex[0]], a.positions[of_a.vertex[1]], pair.along[0]);
  const Vec3 q = between(b.positions[of_b.vertex[0]], b.positions[of_b.vertex[1]], pair.along[1]);
  return behind(pair, p, q,
                std::min(a.edge_area_against(of_a, pair.normal), b.edge_area_against(of_b, -pair.normal)));
}

/// The point of a triangle nearest to another point, and the way from there to it.
struct FaceNear {
  std::uint32_t triangle;
  NearestOnTriangle nearest;
  Vec3 way;
};

FaceNear nearest_on(const PlacedFeatures& surface, std::uint32_t triangle, const Vec3& point) {
  const Vec3 &a = surface.corner(triangle, 0), &b = surface.corner(triangle, 1),
             &c = surface.corner(triangle, 2);
  const NearestOnTriangle nearest = nearest_on_triangle(point, a, b, c);
  const Vec3 place = a + nearest.barycentric[0] * (b - a) + nearest.barycentric[1] * (c - a);
  return {triangle, nearest, point - place};
}

/// The triangles that also have the feature on which the nearest point lies.
std::span<const std::uint32_t> beside(const PlacedFeatures& surface, const FaceNear& at) {
  using Feature = NearestOnTriangle::Feature;
  if (at.nearest.feature == Feature::vertex)
    return surface.features->triangles_at(
        (*surface.triangles)[at.triangle][static_cast<std::size_t>(at.nearest.index)]);
  if (at.nearest.feature == Feature::edge)
    if (const std::uint32_t edge = surface.features->edge(at.triangle, at.nearest.index); edge != no_index)
      return surface.features->edges()[edge].triangle;
  return {};
}

/// From a triangle on to the nearest of those beside it, as long as these are nearer.
FaceNear follow_to_nearest(const PlacedFeatures& surface, std::uint32_t triangle, const Vec3& point) {
  // Nearer by less is rounding, which must not lead in circles.
  constexpr double nearer = 1 - 1e-12;
  FaceNear best = nearest_on(surface, triangle, point);
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::uint32_t other : beside(surface, best)) {
      if (other == no_index)
        continue;
      const FaceNear next = nearest_on(surface, other, point);
      if (next.way.squaredNorm() < nearer * best.way.squaredNorm()) {
        best = next;
        moved = true;
      }
    }
  }
  return best;
}

/// Where a pair touches the surface of `second`.
Vec3 place_on_second(const PlacedFeatures& a, const PlacedFeatures& b, const FeaturePair& pair) {
  if (pair.kind == FeatureKind::vertex_face)
    return place_on_face(pair.side == 0 ? b : a, pair);
  const auto& ends = b.features->edges()[pair.second].vertex;
  return between(b.positions[ends[0]], b.positions[ends[1]], pair.along[1]);
}

/// The way that a pair pushes surface a: its normal points away from the surface of `second`.
Vec3 push_on_a(const FeaturePair& pair) {
  return pair.side == 0 ? pair.normal : Vec3(-pair.normal);
}

} // namespace

bool stay_apart(const MovingPoints& points, std::size_t count) {
  double widest_gap = 0, sizes = 0;
  for (Eigen::Index k = 0; k < 3; ++k) {
    double gap = std::numeric_limits<double>::infinity(), opposite_gap = gap;
    for (const auto* at : {&points.before, &points.now}) {
      const auto x = [at, k](std::size_t i) { return (*at)[i][k]; };
      double low = x(0), high = low, other_low = x(3), other_high = other_low;
      for (std::size_t i = 1; i < 3; ++i) {
        double &least = i < count ? low : other_low, &most = i < count ? high : other_high;
        least = std::min(least, x(i));
        most = std::max(most, x(i));
      }
      gap = std::min(gap, low - other_high);
      opposite_gap = std::min(opposite_gap, other_low - high);
      sizes += (high - low) + (other_high - other_low);
    }
    widest_gap = std::max({widest_gap, gap, opposite_gap});
  }
  // Wider than what counts as met beyond the ends, and than rounding.
  return widest_gap > 10 * seam * sizes;
}

std::array<Vec3, 4> MovingPoints::at(double time) const {
  std::array<Vec3, 4> result;
  for (std::size_t i = 0; i < 4; ++i)
    result[i] = between(before[i], now[i], time);
  return result;
}

int coplanar_times(const MovingPoints& points, std::array<double, 3>& times) {
  const Cubic cubic = volume_over_time(points);
  std::array<double, 2> turns{};
  const int turn_count = turning_times(cubic, turns);
  int count = 0;
  double low = 0, at_low = value(cubic, 0);
  for (int i = 0; i <= turn_count; ++i) {
    const double high = i < turn_count ? turns[static_cast<std::size_t>(i)] : 1, at_high = value(cubic, high);
    // Ends count to the interval before them, so that a root there is found once.
    if ((at_low < 0 && at_high >= 0) || (at_low > 0 && at_high <= 0)) {
      double a = low, b = high;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = 0.5 * (a + b);
        ((value(cubic, middle) < 0) == (at_low < 0) && value(cubic, middle) != 0 ? a : b) = middle;
      }
      times[static_cast<std::size_t>(count++)] = b;
    }
    low = high;
    at_low = at_high;
  }
  return count;
}

std::optional<FeaturePair> vertex_through_face(const PlacedFeatures& of_vertex,
                                               std::span<const Vec3> before_v, std::uint32_t vertex,
                                               const PlacedFeatures& of_face, std::span<const Vec3> before_f,
                                               std::uint32_t triangle) {
  const auto [i, j, k] = (*of_face.triangles)[triangle];
  const MovingPoints points{
      {before_f[i], before_f[j], before_f[k], before_v[vertex]},
      {of_face.positions[i], of_face.positions[j], of_face.positions[k], of_vertex.positions[vertex]}};
  if (stay_apart(points, 3))
    return std::nullopt;
  std::array<double, 3> times{};
  const int count = coplanar_times(points, times);
  for (int root = 0; root < count; ++root) {
    const double time = times[static_cast<std::size_t>(root)];
    const auto [a, b, c, p] = points.at(time);
    const auto weights = barycentric(p, a, b, c);
    if (!weights || !within_triangle(*weights, seam))
      continue;
    const Vec3 normal = across(a, b, c).normalized();
    // From the front: a little earlier the vertex was before the triangle.
    const double earlier = root > 0 ? 0.5 * (times[static_cast<std::size_t>(root) - 1] + time) : 0.5 * time;
    const auto [a_then, b_then, c_then, p_then] = points.at(earlier);
    if (!((p_then - a_then).dot(across(a_then, b_then, c_then)) > 0))
      continue;
    FeaturePair pair{FeatureKind::vertex_face, 0, vertex, triangle, normal, 0, *weights, 0};
    pair.time = time;
    return vertex_behind(of_vertex, of_face, pair);
  }
  return std::nullopt;
}

std::optional<FeaturePair> edge_through_edge(const PlacedFeatures& a, std::span<const Vec3> before_a,
                                             std::uint32_t edge_a, const PlacedFeatures& b,
                                             std::span<const Vec3> before_b, std::uint32_t edge_b) {
  const auto &of_a = a.features->edges()[edge_a].vertex, &of_b = b.features->edges()[edge_b].vertex;
  const MovingPoints points{
      {before_a[of_a[0]], before_a[of_a[1]], before_b[of_b[0]], before_b[of_b[1]]},
      {a.positions[of_a[0]], a.positions[of_a[1]], b.positions[of_b[0]], b.positions[of_b[1]]}};
  if (stay_apart(points, 2))
    return std::nullopt;
  std::array<double, 3> times{};
  const int count = coplanar_times(points, times);
  for (int root = 0; root < count; ++root) {
    const double time = times[static_cast<std::size_t>(root)];
    const auto [a0, a1, b0, b1] = points.at(time);
    const auto nearest = nearest_on_lines(a0, a1, b0, b1);
    if (!nearest || !within_edges(*nearest, seam))
      continue;
    const double earlier = root > 0 ? 0.5 * (times[static_cast<std::size_t>(root) - 1] + time) : 0.5 * time;
    const auto [c0, c1, d0, d1] = points.at(earlier);
    Vec3 normal = (a1 - a0).cross(b1 - b0).normalized();
    if ((c0 - d0).dot((c1 - c0).cross(d1 - d0)) < 0)
      normal = -normal;
    if (!meets_edges(a, a.features->edges()[edge_a]) || !meets_edges(b, b.features->edges()[edge_b]))
      return std::nullopt;
    FeaturePair pair{
        FeatureKind::edge_edge, 0, edge_a, edge_b, normal, 0, {nearest->first, nearest->second}, 0};
    pair.time = time;
    if (const auto through = edge_behind(a, b, pair))
      return through;
  }
  return std::nullopt;
}

std::optional<FeaturePair> still_through(const PlacedFeatures& a, const PlacedFeatures& b,
                                         const FeaturePair& earlier) {
  FeaturePair pair = earlier;
  pair.time = 0;
  if (pair.kind == FeatureKind::vertex_face) {
    const PlacedFeatures &vertices = pair.side == 0 ? a : b, &faces = pair.side == 0 ? b : a;
    pair.normal = faces.normal(pair.second).normalized();
    const auto weights = barycentric(vertices.positions[pair.first], faces.corner(pair.second, 0),
                                     faces.corner(pair.second, 1), faces.corner(pair.second, 2));
    if (!weights || !within_triangle(*weights, 1))
      return std::nullopt;
    pair.along = *weights;
    return vertex_behind(vertices, faces, pair);
  }
  const auto &of_a = a.features->edges()[pair.first].vertex, &of_b = b.features->edges()[pair.second].vertex;
  const Vec3 &a0 = a.positions[of_a[0]], &a1 = a.positions[of_a[1]];
  const Vec3 &b0 = b.positions[of_b[0]], &b1 = b.positions[of_b[1]];
  const auto nearest = nearest_on_lines(a0, a1, b0, b1);
  if (!nearest || !within_edges(*nearest, 1))
    return std::nullopt;
  pair.along = {nearest->first, nearest->second};
  const Vec3 normal = (a1 - a0).cross(b1 - b0).normalized();
  pair.normal = normal.dot(earlier.normal) < 0 ? Vec3(-normal) : normal;
  return edge_behind(a, b, pair);
}

std::optional<FeaturePair> still_within(const PlacedFeatures& of_vertex, const PlacedFeatures& of_face,
                                        const FeaturePair& earlier) {
  const Vec3& point = of_vertex.positions[earlier.first];
  const FaceNear at = follow_to_nearest(of_face, earlier.second, point);
  FeaturePair pair = earlier;
  pair.time = 0;
  pair.second = at.triangle;
  pair.along = {at.nearest.barycentric[0], at.nearest.barycentric[1]};
  set_distance(pair, at.nearest.feature, at.way, normal_at(of_face, at.triangle, at.nearest));
  return vertex_behind(of_vertex, of_face, pair);
}

bool is_far_side(const PlacedFeatures& a, const PlacedFeatures& b, const FeaturePair& found,
                 const FeaturePair& earlier) {
  if (push_on_a(found).dot(push_on_a(earlier)) >= 0)
    return false;
  const double behind = (place_on_second(a, b, found) - place_on_second(a, b, earlier)).dot(earlier.normal);
  return behind <= 0 && behind >= earlier.distance;
}

} // namespace lamina::proximity
