#include "core/mesh/duplicates.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace lamina {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

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
  std::vector<std::uint32_t> table(slots, none), first(mesh.triangles.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Triangle key = unoriented(mesh.triangles[i]).sorted;
    std::uint64_t hash = key[0] * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 29) ^ key[1]) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 32) ^ key[2]) * 0x94d049bb133111ebu;
    std::size_t slot = (hash ^ (hash >> 31)) & (slots - 1);
    while (table[slot] != none && unoriented(mesh.triangles[table[slot]]).sorted != key)
      slot = (slot + 1) & (slots - 1);
    if (table[slot] == none)
      table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

} // namespace

DuplicateCounts remove_duplicate_triangles(TriangleMesh& mesh) {
  // How often each triangle occurs, and how much more often one way round than the other.
  const std::vector<std::uint32_t> first = first_with_same_vertices(mesh);
  std::vector<std::int32_t> copies(first.size(), 0), net(first.size(), 0);
  for (std::size_t i = 0; i < first.size(); ++i) {
    ++copies[first[i]];
    net[first[i]] += unoriented(mesh.triangles[i]).even ? 1 : -1;
  }
  DuplicateCounts counts;
  std::size_t opposed = 0;
  for (std::size_t i = 0; i < first.size(); ++i)
    opposed += copies[first[i]] > 1 && net[first[i]] == 0;
  counts.doubled_surface = 2 * opposed > first.size();

  // Keep the first triangle that runs the way most of its copies do.
  std::vector<Triangle> kept;
  kept.reserve(first.size());
  std::vector<bool> done(first.size(), false);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::uint32_t group = first[i];
    if (done[group])
      continue;
    const bool runs_with_most = net[group] == 0 || (net[group] > 0) == unoriented(mesh.triangles[i]).even;
    if (!runs_with_most)
      continue;
    done[group] = true;
    if (copies[group] > 1 && net[group] == 0 && !counts.doubled_surface)
      ++counts.inner_walls;
    else
      kept.push_back(mesh.triangles[i]);
  }
  counts.removed = mesh.triangles.size() - kept.size();
  mesh.triangles = std::move(kept);
  return counts;
}

} // namespace lamina
