#include "core/mesh/tet_surface.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>

namespace lamina {

TriangleMesh boundary_surface(const TetMesh& mesh, std::vector<std::uint32_t>& node_of_vertex) {
  TriangleMesh surface;
  surface.name = mesh.name;
  const FaceTable faces(mesh);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto uses = faces.uses(f);
    if (uses.size() == 1)
      surface.triangles.push_back(face_of(mesh.tetrahedra[uses[0].tetrahedron], uses[0].side));
  }
  number_vertices(mesh, surface, node_of_vertex);
  return surface;
}

std::vector<std::uint32_t> find_nodes(const TriangleMesh& prepared, const TetMesh& solid,
                                      std::span<const std::uint32_t> boundary_nodes) {
  const auto before = [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  };
  std::vector<std::uint32_t> sorted(boundary_nodes.begin(), boundary_nodes.end());
  std::sort(sorted.begin(), sorted.end(),
            [&](std::uint32_t a, std::uint32_t b) { return before(solid.nodes[a], solid.nodes[b]); });
  std::vector<std::uint32_t> nodes;
  nodes.reserve(prepared.vertices.size());
  for (const Vec3& vertex : prepared.vertices)
    nodes.push_back(
        *std::lower_bound(sorted.begin(), sorted.end(), vertex, [&](std::uint32_t node, const Vec3& place) {
          return before(solid.nodes[node], place);
        }));
  return nodes;
}

double volume(const TetMesh& mesh, const Tetrahedron& t) {
  return six_volumes(mesh.nodes, t) / 6;
}

double total_volume(const TetMesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& tetrahedron : mesh.tetrahedra)
    sum += volume(mesh, tetrahedron);
  return sum;
}

} // namespace lamina
