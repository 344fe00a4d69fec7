#include "tests/contact/proximity/proximity_support.h"

#include "core/contact/proximity/distances.h"

namespace lamina::test {

using namespace proximity;

namespace {

TrackedSurface tracked(const Surface& surface, bool cones) {
  TrackedSurface result;
  result.update(surface, {}, cones);
  return result;
}

std::vector<FeaturePair> try_all(const SurfacePair& pair) {
  const PlacedFeatures a = pair.a->placed(), b = pair.b->placed();
  const double facing = pair.self() ? self_facing : 0;
  std::vector<FeaturePair> found;
  for (int side = 0; side < (pair.self() ? 1 : 2); ++side) {
    const PlacedFeatures &vertices = side == 0 ? a : b, &faces = side == 0 ? b : a;
    for (std::uint32_t v = 0; v < vertices.positions.size(); ++v)
      for (std::uint32_t t = 0; t < faces.triangles->size(); ++t) {
        const Triangle& corners = (*faces.triangles)[t];
        if (pair.self() && (corners[0] == v || corners[1] == v || corners[2] == v))
          continue;
        if (auto hit = vertex_against_face(vertices, v, faces, t, pair.reach, facing)) {
          hit->side = static_cast<std::uint8_t>(side);
          found.push_back(*hit);
        }
      }
  }
  for (std::uint32_t i = 0; i < a.features->edges().size(); ++i)
    for (std::uint32_t j = pair.self() ? i + 1 : 0; j < b.features->edges().size(); ++j) {
      const auto &p = a.features->edges()[i].vertex, &q = b.features->edges()[j].vertex;
      if (pair.self() && (p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1]))
        continue;
      if (const auto hit = edge_against_edge(a, i, b, j, pair.reach))
        found.push_back(*hit);
    }
  sort_and_sift(pair, found);
  return found;
}

} // namespace

Settings by_proximity(double distance, double depth) {
  Settings settings;
  settings.contact.method = "proximity";
  settings.simulation.threads = 1;
  settings.contact.proximity.distance = distance;
  settings.contact.proximity.depth = depth;
  return settings;
}

PairContacts all_contacts(const Surface& a, const Surface& b, const Settings& settings) {
  const TrackedSurface of_a = tracked(a, &a == &b), of_b = tracked(b, false);
  const bool self = &a == &b;
  const SurfacePair pair{&of_a, self ? &of_a : &of_b,
                         self
                             ? reach_within(of_a.thickness(), settings.contact.proximity)
                             : reach_between(of_a.thickness(), of_b.thickness(), settings.contact.proximity)};
  PairContacts contacts;
  contacts.body = {0, self ? 0u : 1u};
  make_contacts(pair, try_all(pair), contacts);
  return contacts;
}

Surface cloth_of(std::vector<Vec3> positions, std::vector<Triangle> triangles) {
  const auto count = static_cast<std::uint32_t>(positions.size());
  const std::size_t front = triangles.size();
  positions.insert(positions.end(), positions.begin(), positions.begin() + count);
  for (std::size_t t = 0; t < front; ++t) {
    const auto [a, b, c] = triangles[t];
    triangles.push_back({a + count, c + count, b + count});
  }
  Surface surface;
  surface.positions = std::move(positions);
  surface.triangles = std::make_shared<const std::vector<Triangle>>(std::move(triangles));
  surface.sheet_thickness = 1e-3;
  for (const Vec3& p : surface.positions)
    surface.bounds.include(p);
  return surface;
}

Vec3 force_on(const PairContacts& contacts, int body) {
  Vec3 force = Vec3::Zero();
  for (const Contact& contact : contacts.contacts) {
    const Range range = contact.gradient[static_cast<std::size_t>(body)];
    for (std::uint32_t i = range.begin; i < range.end; ++i)
      force -= contact.weight * contact.measure * contact.area * contacts.gradient[i].value;
  }
  return force;
}

Vec3 torque_on(const PairContacts& contacts, int body, const Surface& surface) {
  Vec3 torque = Vec3::Zero();
  for (const Contact& contact : contacts.contacts) {
    const Range range = contact.gradient[static_cast<std::size_t>(body)];
    for (std::uint32_t i = range.begin; i < range.end; ++i)
      torque -= contact.weight * contact.measure * contact.area *
                surface.positions[contacts.gradient[i].vertex].cross(contacts.gradient[i].value);
  }
  return torque;
}

} // namespace lamina::test
