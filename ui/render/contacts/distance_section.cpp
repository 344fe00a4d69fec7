#include "ui/render/contacts/distance_section.h"

#include <array>
#include <cmath>

namespace lamina {
namespace {

SectionCorner corner_of(const MarchedSolid& solid, std::uint32_t node) {
  return {solid.nodes[node], double(solid.distances[node]),
          solid.visits[node] == NodeVisit::none ? 0.0 : 1.0};
}

/// Where the plane cuts the edge from a node below it to one above.
SectionCorner on_edge(const SectionCorner& below, const SectionCorner& above, int axis, double position) {
  const double t = (position - below.place[axis]) / (above.place[axis] - below.place[axis]);
  return {below.place + t * (above.place - below.place),
          below.distance + t * (above.distance - below.distance),
          below.visited + t * (above.visited - below.visited)};
}

bool is_known(const MarchedSolid& solid, std::uint32_t node) {
  return node < solid.nodes.size() && solid.nodes[node].allFinite() && std::isfinite(solid.distances[node]);
}

} // namespace

void add_section(std::vector<SectionCorner>& corners, const MarchedSolid& solid, int axis, double position) {
  for (const Tetrahedron& nodes : solid.tetrahedra) {
    std::array<SectionCorner, 4> below, above;
    std::size_t low = 0, high = 0;
    for (const std::uint32_t node : nodes)
      if (is_known(solid, node))
        (solid.nodes[node][axis] <= position ? below[low++] : above[high++]) = corner_of(solid, node);
    if (low + high < 4 || low == 0 || high == 0)
      continue;
    // Of a square the corners go around it: two edges that follow one another share a node.
    std::array<SectionCorner, 4> around;
    std::size_t count = 0;
    for (std::size_t i = 0; i < low; ++i)
      for (std::size_t j = 0; j < high; ++j)
        around[count++] = on_edge(below[i], above[i % 2 == 0 ? j : high - 1 - j], axis, position);
    for (std::size_t k = 2; k < count; ++k)
      corners.insert(corners.end(), {around[0], around[k - 1], around[k]});
  }
}

} // namespace lamina
