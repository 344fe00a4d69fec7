#pragma once

#include "core/mesh/stuffing/lattice_lines.h"

#include <span>
#include <vector>

namespace lamina::stuffing {

/// A place where a line crosses a wall: it enters and leaves through sheets that face away from each other.
struct WallChord {
  Vec3 in, out;         ///< where the line does so, in places of the lattice
  double thickness = 0; ///< across the wall, m
  double share = 0;     ///< of the surface, that the line stands for
};

/// All of the lines along axes and diagonals, the thinnest first. The mesh is in places of the lattice.
std::vector<WallChord> find_walls(const TriangleMesh& mesh, const BccLattice& lattice,
                                  std::span<const LatticeLines> lines);

/// How thin walls get, m: all but the thinnest share of the surface lie on walls at least so thick. Infinite
/// without walls.
double thinnest_wall(const std::vector<WallChord>& walls);

} // namespace lamina::stuffing
