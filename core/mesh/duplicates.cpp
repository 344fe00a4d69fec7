#include "core/mesh/duplicates.h"

#include "core/mesh/edges.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace lamina {

namespace {

constexpr std::uint32_t no_triangle = 0xffffffffu;

/// Vertices in rising order, and whether an even permutation of the corners leads there.
struct UnorientedTriangle {
  Triangle sorted;
  bool even;
};

UnorientedTriangle unoriented(const Triangle& t) {
  const int least = t[0] < t[1] ? (t[0] < t[2] ? 0 : 2) : (t[1] < t[2] ? 1 : 2);
  const std::uint32_t b = t[(least + 1) % 3], c = t[(least + 2) % 3];
  return {{t[least], std::min(b, c), std::max(b, c)}, b < c};
}

/// For each triangle the first one with the same vertices.
std::vector<std::uint32_t> first_with_same_vertices(const TriangleMesh& mesh) {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * mesh.triangles.size(), 16));
  std::vector<std::uint32_t> table(slots, no_triangle), first(mesh.triangles.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Triangle key = unoriented(mesh.triangles[i]).sorted;
    std::uint64_t hash = key[0] * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 29) ^ key[1]) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 32) ^ key[2]) * 0x94d049bb133111ebu;
    std::size_t slot = (hash ^ (hash >> 31)) & (slots - 1);
    while (table[slot] != no_triangle && unoriented(mesh.triangles[table[slot]]).sorted != key)
      slot = (slot + 1) & (slots - 1);
    if (table[slot] == no_triangle)
      table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

/// For each group of equal triangles, in which triangle 0 … n − 1 stands for its group, whether its connected
/// part can go altogether. `distinct` holds one triangle of each group, `is_even` whether it has an even
/// number of copies.
std::vector<bool> find_walls(const TriangleMesh& distinct, const std::vector<bool>& is_even) {
  const EdgeTable edges(distinct);
  UnionFind parts(distinct.triangles.size());
  const auto even = [&](const EdgeUse& use) { return is_even[use.triangle]; };
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    if (std::all_of(uses.begin(), uses.end(), even))
      for (const EdgeUse& use : uses)
        parts.unite(uses.front().triangle, use.triangle);
  }

  // Where a part meets others, an even number of those closes the surface without the part.
  std::vector<std::int64_t> votes(distinct.triangles.size(), 0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    const auto inside = std::count_if(uses.begin(), uses.end(), even);
    const auto others = static_cast<std::ptrdiff_t>(uses.size()) - inside;
    if (inside == 0 || others == 0)
      continue;
    for (const EdgeUse& use : uses)
      if (even(use))
        votes[parts.find(use.triangle)] += others % 2 == 0 ? 1 : -1;
  }
  std::vector<bool> wall(distinct.triangles.size(), false);
  for (std::uint32_t i = 0; i < wall.size(); ++i)
    wall[i] = is_even[i] && votes[parts.find(i)] > 0;
  return wall;
}

} // namespace

DuplicateCounts remove_duplicate_triangles(TriangleMesh& mesh) {
  // How often each triangle occurs, and how much more often one way round than the other.
  const std::vector<std::uint32_t> first = first_with_same_vertices(mesh);
  std::vector<std::int32_t> copies(first.size(), 0), net(first.size(), 0);
  std::size_t groups = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    groups += copies[first[i]]++ == 0;
    net[first[i]] += unoriented(mesh.triangles[i]).even ? 1 : -1;
  }
  DuplicateCounts counts;
  if (groups == first.size())
    return counts;

  // One triangle of each group: the first that runs the way most of its copies do.
  TriangleMesh distinct;
  distinct.vertices = mesh.vertices;
  std::vector<bool> done(first.size(), false), is_even;
  std::vector<std::int32_t> copies_of_distinct;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::uint32_t group = first[i];
    if (done[group] || (net[group] != 0 && (net[group] > 0) != unoriented(mesh.triangles[i]).even))
      continue;
    done[group] = true;
    distinct.triangles.push_back(mesh.triangles[i]);
    is_even.push_back(copies[group] % 2 == 0);
    copies_of_distinct.push_back(copies[group]);
  }
  const std::vector<bool> wall = find_walls(distinct, is_even);

  std::vector<Triangle> kept;
  for (std::size_t i = 0; i < wall.size(); ++i) {
    if (wall[i])
      counts.walls += static_cast<std::size_t>(copies_of_distinct[i]);
    else
      kept.push_back(distinct.triangles[i]);
  }
  counts.removed = mesh.triangles.size() - kept.size();
  mesh.triangles = std::move(kept);
  return counts;
}

} // namespace lamina
