#pragma once

#include "core/contact/tetdistance/solid_rings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// Which nodes a march needs so that some of them, which are marked, find what is closest to them.
///
///        ● marked        A first pass goes down from it to a boundary node, from ring to ring. That node is
///       ╱ ╲              no closer than the closest one. So only nodes of rings below count that lie in the
///      ○ ○ ○   ball      ball through it, an edge more allowed for.
///     ╱     ╲
///    ●───●───●  boundary
class NeededNodes {
public:
  /// `nodes` by number, m; `marked` by rank, each once.
  void find(const SolidRings& rings, std::span<const Vec3> nodes, std::span<const std::uint32_t> marked);

  std::span<const std::uint32_t> ranks() const { return ranks_; } ///< ascending; marked ones too

private:
  std::uint32_t go_down(const SolidRings& rings, std::span<const Vec3> nodes, std::uint32_t rank);
  void spread(const SolidRings& rings, std::span<const Vec3> nodes, std::uint32_t rank, std::size_t ring);
  void add(std::uint32_t rank, std::uint32_t source, double slack, std::size_t ring);

  /// Of a rank that is needed: by the marked one in whose ball it lies deepest.
  struct Need {
    std::uint32_t source = SolidRings::none;
    double slack = 0; ///< m
  };
  std::vector<Need> needs_;            ///< by rank
  std::vector<std::uint32_t> bottom_;  ///< by rank: the boundary node below, where a first pass came
  std::vector<std::uint32_t> visited_; ///< ranks that have one
  std::vector<std::uint32_t> path_;
  std::vector<double> radius_; ///< by rank, of marked ones
  std::vector<std::vector<std::uint32_t>> of_ring_;
  std::vector<std::uint32_t> ranks_;
};

} // namespace lamina::tetdistance
