#pragma once

#include "core/base/range.h"
#include "core/contact/tetrahedra/neighbours.h"
#include "core/mesh/mesh.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// What marching needs to know of a solid and its tetrahedra, wherever its nodes are. Nodes have ranks: ring
/// by ring, so that fronts from the boundary go through memory in order.
///
///   ring 0   the boundary       ●───●───●───●
///   ring 1   an edge from it     ○───○───○
///   ring 2   two edges            ◦───◦
///
/// Nodes that no edges join to the boundary come last and belong to no ring.
class SolidRings {
public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  SolidRings() = default;
  /// Tetrahedra whose nodes are out of range are passed over.
  SolidRings(std::size_t nodes, std::span<const Tetrahedron> tetrahedra);

  std::size_t nodes() const { return node_of_.size(); }
  std::uint32_t node_of(std::uint32_t rank) const { return node_of_[rank]; }
  std::uint32_t rank_of(std::uint32_t node) const { return rank_of_[node]; }

  std::size_t rings() const { return ring_end_.size(); }
  Range ring(std::size_t k) const { return {k == 0 ? 0 : ring_end_[k - 1], ring_end_[k]}; } ///< ranks
  std::size_t ring_of(std::uint32_t rank) const; ///< rings() for one without
  std::uint32_t boundary_nodes() const { return rings() == 0 ? 0 : ring_end_[0]; }
  std::uint32_t reached() const { return rings() == 0 ? 0 : ring_end_.back(); } ///< nodes that have a ring

  /// Ranks that edges join to one, ascending: those of the ring before, of its own, and of the ring after.
  std::span<const std::uint32_t> neighbours(std::uint32_t rank) const {
    return {neighbours_.data() + starts_[rank].inner, neighbours_.data() + starts_[rank + 1].inner};
  }
  std::span<const std::uint32_t> inner(std::uint32_t rank) const {
    return {neighbours_.data() + starts_[rank].inner, neighbours_.data() + starts_[rank].beside};
  }
  std::span<const std::uint32_t> beside(std::uint32_t rank) const {
    return {neighbours_.data() + starts_[rank].beside, neighbours_.data() + starts_[rank].outer};
  }
  std::span<const std::uint32_t> outer(std::uint32_t rank) const {
    return {neighbours_.data() + starts_[rank].outer, neighbours_.data() + starts_[rank + 1].inner};
  }

  /// The faces that one tetrahedron alone has, by rank, counter-clockwise seen from outside.
  const std::vector<Triangle>& triangles() const { return triangles_; }

  /// A triangle at a boundary node and its other corners, in the order in which they follow that node.
  struct Corner {
    std::uint32_t triangle, second, third;
  };
  std::span<const Corner> fan(std::uint32_t boundary_rank) const {
    return {corners_.data() + fan_starts_[boundary_rank], corners_.data() + fan_starts_[boundary_rank + 1]};
  }

private:
  struct Starts {
    std::uint32_t inner, beside, outer;
  };

  void find_rings(const tetrahedra::Neighbours& joined, const std::vector<char>& on_boundary);
  void rank_neighbours(const tetrahedra::Neighbours& joined);
  void make_fans();

  std::vector<std::uint32_t> node_of_, rank_of_;
  std::vector<std::uint32_t> ring_end_; ///< ranks
  std::vector<Starts> starts_;          ///< by rank, and one more
  std::vector<std::uint32_t> neighbours_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> fan_starts_;
  std::vector<Corner> corners_;
};

} // namespace lamina::tetdistance
