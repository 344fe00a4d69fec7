#include "core/contact/tetdistance/ring_fronts.h"

#include "core/contact/tetdistance/in_blocks.h"

#include <algorithm>
#include <limits>

namespace lamina::tetdistance {

namespace {

/// The closest of the feet that a node has already and those of others.
std::uint32_t closest_foot(std::span<const Vec3> positions, std::uint32_t rank, std::uint32_t own,
                           std::span<const std::uint32_t> others, const std::vector<std::uint32_t>& feet) {
  const Vec3& point = positions[rank];
  double least = own == SolidRings::none ? std::numeric_limits<double>::infinity()
                                         : (point - positions[own]).squaredNorm();
  for (const std::uint32_t other : others) {
    const std::uint32_t foot = feet[other];
    if (foot == own || foot == SolidRings::none)
      continue;
    const double squared = (point - positions[foot]).squaredNorm();
    if (squared < least || own == SolidRings::none) {
      least = squared;
      own = foot;
    }
  }
  return own;
}

} // namespace

void RingFronts::begin(const SolidRings& rings) {
  if (feet_.size() != rings.nodes()) {
    feet_.assign(rings.nodes(), SolidRings::none);
    first_feet_.assign(rings.nodes(), SolidRings::none);
  } else {
    std::fill(feet_.begin(), feet_.begin() + reached_, SolidRings::none);
    std::fill(first_feet_.begin(), first_feet_.begin() + reached_, SolidRings::none);
    for (const std::uint32_t rank : taken_)
      feet_[rank] = first_feet_[rank] = SolidRings::none;
  }
  taken_.clear();
  reached_ = 0;
}

void RingFronts::march(const SolidRings& rings, std::span<const Vec3> positions, std::size_t ring_count,
                       int threads) {
  begin(rings);
  for (std::size_t k = 0; k < std::min(ring_count, rings.rings()); ++k) {
    const Range ring = rings.ring(k);
    reached_ = ring.end;
    if (k == 0) {
      for (std::uint32_t rank = 0; rank < ring.end; ++rank)
        feet_[rank] = first_feet_[rank] = rank;
      continue;
    }
    in_blocks(ring.begin, ring.end, threads, [&](std::size_t i) {
      const auto rank = static_cast<std::uint32_t>(i);
      first_feet_[rank] = closest_foot(positions, rank, SolidRings::none, rings.inner(rank), feet_);
    });
    in_blocks(ring.begin, ring.end, threads, [&](std::size_t i) {
      const auto rank = static_cast<std::uint32_t>(i);
      feet_[rank] = closest_foot(positions, rank, first_feet_[rank], rings.beside(rank), first_feet_);
    });
  }
}

void RingFronts::march_among(const SolidRings& rings, std::span<const Vec3> positions,
                             std::span<const std::uint32_t> ranks, int threads) {
  begin(rings);
  taken_.assign(ranks.begin(), ranks.end());
  for (std::size_t first = 0, k = 0; first < ranks.size(); ++k) {
    const std::size_t last = static_cast<std::size_t>(
        std::lower_bound(ranks.begin(), ranks.end(), rings.ring(k).end) - ranks.begin());
    in_blocks(first, last, threads, [&](std::size_t i) {
      const std::uint32_t rank = ranks[i];
      first_feet_[rank] =
          k == 0 ? rank : closest_foot(positions, rank, SolidRings::none, rings.inner(rank), feet_);
    });
    in_blocks(first, last, threads, [&](std::size_t i) {
      const std::uint32_t rank = ranks[i];
      feet_[rank] =
          k == 0 ? rank : closest_foot(positions, rank, first_feet_[rank], rings.beside(rank), first_feet_);
    });
    first = last;
  }
}

} // namespace lamina::tetdistance
