#include "core/contact/tetdistance/needed_nodes.h"

#include <algorithm>
#include <limits>

namespace lamina::tetdistance {

/// From a node to the nearest of the ring below, and so on, to the boundary or where another one came by.
std::uint32_t NeededNodes::go_down(const SolidRings& rings, std::span<const Vec3> nodes, std::uint32_t rank) {
  path_.clear();
  std::uint32_t at = rank;
  while (at >= rings.boundary_nodes() && bottom_[at] == SolidRings::none) {
    path_.push_back(at);
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t next = rings.inner(at).front();
    for (const std::uint32_t below : rings.inner(at))
      if (const double squared = (nodes[rings.node_of(below)] - nodes[rings.node_of(at)]).squaredNorm();
          squared < least) {
        least = squared;
        next = below;
      }
    at = next;
  }
  const std::uint32_t bottom = at < rings.boundary_nodes() ? at : bottom_[at];
  for (const std::uint32_t passed : path_) {
    bottom_[passed] = bottom;
    visited_.push_back(passed);
  }
  return bottom;
}

void NeededNodes::add(std::uint32_t rank, std::uint32_t source, double slack, std::size_t ring) {
  Need& need = needs_[rank];
  if (need.source == SolidRings::none)
    of_ring_[ring].push_back(rank);
  else if (!(slack > need.slack))
    return;
  need = {source, slack};
}

void NeededNodes::spread(const SolidRings& rings, std::span<const Vec3> nodes, std::uint32_t rank,
                         std::size_t ring) {
  const std::uint32_t source = needs_[rank].source;
  const Vec3 &middle = nodes[rings.node_of(source)], &from = nodes[rings.node_of(rank)];
  for (const std::uint32_t below : rings.inner(rank)) {
    const Vec3& place = nodes[rings.node_of(below)];
    const double slack = radius_[source] - (place - middle).norm();
    if (slack + (place - from).norm() >= 0)
      add(below, source, slack, ring - 1);
  }
  if (source != rank)
    return;
  for (const std::uint32_t beside : rings.beside(rank))
    if (const double slack = radius_[source] - (nodes[rings.node_of(beside)] - middle).norm(); slack >= 0)
      add(beside, source, slack, ring);
}

void NeededNodes::find(const SolidRings& rings, std::span<const Vec3> nodes,
                       std::span<const std::uint32_t> marked) {
  if (needs_.size() != rings.nodes()) {
    needs_.assign(rings.nodes(), {});
    bottom_.assign(rings.nodes(), SolidRings::none);
    radius_.assign(rings.nodes(), 0);
    visited_.clear();
    ranks_.clear();
  }
  for (const std::uint32_t rank : visited_)
    bottom_[rank] = SolidRings::none;
  for (const std::uint32_t rank : ranks_)
    needs_[rank] = {};
  visited_.clear();
  ranks_.clear();
  of_ring_.resize(rings.rings());
  for (auto& ring : of_ring_)
    ring.clear();

  for (const std::uint32_t rank : marked) {
    if (rank >= rings.reached())
      continue;
    const std::uint32_t bottom = go_down(rings, nodes, rank);
    radius_[rank] = (nodes[rings.node_of(rank)] - nodes[rings.node_of(bottom)]).norm();
    add(rank, rank, radius_[rank], rings.ring_of(rank));
  }
  for (std::size_t k = of_ring_.size(); k-- > 1;)
    for (std::size_t i = 0; i < of_ring_[k].size(); ++i)
      spread(rings, nodes, of_ring_[k][i], k);
  for (auto& ring : of_ring_) {
    std::sort(ring.begin(), ring.end());
    ranks_.insert(ranks_.end(), ring.begin(), ring.end());
  }
}

} // namespace lamina::tetdistance
