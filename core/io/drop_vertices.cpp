#include "core/io/drop_vertices.h"

#include "core/base/error.h"

namespace lamina {

void drop_unused_vertices_not_finite(TriangleMesh& mesh, const std::string& file,
                                     std::vector<std::string>& notes) {
  std::size_t dropped = 0;
  for (const Vec3& vertex : mesh.vertices)
    dropped += !vertex.allFinite();
  if (dropped == 0)
    return;

  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      if (!mesh.vertices[v].allFinite())
        throw InputError(
            file, 0, "vertex " + std::to_string(v) + " (counted from 0) has a coordinate that is not finite");

  std::vector<std::uint32_t> place(mesh.vertices.size(), 0);
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!mesh.vertices[v].allFinite())
      continue;
    mesh.vertices[kept] = mesh.vertices[v];
    place[v] = kept++;
  }
  mesh.vertices.resize(kept);
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& v : triangle)
      v = place[v];
  notes.push_back(std::to_string(dropped) +
                  " vertices that no triangle uses have coordinates that are not finite; left out");
}

} // namespace lamina
