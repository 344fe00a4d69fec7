#pragma once

#include "core/contact/tetdistance/solid_rings.h"

#include <span>
#include <vector>

namespace lamina::tetdistance {

/// Nodes that a march goes through, by rank, ascending: the first ones, or a list.
class Nodes {
public:
  explicit Nodes(std::uint32_t count) : count_(count) {}
  explicit Nodes(std::span<const std::uint32_t> list) : list_(list), listed_(true) {}

  std::size_t size() const { return listed_ ? list_.size() : count_; }
  std::uint32_t operator[](std::size_t i) const { return listed_ ? list_[i] : static_cast<std::uint32_t>(i); }
  std::size_t count_below(std::uint32_t rank) const;

private:
  std::span<const std::uint32_t> list_;
  std::uint32_t count_ = 0;
  bool listed_ = false;
};

/// Fronts from the boundary inwards, ring by ring: each node takes the closest of the boundary nodes that its
/// neighbours of the ring before have found, and then the closest of those that its neighbours beside it
/// have. Fronts then go back to the boundary and inwards once more, since in a solid that is much deformed
/// the way from the boundary may lead through rings farther inside. No node depends on another one of its
/// pass, so that threads may share a ring as they like.
///
/// Own formulation: M04 (section 3) goes by a heap in order of distance, a node at a time.
class RingFronts {
public:
  /// Among these nodes alone.
  void march(const SolidRings& rings, std::span<const Vec3> positions, Nodes ranks, int threads);

  /// The boundary node that a node has found to be closest; none where no front came.
  std::uint32_t foot(std::uint32_t rank) const { return feet_[rank]; }

private:
  void begin(const SolidRings& rings, Nodes ranks);
  void sweep(const SolidRings& rings, std::span<const Vec3> positions, Nodes ranks, std::size_t first,
             std::size_t last, bool inwards, int threads);

  std::vector<std::uint32_t> feet_, first_feet_; ///< by rank; the latter after the first pass of a sweep
  std::vector<std::uint32_t> taken_;             ///< ranks of the last march
  std::vector<std::size_t> ends_;                ///< by ring, into the nodes
};

} // namespace lamina::tetdistance
