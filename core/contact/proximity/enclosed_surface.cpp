#include "core/contact/enclosed/way_out.h"
#include "core/contact/proximity/pair_search.h"

#include <algorithm>

namespace lamina::proximity {

namespace {

/// Whether a point lies behind the place of a surface that is nearest to it.
bool is_inside(const TrackedSurface& surface, const Vec3& point) {
  const auto nearest = enclosed::nearest_place({surface.surface()}, point);
  return nearest &&
         (point - nearest->position).dot(normal_at(surface.placed(), nearest->triangle, nearest->on)) < 0;
}

/// Vertices of a surface that lie within another and are not known to be near it, and where they are.
struct Inside {
  std::vector<std::uint32_t> vertices;
  std::vector<Vec3> places;
};

Inside find_inside(const TrackedSurface& own, const TrackedSurface& other,
                   std::span<const std::uint32_t> known) {
  const PlacedFeatures placed = own.placed();
  const Box& bounds = other.surface().bounds;
  Inside inside;
  for (std::uint32_t v = 0; v < placed.positions.size(); ++v) {
    const Vec3& at = placed.positions[v];
    if (bounds.contains(at) && !std::binary_search(known.begin(), known.end(), v) &&
        !placed.features->triangles_at(v).empty() && is_inside(other, at)) {
      inside.vertices.push_back(v);
      inside.places.push_back(at);
    }
  }
  return inside;
}

/// Those that look back along the way out, against where it leaves the other.
void lead_out(const PlacedFeatures& own, const Inside& inside, const TrackedSurface& other, std::uint8_t side,
              const Vec3& direction, std::vector<FeaturePair>& found) {
  for (std::size_t i = 0; i < inside.vertices.size(); ++i) {
    const double area = -own.vertex_area(inside.vertices[i]).dot(direction);
    if (!(area > 0))
      continue;
    const bvh::Hit hit = enclosed::first_hit({other.surface()}, {inside.places[i], direction});
    if (hit.exists() && hit.from_behind)
      found.push_back({FeatureKind::vertex_face, side, inside.vertices[i], hit.triangle, direction,
                       -hit.distance, hit.barycentric, area});
  }
}

/// Ascending, as pairs are sorted.
std::vector<std::uint32_t> vertices_of(std::span<const FeaturePair> found, std::uint8_t side) {
  std::vector<std::uint32_t> vertices;
  for (const FeaturePair& pair : found)
    if (pair.kind == FeatureKind::vertex_face && pair.side == side)
      vertices.push_back(pair.first);
  return vertices;
}

} // namespace

void find_enclosed(const SurfacePair& pair, std::vector<FeaturePair>& found) {
  if (pair.self() || !(pair.a->surface().is_piece || pair.b->surface().is_piece))
    return;
  for (std::uint8_t side = 0; side < 2; ++side) {
    const TrackedSurface &own = side == 0 ? *pair.a : *pair.b, &other = side == 0 ? *pair.b : *pair.a;
    const Inside inside = find_inside(own, other, vertices_of(found, side));
    if (const auto way = enclosed::shortest_way_out(inside.places, {other.surface()}))
      lead_out(own.placed(), inside, other, side, way->direction, found);
  }
}

} // namespace lamina::proximity
