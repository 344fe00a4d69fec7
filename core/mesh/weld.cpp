#include "core/mesh/weld.h"

#include "core/mesh/hash_position.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace lamina {

namespace {

constexpr std::uint32_t empty_slot = std::numeric_limits<std::uint32_t>::max();

} // namespace

std::vector<std::uint32_t> first_at_same_position(const std::vector<Vec3>& vertices) {
  // Open addressing at a load of at most one half.
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2 * vertices.size(), 16));
  std::vector<std::uint32_t> table(slots, empty_slot);
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    std::size_t slot = hash_position(vertices[i]) & (slots - 1);
    while (table[slot] != empty_slot && vertices[table[slot]] != vertices[i])
      slot = (slot + 1) & (slots - 1);
    if (table[slot] == empty_slot)
      table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

std::size_t remove_unreferenced(TriangleMesh& mesh) {
  std::vector<std::uint32_t> place(mesh.vertices.size(), empty_slot);
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      place[v] = 0;
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < place.size(); ++v) {
    if (place[v] == empty_slot)
      continue;
    mesh.vertices[kept] = mesh.vertices[v];
    place[v] = kept++;
  }
  const std::size_t removed = mesh.vertices.size() - kept;
  mesh.vertices.resize(kept);
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& v : triangle)
      v = place[v];
  return removed;
}

WeldCounts weld(TriangleMesh& mesh) {
  WeldCounts counts;
  counts.unreferenced = remove_unreferenced(mesh);
  const std::vector<std::uint32_t> first = first_at_same_position(mesh.vertices);
  for (std::size_t v = 0; v < first.size(); ++v)
    counts.merged += first[v] != v;
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& v : triangle)
      v = first[v];
  const auto is_collapsed = [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; };
  counts.collapsed = std::erase_if(mesh.triangles, is_collapsed);
  remove_unreferenced(mesh);
  return counts;
}

} // namespace lamina
