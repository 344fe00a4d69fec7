#pragma once

#include "core/mesh/stuffing/stencils.h"
#include "core/mesh/stuffing/stuffing.h"

#include <cstddef>
#include <vector>

namespace lamina::stuffing {

/// About 2 GiB with everything that is kept meanwhile.
inline constexpr double most_lattice_nodes = 1e8, most_tetrahedra = 1e7;

/// Tells how far the work is. Throws Cancelled if it shall end.
void tell(const StuffingOptions& options, double fraction, const char* what);

/// The surface in a lattice, and what fills it.
struct Carved {
  FilledLattice filled;
  double cube = 0;
  double volume = 0, mesh_volume = 0; ///< m³
  double thinnest_wall = 0;           ///< m
  std::size_t divided_cubes = 0;
  double finest_cube = 0; ///< m
  std::size_t parted_nodes = 0;
  bool overlaps = false; ///< whether parts of the surface lie inside others
  std::vector<char> met; ///< per triangle: nodes lie on it, or it is inside something else
};

/// Fills a closed surface that fits into memory. Throws Cancelled.
Carved carve(const TriangleMesh& mesh, const StuffingOptions& options);

} // namespace lamina::stuffing
