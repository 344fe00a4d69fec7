#include "core/mesh/orient.h"

#include "core/mesh/union_find.h"

#include <algorithm>

namespace lamina {

namespace {

/// The triangle across each side, and whether it runs along that side the same way (so that one of them is
/// wrong).
struct Neighbour {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t triangle = none;
  bool disagrees = false;
};

std::vector<Neighbour> find_neighbours(const TriangleMesh& mesh, const EdgeTable& edges) {
  std::vector<Neighbour> neighbours(3 * mesh.triangles.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    if (uses.size() != 2)
      continue;
    const bool disagrees = uses[0].forward == uses[1].forward;
    neighbours[3 * std::size_t{uses[0].triangle} + uses[0].side] = {uses[1].triangle, disagrees};
    neighbours[3 * std::size_t{uses[1].triangle} + uses[1].side] = {uses[0].triangle, disagrees};
  }
  return neighbours;
}

/// Walks one patch from a seed, deciding for each triangle whether it must be turned to agree with the seed.
/// Returns false if two ways round lead to different answers.
bool walk_patch(std::uint32_t seed, const std::vector<Neighbour>& neighbours,
                std::vector<std::int8_t>& turned, std::vector<std::uint32_t>& patch) {
  bool consistent = true;
  patch.assign(1, seed);
  turned[seed] = 0;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    for (std::size_t side = 0; side < 3; ++side) {
      const Neighbour& neighbour = neighbours[3 * std::size_t{patch[i]} + side];
      if (neighbour.triangle == Neighbour::none)
        continue;
      const auto wanted = static_cast<std::int8_t>(turned[patch[i]] ^ static_cast<int>(neighbour.disagrees));
      if (turned[neighbour.triangle] < 0) {
        turned[neighbour.triangle] = wanted;
        patch.push_back(neighbour.triangle);
      } else if (turned[neighbour.triangle] != wanted) {
        consistent = false;
      }
    }
  }
  return consistent;
}

} // namespace

Patches find_patches(const TriangleMesh& mesh, const EdgeTable& edges) {
  UnionFind triangles(mesh.triangles.size());
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (const auto uses = edges.uses(e); uses.size() == 2)
      triangles.unite(uses[0].triangle, uses[1].triangle);
  Patches patches;
  patches.count = triangles.number(patches.of_triangle);
  return patches;
}

OrientationRepair orient_patches(TriangleMesh& mesh, const EdgeTable& edges) {
  OrientationRepair repair;
  const std::vector<Neighbour> neighbours = find_neighbours(mesh, edges);
  std::vector<std::int8_t> turned(mesh.triangles.size(), -1);
  std::vector<std::uint32_t> patch;
  for (std::uint32_t seed = 0; seed < mesh.triangles.size(); ++seed) {
    if (turned[seed] >= 0)
      continue;
    if (!walk_patch(seed, neighbours, turned, patch)) {
      ++repair.not_orientable;
      continue;
    }
    // The seed may have been the wrong one: turn whichever side is the smaller.
    const auto count = static_cast<std::size_t>(
        std::count_if(patch.begin(), patch.end(), [&](std::uint32_t t) { return turned[t] == 1; }));
    const std::int8_t minority = 2 * count > patch.size() ? 0 : 1;
    for (const std::uint32_t t : patch) {
      if (turned[t] == minority) {
        std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
        ++repair.flipped;
      }
    }
  }
  return repair;
}

Patches find_shells(const TriangleMesh& mesh, const EdgeTable& edges) {
  Patches patches = find_patches(mesh, edges);
  UnionFind groups(patches.count);
  std::vector<std::pair<std::uint32_t, int>> at_edge; // patch and direction of each use
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    if (uses.size() <= 2)
      continue;
    at_edge.clear();
    for (const EdgeUse& use : uses)
      at_edge.emplace_back(patches.of_triangle[use.triangle], use.forward ? 1 : -1);
    std::sort(at_edge.begin(), at_edge.end());

    // Join the patches whose own uses of this edge do not cancel.
    std::uint32_t unbalanced = Neighbour::none;
    for (std::size_t i = 0; i < at_edge.size();) {
      const std::uint32_t patch = at_edge[i].first;
      int sum = 0;
      for (; i < at_edge.size() && at_edge[i].first == patch; ++i)
        sum += at_edge[i].second;
      if (sum == 0)
        continue;
      if (unbalanced != Neighbour::none)
        groups.unite(unbalanced, patch);
      unbalanced = patch;
    }
  }
  Patches shells;
  std::vector<std::uint32_t> shell_of_patch;
  shells.count = groups.number(shell_of_patch);
  shells.of_triangle.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    shells.of_triangle[t] = shell_of_patch[patches.of_triangle[t]];
  return shells;
}

} // namespace lamina
