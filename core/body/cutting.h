#pragma once

#include "core/body/cut_triangle.h"
#include "core/mesh/face_splits.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Of the volume of a tetrahedron, what cuts leave of it at least, at rest and in the world.
inline constexpr double least_left_by_cuts = 0.1;

/// A solid as a cut finds it, by node or tetrahedron. What is pointed to stays until the cut is made.
struct SolidToCut {
  const TetMesh& whole; ///< as it began, by whose volumes flat tetrahedra are told
  std::span<const Tetrahedron> tetrahedra;
  std::span<const Vec3> nodes;          ///< where they are, world, m
  std::span<const Vec3> rest;           ///< at rest, m
  std::span<const std::uint8_t> held;   ///< by a clamp: such nodes are not moved
  std::span<const std::uint32_t> split; ///< faces that are split already, ascending
  double six_volumes_whole;             ///< six times the volume that the solid began with, m³
  double six_volumes_gained;            ///< and what moved nodes have added to it
};

/// A node that moves onto the cut, or towards it: along an edge, by a share of it (0 to 1), in the world and
/// at rest alike.
struct NodeMove {
  std::uint32_t node, towards;
  double share;
};

/// What a cut does to a solid.
struct SolidCut {
  std::vector<NodeMove> moves;      ///< to be made in this order
  std::vector<std::uint32_t> faces; ///< that split, by their numbers in TetNeighbours, ascending
};

/// Cuts a solid along a triangle (own formulation):
///
///     ●───────●         ●───────●        1. edges that the triangle crosses pull their nearer node onto it,
///      ╲     ╱ ╲         ╲     ╱ ╲          unless a tetrahedron became too flat by that
///   ┄┄┄┄╲┄┄┄╱┄┄┄╲┄┄   ┄┄┄┄┄●┄┄┄┄┄┄●┄┄    2. each tetrahedron is on the side on which more of it lies
///   (cut_sides.h)
///        ╲ ╱     ╲         ╱╲     ╱      3. faces between the two sides split
///         ●───────●       ●  ────●
///
/// Where the nearer node may not move, the other one does; what is still off the plane is pulled nearer to it
/// afterwards (smooth_cut). So no tetrahedron is lost, none turns inside out, and the cut follows the
/// triangle but for small steps. Nodes on the boundary move along edges of the boundary only, and where the
/// solid keeps its volume. A triangle that ends inside of the solid cuts as far as it reaches. Nothing moves
/// if nothing splits.
SolidCut cut_solid(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle);

} // namespace lamina
