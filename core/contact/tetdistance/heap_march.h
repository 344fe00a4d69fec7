#pragma once

#include "core/contact/tetdistance/fan_search.h"

#include <functional>
#include <queue>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// What a node takes from a neighbour whose distance is fixed.
enum class MarchStep {
  node,     ///< its boundary node (M04 section 3.3, CPFM)
  triangle, ///< its triangle of the boundary, of a boundary node all that it has (CFFM)
  walking   ///< the closest around that triangle, too
};

/// The fast marching of M04 section 3: nodes are fixed in order of distance by a heap, and hand on what is
/// closest to them. Distances are never below the exact ones.
class HeapMarch {
public:
  /// Marches over all nodes that `allowed` holds (by rank; all where it is empty), until all of `wanted` are
  /// fixed, or where that is empty to the end. Ranks below SolidRings::boundary_nodes() are at nought.
  void march(const SolidRings& rings, std::span<const Vec3> positions, MarchStep step,
             std::span<const char> allowed, std::span<const std::uint32_t> wanted);

  /// By rank. The distance is infinite where the march did not come. Under MarchStep::node the foot is that
  /// node.
  const Foot& foot(std::uint32_t rank) const { return feet_[rank]; }
  bool fixed(std::uint32_t rank) const { return fixed_[rank] != 0; }

private:
  void offer(const SolidRings& rings, std::span<const Vec3> positions, MarchStep step, std::uint32_t from,
             std::uint32_t to);
  void improve(std::uint32_t rank, const Foot& foot);

  struct Entry {
    double squared;
    std::uint32_t rank;
    bool operator>(const Entry& other) const {
      return squared != other.squared ? squared > other.squared : rank > other.rank;
    }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
  std::vector<Foot> feet_;
  std::vector<char> fixed_;
};

} // namespace lamina::tetdistance
