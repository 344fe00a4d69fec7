#include "core/mesh/tet_surface.h"

#include "core/mesh/tet_faces.h"

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
