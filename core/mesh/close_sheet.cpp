#include "core/mesh/close_sheet.h"

#include "core/mesh/boundary.h"

namespace lamina {

bool close_sheets(TriangleMesh& mesh, const EdgeTable& edges, const Patches& shells, double thickness) {
  const std::vector<BoundaryEdge> boundary = find_boundary(edges, shells);
  const std::vector<bool> open = open_shells(boundary, shells);

  // Area vectors of the open shells give the direction in which each is thickened.
  std::vector<Vec3> offset(shells.count, Vec3::Zero());
  std::vector<double> area(shells.count, 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& c = mesh.triangles[t];
    const Vec3 normal =
        (mesh.vertices[c[1]] - mesh.vertices[c[0]]).cross(mesh.vertices[c[2]] - mesh.vertices[c[0]]);
    offset[shells.of_triangle[t]] += normal;
    area[shells.of_triangle[t]] += normal.norm();
  }
  for (std::size_t shell = 0; shell < shells.count; ++shell) {
    // Below a millionth of the area the mean normal is rounding, not a direction.
    if (open[shell] && !(offset[shell].norm() > 1e-6 * area[shell]))
      return false;
    offset[shell] = -thickness * offset[shell].normalized();
  }
  add_backs(mesh, shells, boundary, [&](std::uint32_t, std::uint32_t shell) { return offset[shell]; });
  return true;
}

} // namespace lamina
