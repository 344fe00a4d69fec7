#include "core/mesh/cell_grid.h"
#include "core/mesh/procedural.h"

#include <cmath>
#include <numbers>

namespace lamina {

TriangleMesh make_wedge(double inner_radius, double outer_radius, double depth, int stones,
                        std::size_t triangles) {
  // A box is bent around the z axis: x is the way along the circle of the mean radius, y the radius.
  const double mean_radius = (inner_radius + outer_radius) / 2;
  const double half_width = mean_radius * std::numbers::pi / (2 * stones);
  CellGrid grid;
  grid.planes[0] = {-half_width, half_width};
  grid.planes[1] = {inner_radius, outer_radius};
  grid.planes[2] = {-depth / 2, depth / 2};
  grid.solid = {true};
  TriangleMesh mesh = boundary_of_cells(grid, triangles);
  for (Vec3& vertex : mesh.vertices) {
    const double angle = vertex.x() / mean_radius, radius = vertex.y();
    vertex = Vec3(radius * std::sin(angle), radius * std::cos(angle), vertex.z());
  }
  mesh.name = "wedge";
  return mesh;
}

} // namespace lamina
