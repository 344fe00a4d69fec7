#pragma once

#include "core/base/progress.h"
#include "core/mesh/mesh.h"
#include "core/mesh/tet_mesh.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// Cells along the longest side that may be asked for.
inline constexpr int most_stuffing_cells = 1000;

/// How often they may be halved at thin walls.
inline constexpr int most_finer_levels = 4;

/// Raised with every change to what stuff() gives for the same surface and options: what was kept of older
/// ones is made again.
inline constexpr int stuffing_version = 1;

struct StuffingOptions {
  int cells = 32; ///< along the longest side, 1 to most_stuffing_cells
  /// How often cells are halved at most where walls are thinner than they; 0: all cells are alike. Less where
  /// it would not fit into memory.
  int finer_levels = 2;
  int threads = 0; ///< 0: all processors; the result is the same for any number
  Progress progress;
};

/// What a stuffed solid is like, and what it lost of the surface that it was made from.
struct StuffingReport {
  int cells = 0;
  double cell_m = 0;             ///< side of a cube of the lattice
  double finest_cell_m = 0;      ///< of the smallest cubes, where walls are thin
  std::size_t divided_cubes = 0; ///< cubes that were divided into eight for that
  std::size_t nodes = 0, tetrahedra = 0;
  std::size_t all_on_boundary = 0; ///< tetrahedra with all four nodes on the surface
  double least_dihedral_deg = 0, greatest_dihedral_deg = 0;
  double volume_m3 = 0; ///< of the tetrahedra
  /// Of the surface; where its parts overlap, of their union, measured along lines.
  double mesh_volume_m3 = 0;
  double lost_volume = 0; ///< 1 − volume / volume of the surface; negative where it gained
  double diagonal_m = 0;  ///< of the bounds of the surface
  double largest_deviation_m = 0, mean_deviation_m = 0; ///< of the surface's vertices from the stuffed one
  std::size_t pieces = 0, lost_pieces = 0; ///< of the surface; lost: smaller or thinner than a cell
  std::size_t parted_nodes = 0; ///< kept off the surface, for its sheets would touch there or angles be small
  int advised_cells = 0; ///< as many as make the finest no larger than walls are thick; 0 without walls
};

/// A closed surface filled with tetrahedra.
struct StuffedSolid {
  TetMesh mesh;                              ///< all volumes positive, all nodes used
  TriangleMesh surface;                      ///< its boundary, as boundary_surface() gives it
  std::vector<std::uint32_t> node_of_vertex; ///< of the surface
  StuffingReport report;
};

/// Fills a closed surface with tetrahedra by isosurface stuffing (Labelle and Shewchuk, Isosurface stuffing,
/// SIGGRAPH 2007) on a body-centred cubic lattice, whose cubes are smaller at thin walls. Inside is where the
/// winding number is above zero: faces look outwards, cavities inwards, and shells may be nested or cross. No
/// tetrahedron has all its nodes on the boundary, and the boundary is a closed manifold. Dihedral angles lie
/// between 10.7° and 164.9°, as the paper proves for equal cubes, but for 9.7° that were met where many
/// bodies cross or cubes of two sizes meet. Nodes of the boundary lie on the surface, except beside parted
/// nodes and where sizes meet; sharp edges are rounded off. Indices must be valid, as prepare_mesh() leaves
/// them. Throws Cancelled. Throws InputError for a surface that is not closed, for too many cells, and where
/// walls are so thin that hardly anything is left; it then names how many cells would do.
StuffedSolid stuff(const TriangleMesh& closed, const StuffingOptions& options = {});

/// Whether a piece or more than 5 % of the volume was lost.
bool loses_much(const StuffingReport& report);

/// What the load report says of a stuffed solid, in one sentence.
std::string describe(const StuffingReport& report);

} // namespace lamina
