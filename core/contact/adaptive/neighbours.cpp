#include "core/contact/adaptive/neighbours.h"

#include "core/mesh/edges.h"

#include <algorithm>

namespace lamina::adaptive {

Neighbours neighbours_of(const std::vector<Triangle>& triangles) {
  TriangleMesh mesh;
  mesh.triangles = triangles;
  std::uint32_t vertices = 0;
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t vertex : triangle)
      vertices = std::max(vertices, vertex + 1);
  mesh.vertices.resize(vertices);
  const EdgeTable edges(mesh);
  Neighbours across(triangles.size(), {open_side, open_side, open_side});
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::span<const EdgeUse> uses = edges.uses(e);
    for (const EdgeUse& use : uses) {
      std::uint32_t& other = across[use.triangle][use.side];
      if (uses.size() == 2)
        other = uses[uses[0].triangle == use.triangle ? 1 : 0].triangle;
      else if (uses.size() > 2)
        other = shared_side;
    }
  }
  return across;
}

} // namespace lamina::adaptive
