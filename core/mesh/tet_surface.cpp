#include "core/mesh/tet_surface.h"

#include "core/mesh/tet_faces.h"

#include <limits>

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

  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> vertex_of_node(mesh.nodes.size(), unused);
  for (const Triangle& triangle : surface.triangles)
    for (const std::uint32_t node : triangle)
      vertex_of_node[node] = 0;
  node_of_vertex.clear();
  for (std::uint32_t node = 0; node < mesh.nodes.size(); ++node)
    if (vertex_of_node[node] != unused) {
      vertex_of_node[node] = static_cast<std::uint32_t>(node_of_vertex.size());
      node_of_vertex.push_back(node);
      surface.vertices.push_back(mesh.nodes[node]);
    }
  for (Triangle& triangle : surface.triangles)
    for (std::uint32_t& corner : triangle)
      corner = vertex_of_node[corner];
  return surface;
}

double volume(const TetMesh& mesh, const Tetrahedron& t) {
  const Vec3& origin = mesh.nodes[t[0]];
  return (mesh.nodes[t[1]] - origin).cross(mesh.nodes[t[2]] - origin).dot(mesh.nodes[t[3]] - origin) / 6;
}

double total_volume(const TetMesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& tetrahedron : mesh.tetrahedra)
    sum += volume(mesh, tetrahedron);
  return sum;
}

} // namespace lamina
