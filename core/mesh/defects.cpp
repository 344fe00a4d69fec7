#include "core/mesh/defects.h"

#include "core/mesh/edges.h"
#include "core/mesh/orient.h"
#include "core/mesh/pieces.h"
#include "core/mesh/shells.h"
#include "core/mesh/weld.h"

#include <utility>

namespace lamina {
namespace {

void list_edges(const EdgeTable& edges, MeshDefects& defects) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    const std::array<std::uint32_t, 2> ends{uses[0].low, uses[0].high};
    if (uses.size() == 1)
      defects.boundary.push_back(ends);
    else if (uses.size() > 2)
      defects.nonmanifold.push_back(ends);
    else if (imbalance(uses) != 0)
      defects.misoriented.push_back(ends);
  }
}

/// The triangles of those pieces that balance at every edge.
std::vector<std::uint32_t> closed_triangles(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> piece_of_triangle;
  std::vector<bool> open(find_pieces(mesh, piece_of_triangle), false);
  const EdgeTable edges(mesh);
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (imbalance(edges.uses(e)) != 0)
      open[piece_of_triangle[edges.uses(e)[0].triangle]] = true;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    if (!open[piece_of_triangle[t]])
      triangles.push_back(t);
  return triangles;
}

// Neighbours must agree before a piece can be said to face anywhere.
void list_inverted(const EdgeTable& edges, MeshDefects& defects) {
  TriangleMesh agreed = defects.mesh;
  orient_patches(agreed, edges);
  const std::vector<std::uint32_t> kept = closed_triangles(agreed);
  if (kept.empty())
    return;
  TriangleMesh closed;
  closed.vertices = std::move(agreed.vertices);
  for (const std::uint32_t t : kept)
    closed.triangles.push_back(agreed.triangles[t]);
  const std::vector<Triangle> before = closed.triangles;
  const Patches shells = find_shells(closed, EdgeTable(closed));
  defects.inverted_pieces = turn_shells_outwards(closed, shells).turned;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (closed.triangles[i] != before[i])
      defects.inverted.push_back(kept[i]);
}

} // namespace

MeshDefects find_defects(TriangleMesh mesh) {
  MeshDefects defects;
  defects.mesh = std::move(mesh);
  weld(defects.mesh);
  const EdgeTable edges(defects.mesh);
  list_edges(edges, defects);
  if (!defects.mesh.triangles.empty())
    list_inverted(edges, defects);
  return defects;
}

} // namespace lamina
