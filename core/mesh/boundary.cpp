#include "core/mesh/boundary.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace lamina {

std::vector<BoundaryEdge> find_boundary(const EdgeTable& edges, const Patches& shells) {
  std::vector<BoundaryEdge> boundary;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    // find_shells joins whatever does not balance at an edge, so at most one shell is open there.
    const auto uses = edges.uses(e);
    const int net = imbalance(uses);
    if (net == 0)
      continue;
    const auto open = std::find_if(uses.begin(), uses.end(), [&](const EdgeUse& candidate) {
      int sum = 0;
      for (const EdgeUse& use : uses)
        if (shells.of_triangle[use.triangle] == shells.of_triangle[candidate.triangle])
          sum += use.forward ? 1 : -1;
      return sum != 0;
    });
    const std::uint32_t shell = shells.of_triangle[open->triangle];
    for (int i = 0; i < std::abs(net); ++i)
      boundary.push_back(net > 0 ? BoundaryEdge{open->low, open->high, shell}
                                 : BoundaryEdge{open->high, open->low, shell});
  }
  return boundary;
}

std::vector<bool> open_shells(const std::vector<BoundaryEdge>& boundary, const Patches& shells) {
  std::vector<bool> open(shells.count, false);
  for (const BoundaryEdge& edge : boundary)
    open[edge.shell] = true;
  return open;
}

void add_backs(TriangleMesh& mesh, const Patches& shells, const std::vector<BoundaryEdge>& boundary,
               const BackOffset& offset) {
  const std::vector<bool> open = open_shells(boundary, shells);
  std::vector<std::uint32_t> order;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    if (open[shells.of_triangle[t]])
      order.push_back(t);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return shells.of_triangle[a] < shells.of_triangle[b];
  });
  std::vector<BoundaryEdge> sorted = boundary;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const BoundaryEdge& a, const BoundaryEdge& b) { return a.shell < b.shell; });

  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> copy_of(mesh.vertices.size(), none), copied_by(mesh.vertices.size(), none);
  const auto copy = [&](std::uint32_t v, std::uint32_t shell) {
    if (copied_by[v] != shell) {
      copied_by[v] = shell;
      copy_of[v] = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back(mesh.vertices[v] + offset(v, shell));
    }
    return copy_of[v];
  };
  auto edge = sorted.begin();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t shell = shells.of_triangle[order[i]];
    const Triangle t = mesh.triangles[order[i]];
    mesh.triangles.push_back({copy(t[0], shell), copy(t[2], shell), copy(t[1], shell)});

    // After the last triangle of a shell, its skirt: each boundary edge to its copy.
    if (i + 1 < order.size() && shells.of_triangle[order[i + 1]] == shell)
      continue;
    for (; edge != sorted.end() && edge->shell == shell; ++edge) {
      const std::uint32_t from = copy(edge->from, shell), to = copy(edge->to, shell);
      mesh.triangles.push_back({edge->to, edge->from, from});
      mesh.triangles.push_back({edge->to, from, to});
    }
  }
}

} // namespace lamina
