#pragma once

#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stuffing {

class CutLattice;

/// The tetrahedra around each node that was moved onto the surface.
class NodeStars {
public:
  explicit NodeStars(const CutLattice& lattice);

  /// Indices of the tetrahedra around a node, rising; none for one that was not moved then.
  std::span<const std::uint32_t> around(std::uint32_t node) const;

  /// Whether the surface around a node on it is one sheet: solid and empty space around the node hang
  /// together each. Otherwise sheets would touch at the node, or along an edge from it.
  bool is_one_sheet(const CutLattice& lattice, std::uint32_t node) const;

private:
  std::vector<std::uint32_t> nodes_, starts_, tetrahedra_;
};

} // namespace lamina::stuffing
