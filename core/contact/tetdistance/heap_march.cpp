#include "core/contact/tetdistance/heap_march.h"

#include <algorithm>
#include <limits>

namespace lamina::tetdistance {

namespace {

Foot on_triangle(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                 std::uint32_t triangle) {
  const Triangle& corners = rings.triangles()[triangle];
  const OnTriangle closest = closest_on(corners, positions, point);
  const auto nearest = std::max_element(closest.weights.begin(), closest.weights.end());
  return {closest.squared, corners[static_cast<std::size_t>(nearest - closest.weights.begin())], triangle};
}

} // namespace

void HeapMarch::improve(std::uint32_t rank, const Foot& foot) {
  if (!(foot.squared < feet_[rank].squared))
    return;
  feet_[rank] = foot;
  heap_.push({foot.squared, rank});
}

/// What a fixed node hands on to a neighbour.
void HeapMarch::offer(const SolidRings& rings, std::span<const Vec3> positions, MarchStep step,
                      std::uint32_t from, std::uint32_t to) {
  const Vec3& point = positions[to];
  const Foot& foot = feet_[from];
  if (step == MarchStep::node) {
    improve(to, {(point - positions[foot.node]).squaredNorm(), foot.node, foot.triangle});
    return;
  }
  if (from < rings.boundary_nodes())
    for (const SolidRings::Corner& corner : rings.fan(from))
      improve(to, on_triangle(rings, positions, point, corner.triangle));
  else
    improve(to, on_triangle(rings, positions, point, foot.triangle));
  if (step == MarchStep::walking && feet_[to].node != SolidRings::none)
    improve(to, search_fans(rings, positions, point, feet_[to].node));
}

void HeapMarch::march(const SolidRings& rings, std::span<const Vec3> positions, MarchStep step,
                      std::span<const char> allowed, std::span<const std::uint32_t> wanted) {
  const double infinity = std::numeric_limits<double>::infinity();
  feet_.assign(rings.nodes(), {infinity, SolidRings::none, SolidRings::none});
  fixed_.assign(rings.nodes(), 0);
  heap_ = {};
  std::vector<char> is_wanted(wanted.empty() ? 0 : rings.nodes(), 0);
  for (const std::uint32_t rank : wanted)
    is_wanted[rank] = 1;
  auto left = std::count(is_wanted.begin(), is_wanted.end(), 1);
  const auto may = [&](std::uint32_t rank) { return allowed.empty() || allowed[rank]; };
  for (std::uint32_t rank = 0; rank < rings.boundary_nodes(); ++rank)
    if (may(rank)) {
      feet_[rank] = {0, rank, rings.fan(rank)[0].triangle};
      heap_.push({0, rank});
    }
  while (!heap_.empty() && (wanted.empty() || left > 0)) {
    const std::uint32_t rank = heap_.top().rank;
    heap_.pop();
    if (fixed_[rank])
      continue;
    fixed_[rank] = 1;
    left -= !is_wanted.empty() && is_wanted[rank];
    for (const std::uint32_t next : rings.neighbours(rank))
      if (!fixed_[next] && may(next))
        offer(rings, positions, step, rank, next);
  }
}

} // namespace lamina::tetdistance
