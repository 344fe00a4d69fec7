#pragma once

#include "core/contact/tetdistance/distance_field.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/tetrahedra/solid_body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lamina::test {

/// Moves inner nodes about by up to a share of a cell, so that nothing is regular.
inline TetMesh shaken(TetMesh mesh, double size, unsigned seed = 5) {
  Dice dice(seed);
  const tetdistance::SolidRings rings(mesh.nodes.size(), mesh.tetrahedra);
  for (std::uint32_t node = 0; node < mesh.nodes.size(); ++node)
    if (rings.rank_of(node) >= rings.boundary_nodes())
      mesh.nodes[node] += dice.vector(size);
  return mesh;
}

/// A ball of n cells across within, its inside shaken by a fifth of a cell.
inline SolidBody shaken_ball(std::uint32_t n, double radius) {
  const SolidBody ball = tet_ball(n, radius);
  return SolidBody(shaken(ball.mesh, 0.2 * 2 * radius / n));
}

/// By brute force: the distance of each node from all triangles of the boundary.
inline std::vector<double> exact_distances(const TetMesh& mesh) {
  const tetdistance::SolidRings rings(mesh.nodes.size(), mesh.tetrahedra);
  std::vector<Vec3> positions;
  for (std::uint32_t rank = 0; rank < mesh.nodes.size(); ++rank)
    positions.push_back(mesh.nodes[rings.node_of(rank)]);
  std::vector<double> distances;
  for (const Vec3& node : mesh.nodes) {
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& triangle : rings.triangles())
      least = std::min(least, tetdistance::closest_on(triangle, positions, node).squared);
    distances.push_back(std::sqrt(least));
  }
  return distances;
}

/// M04, figure 11: the lower one's upper edge and the upper one's lower edge cross, 0.1 m deep. Each is one
/// tetrahedron, divided around its middle.
std::array<SolidBody, 2> crossing_by_edges();

/// The settings of the method with one of its responses.
inline Settings tet_settings(TetResponse response, TetReaction reaction = TetReaction::boundary) {
  Settings settings;
  settings.contact.method = "tetdistance";
  settings.contact.tetdistance.response = response;
  settings.contact.tetdistance.reaction = reaction;
  return settings;
}

/// The contacts between two bodies, either of which may have a solid; of one with itself where both are the
/// same.
PairContacts detect_solids(const SolidBody& a, const SolidBody& b, const Settings& settings, int threads = 1);
PairContacts detect_on(const Surface& a, const SolidBody& b, const Settings& settings);

} // namespace lamina::test
