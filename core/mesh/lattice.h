#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/prepare.h"
#include "core/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

/// Tetrahedra on a regular lattice around a closed surface, and where each vertex of the surface lies in
/// them. Every cell that the surface touches or encloses is kept, so that thin parts are too.
struct Lattice {
  struct EmbeddedVertex {
    std::uint32_t tetrahedron;
    std::array<double, 4> weights; ///< barycentric: of its nodes in their order; sum to one
  };

  TetMesh mesh; ///< five tetrahedra a cell, cell by cell
  /// Nodes at the corners of each cell, by the bits x, y, z of their number.
  std::vector<std::array<std::uint32_t, 8>> cell_corners;
  std::vector<double> filled; ///< per tetrahedron: the share of its cell that the solid fills, above zero
  std::vector<EmbeddedVertex> embedding; ///< per vertex of the surface
  double cell_size = 0;                  ///< m
  std::size_t cells = 0;
  std::size_t glued_cells = 0; ///< in which sheets of the surface face each other across a gap
  /// The surface with triangles no longer than a cell, which `embedding` is of; null if they were so already.
  std::shared_ptr<const PreparedMesh> surface;
};

/// Lays `cells_along` cubes along the longest side of the mesh (at least 1) and cuts each into five
/// tetrahedra, turned from cell to cell so that faces match. The mesh must be closed.
Lattice build_lattice(const TriangleMesh& surface, int cells_along);

/// The same for a prepared volume whose triangles may be longer than a cell. Contact in the middle of such a
/// triangle would only be felt by the nodes at its corners, so it is divided first.
Lattice build_lattice(const PreparedMesh& prepared, int cells_along);

/// What the load report says of a lattice; empty if there is nothing to say.
std::string describe_gluing(const Lattice& lattice);

} // namespace lamina
