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

std::size_t Nodes::count_below(std::uint32_t rank) const {
  if (listed_)
    return static_cast<std::size_t>(std::lower_bound(list_.begin(), list_.end(), rank) - list_.begin());
  return std::min<std::size_t>(rank, count_);
}

void RingFronts::begin(const SolidRings& rings, Nodes ranks) {
  if (feet_.size() != rings.nodes()) {
    feet_.assign(rings.nodes(), SolidRings::none);
    first_feet_.assign(rings.nodes(), SolidRings::none);
    taken_.clear();
  }
  for (const std::uint32_t rank : taken_)
    feet_[rank] = first_feet_[rank] = SolidRings::none;
  taken_.resize(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i)
    taken_[i] = ranks[i];
}

/// Nodes first to last of the list are a ring.
void RingFronts::sweep(const SolidRings& rings, std::span<const Vec3> positions, Nodes ranks,
                       std::size_t first, std::size_t last, bool inwards, int threads) {
  in_blocks(first, last, threads, [&](std::size_t i) {
    const std::uint32_t rank = ranks[i];
    first_feet_[rank] =
        closest_foot(positions, rank, feet_[rank], inwards ? rings.inner(rank) : rings.outer(rank), feet_);
  });
  in_blocks(first, last, threads, [&](std::size_t i) {
    const std::uint32_t rank = ranks[i];
    feet_[rank] = closest_foot(positions, rank, first_feet_[rank], rings.beside(rank), first_feet_);
  });
}

void RingFronts::march(const SolidRings& rings, std::span<const Vec3> positions, Nodes ranks, int threads) {
  begin(rings, ranks);
  ends_.clear();
  for (std::size_t k = 0; k < rings.rings(); ++k)
    ends_.push_back(ranks.count_below(rings.ring(k).end));
  for (std::size_t i = 0; !ends_.empty() && i < ends_[0]; ++i)
    feet_[ranks[i]] = first_feet_[ranks[i]] = ranks[i];
  const auto through = [&](std::size_t k, bool inwards) {
    sweep(rings, positions, ranks, ends_[k - 1], ends_[k], inwards, threads);
  };
  for (std::size_t k = 1; k < ends_.size(); ++k)
    through(k, true);
  for (std::size_t k = ends_.size(); k-- > 1;)
    through(k, false);
  for (std::size_t k = 1; k < ends_.size(); ++k)
    through(k, true);
}

} // namespace lamina::tetdistance
