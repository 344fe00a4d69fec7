#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace lamina {

/// Axis-aligned cells between rising coordinates (m) along x, y and z, some of them solid.
struct CellGrid {
  std::array<std::vector<double>, 3> planes;
  std::vector<bool> solid; ///< cell (x, y, z) at (z · cells_y + y) · cells_x + x

  std::size_t cells(int axis) const { return planes[static_cast<std::size_t>(axis)].size() - 1; }
};

/// The boundary of the solid cells, faces outwards, divided into about the wanted number of triangles as
/// nearly square as the planes allow. Solid cells must not touch along an edge or at a corner alone.
TriangleMesh boundary_of_cells(const CellGrid& grid, std::size_t triangles);

} // namespace lamina
