#include "core/mesh/stuffing/one_sheet.h"

#include "core/mesh/stuffing/cut_lattice.h"
#include "core/mesh/union_find.h"

#include <array>
#include <vector>

namespace lamina::stuffing {

namespace {

/// The triangles that the tetrahedra around a node show it, and which two of them meet at each edge.
struct Link {
  std::vector<std::array<int, 3>> triangles; ///< neighbours of the node
  struct Edge {
    std::array<int, 2> ends;
    std::vector<std::uint32_t> triangles;
  };
  std::vector<Edge> edges;
};

std::array<int, 3> step_to(int neighbour) {
  std::array<int, 3> step = directions[static_cast<std::size_t>(neighbour / 2)];
  if (neighbour % 2 == 1)
    for (int& component : step)
      component = -component;
  return step;
}

/// Neighbours of each other: no farther apart than a side of a cube.
bool adjoin(int m, int n) {
  const std::array<int, 3> a = step_to(m), b = step_to(n);
  int squared = 0;
  for (std::size_t k = 0; k < 3; ++k)
    squared += (a[k] - b[k]) * (a[k] - b[k]);
  return squared <= 4;
}

Link make_link() {
  Link link;
  for (int a = 0; a < neighbour_count; ++a)
    for (int b = a + 1; b < neighbour_count; ++b) {
      if (!adjoin(a, b))
        continue;
      link.edges.push_back({{a, b}, {}});
      for (int c = b + 1; c < neighbour_count; ++c)
        if (adjoin(a, c) && adjoin(b, c))
          link.triangles.push_back({a, b, c});
    }
  for (Link::Edge& edge : link.edges)
    for (std::uint32_t t = 0; t < link.triangles.size(); ++t) {
      const auto& [a, b, c] = link.triangles[t];
      const auto has = [&](int n) { return a == n || b == n || c == n; };
      if (has(edge.ends[0]) && has(edge.ends[1]))
        edge.triangles.push_back(t);
    }
  return link;
}

} // namespace

bool is_one_sheet(const CutLattice& lattice, std::uint32_t node) {
  static const Link link = make_link();
  std::array<int, neighbour_count> signs;
  for (int n = 0; n < neighbour_count; ++n)
    signs[static_cast<std::size_t>(n)] = lattice.sign(lattice.lattice().neighbour(node, n));
  const auto sign = [&](int n) { return signs[static_cast<std::size_t>(n)]; };

  // Part 2t of triangle t is solid, where it has a corner inside; part 2t + 1 is empty, where it has one
  // outside or none inside.
  const auto has_solid = [&](std::uint32_t t) {
    const auto& [a, b, c] = link.triangles[t];
    return sign(a) > 0 || sign(b) > 0 || sign(c) > 0;
  };
  const auto has_empty = [&](std::uint32_t t) {
    const auto& [a, b, c] = link.triangles[t];
    return sign(a) < 0 || sign(b) < 0 || sign(c) < 0 || !has_solid(t);
  };
  thread_local UnionFind parts;
  parts.reset(2 * link.triangles.size());
  for (const Link::Edge& edge : link.edges) {
    const int a = sign(edge.ends[0]), b = sign(edge.ends[1]);
    const std::uint32_t s = edge.triangles[0], t = edge.triangles[1];
    const bool on_surface = a == 0 && b == 0;
    if (a > 0 || b > 0 || (on_surface && has_solid(s) && has_solid(t)))
      parts.unite(2 * s, 2 * t);
    if (a < 0 || b < 0 || (on_surface && !has_solid(s) && !has_solid(t)))
      parts.unite(2 * s + 1, 2 * t + 1);
  }
  int solids = 0, empties = 0;
  for (std::uint32_t t = 0; t < link.triangles.size(); ++t) {
    solids += has_solid(t) && parts.find(2 * t) == 2 * t;
    empties += has_empty(t) && parts.find(2 * t + 1) == 2 * t + 1;
  }
  return solids <= 1 && empties <= 1;
}

} // namespace lamina::stuffing
