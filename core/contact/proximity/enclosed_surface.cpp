#include "core/contact/enclosed/way_out.h"
#include "core/contact/proximity/pair_search.h"

namespace lamina::proximity {

namespace {

/// Whether a vertex lies behind the place of the other surface that is nearest to it.
bool is_inside(const TrackedSurface& own, const TrackedSurface& other) {
  const Vec3& vertex = own.surface().positions[(*own.surface().triangles)[0][0]];
  const auto nearest = enclosed::nearest_place({other.surface()}, vertex);
  return nearest &&
         (vertex - nearest->position).dot(normal_at(other.placed(), nearest->triangle, nearest->on)) < 0;
}

/// Vertices with triangles.
std::vector<Vec3> places_of(const TrackedSurface& surface) {
  const PlacedFeatures placed = surface.placed();
  std::vector<Vec3> places;
  for (std::uint32_t v = 0; v < placed.positions.size(); ++v)
    if (!placed.features->triangles_at(v).empty())
      places.push_back(placed.positions[v]);
  return places;
}

/// What of the surface looks back along the way out, against where it leaves the other.
void lead_out(const TrackedSurface& own, const TrackedSurface& other, std::uint8_t side,
              const Vec3& direction, std::vector<FeaturePair>& found) {
  const PlacedFeatures placed = own.placed();
  for (std::uint32_t v = 0; v < placed.positions.size(); ++v) {
    const double area = -placed.vertex_area(v).dot(direction);
    if (!(area > 0))
      continue;
    const bvh::Hit hit = enclosed::first_hit({other.surface()}, {placed.positions[v], direction});
    if (hit.exists() && hit.from_behind)
      found.push_back(
          {FeatureKind::vertex_face, side, v, hit.triangle, direction, -hit.distance, hit.barycentric, area});
  }
}

} // namespace

void find_enclosed(const SurfacePair& pair, std::vector<FeaturePair>& found) {
  if (pair.self() || !(pair.a->surface().is_piece || pair.b->surface().is_piece))
    return;
  for (std::uint8_t side = 0; side < 2; ++side) {
    const TrackedSurface &own = side == 0 ? *pair.a : *pair.b, &other = side == 0 ? *pair.b : *pair.a;
    if (!enclosed::lies_within(own.surface().bounds, other.surface().bounds) || !is_inside(own, other))
      continue;
    if (const auto way = enclosed::shortest_way_out(places_of(own), {other.surface()}))
      lead_out(own, other, side, way->direction, found);
  }
}

} // namespace lamina::proximity
