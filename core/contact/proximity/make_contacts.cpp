#include "core/contact/proximity/pair_search.h"

#include <algorithm>

namespace lamina::proximity {

namespace {

/// A point of a surface as weights of vertices, for the gradient, and on a triangle, for friction.
struct SurfacePoint {
  std::array<std::uint32_t, 3> vertex;
  std::array<double, 3> weight;
  std::size_t vertices;
  std::uint32_t triangle;
  std::array<float, 2> barycentric;
};

std::array<float, 2> weights_of(const Triangle& triangle, const SurfacePoint& point) {
  std::array<float, 2> result{};
  for (std::size_t i = 0; i < point.vertices; ++i)
    for (std::size_t k = 1; k < 3; ++k)
      if (triangle[k] == point.vertex[i])
        result[k - 1] = static_cast<float>(point.weight[i]);
  return result;
}

SurfacePoint at_vertex(const PlacedFeatures& surface, std::uint32_t vertex) {
  SurfacePoint point{{vertex}, {1}, 1, surface.features->keeper_of_vertex(vertex), {}};
  point.barycentric = weights_of((*surface.triangles)[point.triangle], point);
  return point;
}

SurfacePoint on_edge(const PlacedFeatures& surface, std::uint32_t edge, double along) {
  const Edge& of = surface.features->edges()[edge];
  SurfacePoint point{{of.vertex[0], of.vertex[1]}, {1 - along, along}, 2, of.triangle[0], {}};
  point.barycentric = weights_of((*surface.triangles)[point.triangle], point);
  return point;
}

SurfacePoint on_face(const PlacedFeatures& surface, std::uint32_t triangle,
                     const std::array<double, 2>& along) {
  const Triangle& t = (*surface.triangles)[triangle];
  return {{t[0], t[1], t[2]},
          {1 - along[0] - along[1], along[0], along[1]},
          3,
          triangle,
          {static_cast<float>(along[0]), static_cast<float>(along[1])}};
}

Vec3 place(const PlacedFeatures& surface, const SurfacePoint& point) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < point.vertices; ++i)
    sum += point.weight[i] * surface.positions[point.vertex[i]];
  return sum;
}

/// The points of a and of b.
std::array<SurfacePoint, 2> points_of(const SurfacePair& pair, const FeaturePair& found) {
  const PlacedFeatures a = pair.a->placed(), b = pair.b->placed();
  if (found.kind == FeatureKind::edge_edge)
    return {on_edge(a, found.first, found.along[0]), on_edge(b, found.second, found.along[1])};
  if (found.side == 0)
    return {at_vertex(a, found.first), on_face(b, found.second, found.along)};
  return {on_face(a, found.second, found.along), at_vertex(b, found.first)};
}

/// How much nearer than usual two points of one surface may be, since they overlap at rest.
double rest_allowance(const SurfacePair& pair, const std::array<SurfacePoint, 2>& points) {
  const auto& offsets = pair.a->surface().self_offset;
  if (!pair.self() || !offsets)
    return 0;
  double greatest = 0;
  for (const SurfacePoint& point : points)
    for (std::size_t i = 0; i < point.vertices; ++i)
      if (point.vertex[i] < offsets->size())
        greatest = std::max<double>(greatest, (*offsets)[point.vertex[i]]);
  return greatest > 0 ? greatest + 2 * pair.reach.distance : 0;
}

/// What part of the area that vertices stand for is theirs: both surfaces sample the same place. If one has
/// no vertices there the other's stand for all of it, if both sample it alike each for half.
std::array<double, 2> shares(const SurfacePair& pair, std::span<const FeaturePair> found) {
  if (pair.self())
    return {0.5, 0.5};
  std::array<double, 2> area{};
  for (const FeaturePair& of : found)
    if (of.kind == FeatureKind::vertex_face)
      area[of.side] += of.area;
  const double sum = area[0] + area[1];
  return sum > 0 ? std::array<double, 2>{area[0] / sum, area[1] / sum} : area;
}

void add_gradient(const SurfacePoint& point, const Vec3& value, PairContacts& result) {
  for (std::size_t i = 0; i < point.vertices; ++i)
    if (point.weight[i] != 0)
      result.gradient.push_back({point.vertex[i], point.weight[i] * value});
}

Region overlap_of(const Box& a, const Box& b) {
  // Bodies that keep their distance have a gap between their boxes: the region spans it.
  const Box inner = a.intersection(b);
  Region region;
  region.minimum = inner.min.cwiseMin(inner.max);
  region.size = inner.min.cwiseMax(inner.max) - region.minimum;
  return region;
}

} // namespace

void make_contacts(const SurfacePair& pair, std::span<const FeaturePair> found, PairContacts& result) {
  result.region = overlap_of(pair.a->surface().bounds, pair.b->surface().bounds);
  auto& listed = result.evidence.add<PointEvidence>().points;
  const std::array<double, 2> share = shares(pair, found);
  for (const FeaturePair& of : found) {
    const std::array<SurfacePoint, 2> points = points_of(pair, of);
    Contact contact;
    contact.kind = MeasureKind::gap;
    contact.cell = static_cast<int>(result.contacts.size());
    contact.measure = pair.reach.distance - of.distance - rest_allowance(pair, points);
    contact.area = of.area * (of.kind == FeatureKind::vertex_face ? share[of.side] : 1);
    if (!(contact.measure > 0) || !(contact.area > 0))
      continue;

    // The measure grows as the first feature moves against the normal.
    const Vec3 outwards_of_b = of.side == 0 ? of.normal : Vec3(-of.normal);
    const auto size = [&result] { return static_cast<std::uint32_t>(result.gradient.size()); };
    contact.gradient[0].begin = size();
    add_gradient(points[0], -outwards_of_b, result);
    if (!pair.self()) {
      contact.gradient[0].end = contact.gradient[1].begin = size();
      add_gradient(points[1], outwards_of_b, result);
      contact.gradient[1].end = size();
    } else {
      add_gradient(points[1], outwards_of_b, result);
      contact.gradient[0].end = contact.gradient[1].begin = contact.gradient[1].end = size();
    }

    ContactPointPair point{};
    point.position = {place(pair.a->placed(), points[0]), place(pair.b->placed(), points[1])};
    point.normal = outwards_of_b;
    point.area = contact.area;
    point.triangle = {points[0].triangle, points[1].triangle};
    point.barycentric = {points[0].barycentric, points[1].barycentric};
    point.body = {0, static_cast<std::uint8_t>(pair.self() ? 0 : 1)};
    point.contact = static_cast<std::uint32_t>(result.contacts.size());
    result.area += contact.area;
    result.contacts.push_back(contact);
    listed.push_back(point);
  }
}

} // namespace lamina::proximity
