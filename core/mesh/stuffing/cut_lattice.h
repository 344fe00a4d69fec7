#pragma once

#include "core/mesh/stuffing/graded_cubes.h"
#include "core/mesh/stuffing/lattice_lines.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stuffing {

/// Where the surface crosses an edge of the lattice whose ends lie on either side.
struct Cut {
  std::array<std::uint32_t, 2> nodes{}; ///< rising
  std::uint8_t direction = 0;
  std::uint32_t triangle = 0; ///< of the surface
  double at = 0;              ///< 0 at the first node, 1 at the second
};

/// A node that was moved onto the surface, to one of its cuts.
struct WarpedNode {
  std::uint32_t node = 0, cut = 0;
  std::int8_t sign = 0; ///< the node's own, before
};

/// The tetrahedra of a lattice as the surface cuts them: a sign for each node, and a cut for each edge
/// between signs that differ.
class CutLattice {
public:
  /// One LatticeLines for each direction that the edges of the cubes have, in their order.
  CutLattice(const GradedCubes& cubes, std::span<const LatticeLines> lines, int threads);

  const BccLattice& lattice() const { return lattice_; }
  /// All that have a node inside, with those around the surface; in the order of the lattice's layers.
  const std::vector<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
  /// 1 inside, −1 outside, 0 on the surface.
  int sign(std::uint32_t node) const { return signs_[node]; }
  const std::vector<Cut>& cuts() const { return cuts_; }            ///< by their nodes
  const std::vector<WarpedNode>& warped() const { return warped_; } ///< by node

  /// The cut of the edge between two nodes; there must be one.
  std::uint32_t cut_between(std::uint32_t a, std::uint32_t b) const;
  Vec3 position(const Cut& cut) const;     ///< m, as far from the edge's ends as stencils need it
  Vec3 position(std::uint32_t node) const; ///< m

  /// Moves nodes onto the surface that it passes closely, each to its nearest cut. A node's cuts are void
  /// then.
  void warp();
  /// Takes nodes off the surface again at which it would not be one sheet, until there are none. Returns how
  /// many.
  std::size_t part_sheets();
  /// Takes a node off the surface again.
  void take_back(std::uint32_t node);
  /// Moves a cut halfway to the middle of its edge. Returns whether it was not there yet.
  bool centre(std::uint32_t cut);

private:
  void find_signs(const LatticeLines& rows, int threads);
  std::vector<char> mark_cubes(const GradedCubes& cubes) const;
  void find_tetrahedra(const GradedCubes& cubes, int threads);
  void find_cuts(std::span<const LatticeLines> lines, int threads);
  Cut make_cut(const std::array<std::uint32_t, 2>& nodes, std::span<const LatticeLines> lines) const;
  Vec3 point(const Cut& cut, double at) const;
  double held(const Cut& cut) const;
  std::vector<WarpedNode>::const_iterator find_warped(std::uint32_t node) const;

  const BccLattice& lattice_;
  std::vector<std::int8_t> signs_;
  std::vector<Tetrahedron> tetrahedra_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> first_cut_; ///< per node, of those whose first node it is
  std::vector<WarpedNode> warped_;
};

} // namespace lamina::stuffing
