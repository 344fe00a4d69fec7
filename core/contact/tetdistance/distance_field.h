#pragma once

#include "core/contact/tetdistance/heap_march.h"
#include "core/contact/tetdistance/needed_nodes.h"
#include "core/contact/tetdistance/ring_fronts.h"
#include "core/settings/settings.h"
#include "core/shape/collision_shapes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// Which distances are wanted.
struct DistancesWanted {
  TetMarch march = TetMarch::rings;
  TetExtent extent = TetExtent::full;
  std::span<const std::uint32_t> marked = {}; ///< nodes that collide, each once: of lazy and local extent
  int threads = 1;
};

/// The place of the boundary that is closest to a node.
struct Closest {
  std::uint32_t triangle = 0;            ///< of DistanceField::rings().triangles()
  std::array<std::uint32_t, 3> corner{}; ///< its nodes
  std::array<double, 3> weight{};        ///< of these; they sum to one
  Vec3 place = Vec3::Zero();             ///< world, m
};

/// The distance of the nodes of a solid from its boundary, as M04 has it: approximate, never too small, and
/// made anew whenever nodes have moved. What follows from the tetrahedra alone is kept with their topology.
/// Distances of a rigid solid are found once, in its own frame.
///
/// The default march, in rings: fronts find the closest boundary node (RingFronts), and the triangles around
/// that one the distance (search_fans). Cost is linear in nodes. Results are bitwise the same for any number
/// of threads.
class DistanceField {
public:
  void update(const Solid& solid, const DistancesWanted& wanted);

  const SolidRings& rings() const { return rings_; }
  /// m; not finite where the march did not come, which marked nodes need not fear.
  double distance(std::uint32_t node) const { return distances_[rings_.rank_of(node)]; }
  bool on_boundary(std::uint32_t node) const { return rings_.rank_of(node) < rings_.boundary_nodes(); }
  /// Of a node whose distance is finite.
  Closest closest(std::uint32_t node) const;
  /// The same of another point within a tetrahedron, whose nodes have distances: around their triangles.
  Closest closest_to(const Vec3& point, const Tetrahedron& nodes) const;
  std::size_t visited() const { return visited_; } ///< nodes that the march came to
  bool came_to(std::uint32_t node) const;

private:
  bool take_topology(const Solid& solid);
  void take_positions(std::span<const Vec3> nodes, std::span<const std::uint32_t> ranks);
  void take_all_positions(std::span<const Vec3> nodes);
  void forget_distances();
  void take_marked(std::span<const std::uint32_t> nodes);
  void march(std::span<const Vec3> nodes, TetExtent extent, int threads);
  void march_rings(std::span<const Vec3> nodes, TetExtent extent, int threads);
  void march_heap(std::span<const Vec3> nodes, TetExtent extent);
  void find_distance(std::uint32_t rank);
  void find_closest(int threads);
  Closest on_triangle(const Vec3& point, std::uint32_t feature) const;
  Closest walk_from(const Closest& start, const Vec3& point) const;

  /// What it is of.
  const Tetrahedron* tetrahedra_ = nullptr;
  std::size_t tetrahedron_count_ = 0;
  std::uint64_t topology_ = 0;
  const Vec3* at_rest_ = nullptr; ///< of a rigid one, whose distances are found
  TetMarch march_ = TetMarch::rings;
  TetExtent extent_ = TetExtent::full; ///< of the last march

  std::span<const Vec3> nodes_; ///< now
  SolidRings rings_;
  NeededNodes needed_;
  RingFronts fronts_;
  HeapMarch heap_;
  std::vector<std::uint32_t> marked_;   ///< ranks
  std::vector<Closest> closest_;        ///< of those
  std::vector<std::uint32_t> place_;    ///< by rank: where it stands among those, or none
  std::vector<char> allowed_;           ///< by rank
  std::vector<Vec3> positions_;         ///< by rank, as far as the march needs them
  std::vector<double> distances_;       ///< by rank
  std::vector<std::uint32_t> features_; ///< by rank: four times the triangle, and a corner or 3 for all of it
  std::size_t visited_ = 0;
};

} // namespace lamina::tetdistance
