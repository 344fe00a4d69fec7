#pragma once

#include "core/mesh/stuffing/bcc_lattice.h"
#include "core/mesh/stuffing/lattice_lines.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stuffing {

/// Where the surface crosses an edge of the lattice whose ends lie on either side.
struct Cut {
  std::uint32_t node = 0; ///< the end from which the edge runs along its direction
  std::uint8_t direction = 0;
  std::uint32_t triangle = 0; ///< of the surface
  double at = 0;              ///< 0 at that end, 1 at the other
};

/// A node that was moved onto the surface, to one of its cuts.
struct WarpedNode {
  std::uint32_t node = 0, cut = 0;
  std::int8_t sign = 0; ///< the node's own, before
};

/// The lattice as the surface cuts it: a sign for each node and a cut for each edge between signs that
/// differ.
class CutLattice {
public:
  /// One LatticeLines for each direction, in their order.
  CutLattice(const BccLattice& lattice, std::span<const LatticeLines> lines, int threads);

  const BccLattice& lattice() const { return lattice_; }
  /// 1 inside, −1 outside, 0 on the surface.
  int sign(std::uint32_t node) const { return signs_[node]; }
  const std::vector<Cut>& cuts() const { return cuts_; }            ///< by node, then direction
  const std::vector<WarpedNode>& warped() const { return warped_; } ///< by node

  /// The cut of the edge from a node to its neighbour n; there must be one.
  std::uint32_t cut_of(std::uint32_t node, int n) const;
  Vec3 position(const Cut& cut) const;     ///< m, as far from the edge's ends as stencils need it
  Vec3 position(std::uint32_t node) const; ///< m

  /// Moves nodes onto the surface that it passes closely, each to its nearest cut. A node's cuts are void
  /// then.
  void warp();
  /// Takes nodes off the surface again at which it would not be one sheet, until there are none. Returns how
  /// many.
  std::size_t part_sheets();

private:
  void find_signs(const LatticeLines& rows, int threads);
  void find_cuts(std::span<const LatticeLines> lines, int threads);
  Vec3 point(const Cut& cut, double at) const;

  const BccLattice& lattice_;
  std::vector<std::int8_t> signs_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> first_cut_; ///< per node
  std::vector<WarpedNode> warped_;
};

} // namespace lamina::stuffing
