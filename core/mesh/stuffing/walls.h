#pragma once

#include "core/mesh/stuffing/lattice_lines.h"

#include <span>

namespace lamina::stuffing {

/// How thin the walls of a solid get, m: all but the thinnest share of its surface lie on walls at least so
/// thick. A wall is where a line enters and leaves through sheets that face away from each other, and its
/// thickness is measured across it. Infinite for a solid without walls. The mesh is in half sides of a cube.
double thinnest_wall(const TriangleMesh& mesh, const BccLattice& lattice,
                     std::span<const LatticeLines> lines);

} // namespace lamina::stuffing
