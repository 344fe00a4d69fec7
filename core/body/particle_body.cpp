#include "core/body/particle_body.h"

#include "core/base/error.h"
#include "core/body/carried_surface.h"
#include "core/body/chords.h"
#include "core/body/mass_spring.h"
#include "core/body/soft_body.h"
#include "core/mesh/edges.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamina {

namespace {

using Pair = std::array<std::uint32_t, 2>;

/// Neighbours of a particle that get a spring, if they are near enough; the nearest of them in any case.
constexpr std::size_t most_neighbours = 16, sure_neighbours = 6;
constexpr double neighbour_reach = 1.8; ///< over the particles' mean spacing

/// Springs that share the volume alike.
std::vector<Spring> springs_between(std::span<const Vec3> nodes, std::vector<Pair> pairs, double volume) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<Spring> springs;
  for (const Pair& pair : pairs) {
    const double length = (nodes[pair[1]] - nodes[pair[0]]).norm();
    if (length > 0)
      springs.push_back({pair, length, volume / static_cast<double>(pairs.size())});
  }
  return springs;
}

std::vector<Pair> neighbour_pairs(std::span<const Vec3> particles, double volume) {
  const double reach = neighbour_reach * std::cbrt(volume / static_cast<double>(particles.size()));
  const auto near = nearest_particles(particles, particles, most_neighbours + 1);
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < particles.size(); ++i)
    for (std::size_t k = 0; k < near[i].size(); ++k) {
      const std::uint32_t j = near[i][k];
      if (j != i && (k <= sure_neighbours || (particles[j] - particles[i]).norm() <= reach))
        pairs.push_back({std::min(i, j), std::max(i, j)});
    }
  return pairs;
}

void expect_connected(const SceneBody& description, std::size_t count, std::span<const Spring> springs) {
  UnionFind sets(count);
  for (const Spring& spring : springs)
    sets.unite(spring.node[0], spring.node[1]);
  std::vector<std::uint32_t> set_of;
  if (const std::size_t parts = sets.number(set_of); parts > 1)
    throw InputError(
        "body \"" + description.name + "\": its particles fall into " + std::to_string(parts) +
        " parts that no spring joins; add particles between them, or make them bodies of their own");
}

NodalParts parts_of_particles(const SceneBody& description, double volume, double mass) {
  const std::vector<Vec3>& particles = *description.particle_positions;
  if (particles.size() < 4)
    throw InputError("body \"" + description.name + "\" has " + std::to_string(particles.size()) +
                     " particles; four are the least that carry a solid");
  NodalParts parts;
  parts.mapping = carry_points(particles, description.mesh->mesh.vertices);
  parts.masses.assign(particles.size(), mass / static_cast<double>(particles.size()));
  std::vector<Spring> springs = springs_between(particles, neighbour_pairs(particles, volume), volume);
  expect_connected(description, particles.size(), springs);
  parts.model = std::make_unique<MassSpring>(particles.size(), std::move(springs), description.material);
  parts.nodes = particles;
  return parts;
}

/// Edges, the two corners across each edge, and chords through the solid.
std::vector<Pair> surface_pairs(const PreparedMesh& prepared) {
  std::vector<Pair> pairs = chords_through(prepared);
  const EdgeTable edges(prepared.mesh);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    pairs.push_back({uses.front().low, uses.front().high});
    if (uses.size() != 2)
      continue;
    const auto opposite = [&](const EdgeUse& use) {
      return prepared.mesh.triangles[use.triangle][(use.side + 2u) % 3u];
    };
    const std::uint32_t a = opposite(uses[0]), b = opposite(uses[1]);
    if (a != b)
      pairs.push_back({std::min(a, b), std::max(a, b)});
  }
  return pairs;
}

/// Each vertex weighs as much as the third of its triangles' area says.
std::vector<double> masses_by_area(const TriangleMesh& mesh, double mass) {
  std::vector<double> masses(mesh.vertices.size(), 0.0);
  double total = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    const double area = (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
    for (const std::uint32_t vertex : t)
      masses[vertex] += area;
    total += 3 * area;
  }
  // A vertex of collapsed triangles only still needs some mass.
  const double least = 1e-6 * total / static_cast<double>(masses.size());
  for (double& m : masses)
    m = std::max(m, least);
  const double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
  for (double& m : masses)
    m *= mass / sum;
  return masses;
}

NodalParts parts_of_vertices(const SceneBody& description, double volume, double mass) {
  const PreparedMesh& prepared = *description.mesh;
  NodalParts parts;
  parts.nodes = prepared.mesh.vertices;
  parts.masses = masses_by_area(prepared.mesh, mass);
  std::vector<std::uint32_t> own(parts.nodes.size());
  std::iota(own.begin(), own.end(), 0u);
  parts.mapping = NodeMapping::identity(own);
  parts.model = std::make_unique<MassSpring>(parts.nodes.size(),
                                             springs_between(parts.nodes, surface_pairs(prepared), volume),
                                             description.material);
  return parts;
}

NodalParts parts_of_lattice(const SceneBody& description, double volume) {
  DividedSolid solid = divide_solid(description);
  std::vector<Pair> pairs;
  for (const Tetrahedron& t : solid.mesh.tetrahedra)
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b)
        pairs.push_back({std::min(t[a], t[b]), std::max(t[a], t[b])});
  NodalParts parts;
  parts.nodes = solid.mesh.nodes;
  parts.masses = std::move(solid.masses);
  parts.mapping = std::move(solid.mapping);
  parts.surface = std::move(solid.surface);
  parts.node_spacing = solid.node_spacing;
  parts.model = std::make_unique<MassSpring>(
      parts.nodes.size(), springs_between(parts.nodes, std::move(pairs), volume), description.material);
  return parts;
}

} // namespace

NodalParts particle_parts(const SceneBody& description) {
  const double volume = closed_volume(description);
  const double mass = mass_of(description, volume);
  NodalParts parts;
  if (description.particle_positions)
    parts = parts_of_particles(description, volume, mass);
  else if (description.division == Division::vertices)
    parts = parts_of_vertices(description, volume, mass);
  else
    parts = parts_of_lattice(description, volume);
  for (Vec3& node : parts.nodes)
    node = description.pose * node;
  return parts;
}

} // namespace lamina
