#pragma once

#include "core/contact/enclosed/nearest_place.h"
#include "core/contact/point_evidence.h"
#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/contact/tetrahedra/neighbours.h"
#include "core/contact/vertex_fans.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"

#include <memory>
#include <set>
#include <vector>

namespace lamina::test {

inline Settings by_chance(int pairs = 64, int evaluations = 4096) {
  Settings settings;
  settings.contact.method = "stochastic";
  settings.simulation.threads = 1;
  settings.contact.stochastic.pairs = pairs;
  settings.contact.stochastic.evaluations = evaluations;
  return settings;
}

/// Two surfaces under one method, which remembers them from step to step.
struct StepByStep {
  Surface a, b;
  Settings settings;
  std::unique_ptr<ContactMethod> method = make_contact_method(settings.contact);
  std::vector<PairContacts> results = {};

  const Surface& surface(std::size_t side) const { return side == 0 ? a : b; }
  const PairContacts& step() {
    const std::array<const Surface*, 2> surfaces = {&a, &b};
    const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
    method->detect(detection_input(surfaces, pairs, settings), results);
    return results.at(0);
  }
};

/// A vertex and whose it is.
using VertexOf = std::pair<std::size_t, std::uint32_t>;

/// The vertices that have contacts.
inline std::set<VertexOf> touching(const PairContacts& found) {
  std::set<VertexOf> vertices;
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const std::size_t side = points_of(found).points[i].body[0];
    vertices.insert({side, found.gradient[found.contacts[i].gradient[side].begin].vertex});
  }
  return vertices;
}

/// The distance of a point from a surface, below 0 inside, from all triangles and a ray.
inline double true_distance(const Surface& surface, const Vec3& point) {
  const auto nearest = enclosed::nearest_place({surface}, point);
  const bvh::Hit hit = enclosed::first_hit({surface}, {point, Vec3(0.36, 0.48, 0.8)});
  return (hit.exists() && hit.from_behind ? -1 : 1) * std::sqrt(nearest->squared_distance);
}

/// The same surface in groups of triangles, so that true distances are found out sooner.
inline Surface in_groups(Surface surface) {
  const auto meshlets = std::make_shared<const Meshlets>(*surface.triangles, surface.positions, 40);
  surface.meshlets = meshlets;
  enclose_meshlets(*meshlets, surface.positions, surface.balls);
  return surface;
}

/// All distances of the vertices of either surface from the other, as far as they lie in the overlap of the
/// boxes inflated by `margin`; infinite elsewhere.
inline std::array<std::vector<double>, 2> true_distances(const Surface& a, const Surface& b, double margin) {
  Box overlap = a.bounds.intersection(b.bounds);
  overlap.min.array() -= margin;
  overlap.max.array() += margin;
  std::array<std::vector<double>, 2> distances;
  const std::array opposite{in_groups(b), in_groups(a)};
  for (std::size_t side = 0; side < 2; ++side)
    for (const Vec3& p : (side == 0 ? a : b).positions)
      distances[side].push_back(overlap.contains(p) ? true_distance(opposite[side], p)
                                                    : std::numeric_limits<double>::infinity());
  return distances;
}

/// A vertex that is nearer to the other surface, or deeper in it, than all its neighbours.
struct Minimum {
  VertexOf vertex;
  double distance; ///< m
};

/// Those that are no farther than `most` (m).
inline std::vector<Minimum> local_minima(const Surface& a, const Surface& b, double most) {
  std::vector<Minimum> minima;
  const auto distances = true_distances(a, b, most);
  for (std::size_t side = 0; side < 2; ++side) {
    const Surface& own = side == 0 ? a : b;
    const tetrahedra::Neighbours neighbours(std::span<const Triangle>(*own.triangles), own.positions.size());
    for (std::uint32_t v = 0; v < own.positions.size(); ++v) {
      const double here = distances[side][v];
      bool least = here <= most;
      for (const std::uint32_t q : neighbours.of(v))
        least = least && here < distances[side][q];
      if (least)
        minima.push_back({{side, v}, here});
    }
  }
  return minima;
}

/// The vertices of the pairs that a detection has kept.
inline std::set<VertexOf> kept_vertices(const PairContacts& found, const Surface& a, const Surface& b) {
  std::set<VertexOf> kept;
  for (const auto& [from, to] : stochastic_of(found).pairs)
    for (std::size_t side = 0; side < 2; ++side) {
      const std::vector<Vec3>& positions = (side == 0 ? a : b).positions;
      const auto at = std::find(positions.begin(), positions.end(), from);
      if (at != positions.end())
        kept.insert({side, static_cast<std::uint32_t>(at - positions.begin())});
    }
  return kept;
}

/// Whether a vertex or one of its neighbours is among these.
inline bool within_one_ring(const std::set<VertexOf>& of, const VertexOf& vertex, const Surface& own) {
  if (of.contains(vertex))
    return true;
  for (const Triangle& t : *own.triangles)
    if (std::find(t.begin(), t.end(), vertex.second) != t.end())
      for (const std::uint32_t corner : t)
        if (of.contains({vertex.first, corner}))
          return true;
  return false;
}

} // namespace lamina::test
