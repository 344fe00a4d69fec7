#pragma once

#include "core/contact/tetdistance/solid_rings.h"

#include <span>
#include <vector>

namespace lamina::tetdistance {

/// Fronts from the boundary inwards, ring by ring: each node takes the closest of the boundary nodes that its
/// neighbours of the ring before have found, and then the closest of those that its neighbours beside it
/// have. No node depends on another one of its pass, so that threads may share a ring as they like.
///
/// Own formulation: M04 (section 3) goes by a heap in order of distance, a node at a time.
class RingFronts {
public:
  /// Goes through so many rings.
  void march(const SolidRings& rings, std::span<const Vec3> positions, std::size_t ring_count, int threads);
  /// The same among these nodes alone: ranks, ascending.
  void march_among(const SolidRings& rings, std::span<const Vec3> positions,
                   std::span<const std::uint32_t> ranks, int threads);

  /// The boundary node that a node has found to be closest; none where no front came.
  std::uint32_t foot(std::uint32_t rank) const { return feet_[rank]; }

private:
  void begin(const SolidRings& rings);

  std::vector<std::uint32_t> first_feet_, feet_; ///< by rank: from the ring before, and after both passes
  std::vector<std::uint32_t> taken_;             ///< ranks that have a foot; all below reached_ as well
  std::uint32_t reached_ = 0;
};

} // namespace lamina::tetdistance
