#pragma once

#include "core/mesh/stuffing/cut_lattice.h"
#include "core/mesh/tet_mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::stuffing {

/// The tetrahedra of a cut lattice. Nodes are numbered as tetrahedra first use them; those inside are nodes
/// of the lattice, and those on the surface are warped nodes and cuts.
struct FilledLattice {
  TetMesh mesh;                 ///< all volumes positive
  std::vector<char> on_surface; ///< per node: it came to lie on the surface
};

/// Where cubes of several sizes meet, stencils may have small angles. There nodes are taken off the surface
/// again, and where that is not enough, cuts moved towards the middle of their edges. Returns how many nodes
/// were taken off.
std::size_t mend_poor(CutLattice& lattice, int threads);

/// Fills the inner part of each tetrahedron of the lattice by a stencil (Labelle and Shewchuk 2007, figure
/// 3). Each has a node inside, so none has all four on the surface.
FilledLattice fill_lattice(const CutLattice& lattice, int threads);

} // namespace lamina::stuffing
