#include "core/mesh/cell_grid.h"
#include "core/mesh/procedural.h"

#include <algorithm>
#include <cmath>

namespace lamina {

TriangleMesh make_ridge(const Vec3& size, double ridge_width, double ridge_height, std::size_t triangles) {
  const Vec3 half = size / 2;
  CellGrid grid;
  grid.planes[0] = {-half.x(), -ridge_width / 2, 0, ridge_width / 2, half.x()};
  grid.planes[1] = {-half.y(), half.y()};
  grid.planes[2] = {-half.z(), half.z()};
  grid.solid.assign(4, true);
  TriangleMesh mesh = boundary_of_cells(grid, triangles);
  for (Vec3& vertex : mesh.vertices)
    if (vertex.y() == half.y())
      vertex.y() += ridge_height * std::max(0.0, 1 - std::abs(vertex.x()) / (ridge_width / 2));
  mesh.name = "ridge";
  return mesh;
}

} // namespace lamina
