#include "core/mesh/subdivide_boundary_tets.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lamina {

namespace {

std::vector<char> nodes_on_boundary(const TetMesh& mesh) {
  std::vector<char> on_boundary(mesh.nodes.size(), 0);
  const FaceTable faces(mesh);
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces.uses(f).size() == 1)
      for (const std::uint32_t node : faces.uses(f)[0].nodes)
        on_boundary[node] = 1;
  return on_boundary;
}

} // namespace

SubdividedTets subdivide_boundary_tets(TetMesh mesh) {
  const std::vector<char> on_boundary = nodes_on_boundary(mesh);
  SubdividedTets result;
  for (std::size_t i = 0, count = mesh.tetrahedra.size(); i < count; ++i) {
    const Tetrahedron whole = mesh.tetrahedra[i];
    if (!std::all_of(whole.begin(), whole.end(), [&](std::uint32_t node) { return on_boundary[node]; }))
      continue;
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t node : whole)
      sum += mesh.nodes[node];
    const auto middle = static_cast<std::uint32_t>(mesh.nodes.size());
    mesh.nodes.push_back(sum / 4);
    // The middle in place of a corner keeps the sign of the volume.
    for (std::size_t corner = 0; corner < 4; ++corner) {
      Tetrahedron part = whole;
      part[corner] = middle;
      if (corner == 0)
        mesh.tetrahedra[i] = part;
      else
        mesh.tetrahedra.push_back(part);
    }
    ++result.subdivided;
  }
  result.mesh = std::move(mesh);
  return result;
}

} // namespace lamina
