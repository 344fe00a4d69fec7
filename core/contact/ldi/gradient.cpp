#include "core/contact/ldi/gradient.h"

#include "core/contact/ldi/arithmetic/pixel_pair.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Calls visit(cell, end, interval, direction, factor) for each share that an interval's end gives to a cell.
template <class Visit>
void for_each_share(const std::array<const std::vector<Interval>*, 3>& intervals,
                    std::span<const ContactPixelPair> pixels, Sharing sharing, const Visit& visit) {
  std::size_t at = 0;
  for (int direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[static_cast<std::size_t>(direction)]) {
      const std::array<std::uint16_t, 2> cells =
          sharing == Sharing::whole ? std::array<std::uint16_t, 2>{0, 0} : pixels[at].cell;
      ++at;
      if (sharing == Sharing::cells && !interval.between_bodies())
        continue;
      const bool one_cell = cells[0] == cells[1];
      for (std::size_t share = 0; share < (one_cell ? 1u : 2u); ++share)
        for (std::size_t end = 0; end < 2; ++end)
          visit(cells[share], end, interval, direction, (one_cell ? 1.0 : 0.5) * interval.sheets);
    }
}

std::size_t group_of(std::uint16_t cell, std::uint8_t body) {
  return 2u * cell + body;
}

/// Sorts all shares by cell and body, keeping their order otherwise (count, scan, scatter).
void group_shares(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                  std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                  GradientScratch& scratch) {
  std::vector<std::uint32_t>& begins = scratch.begins;
  begins.assign(2 * static_cast<std::size_t>(cells) + 1, 0);
  for_each_share(intervals, pixels, sharing,
                 [&](std::uint16_t cell, std::size_t end, const Interval& interval, int, double) {
                   ++begins[group_of(cell, interval.body[end]) + 1];
                 });
  for (std::size_t g = 1; g < begins.size(); ++g)
    begins[g] += begins[g - 1];
  scratch.next.assign(begins.begin(), begins.end());
  scratch.shares.resize(begins.back());

  Vec3 pixel_area;
  for (int direction = 0; direction < 3; ++direction)
    pixel_area[direction] = pair.grid.pixel_size[View(direction).u] * pair.grid.pixel_size[View(direction).v];
  for_each_share(
      intervals, pixels, sharing,
      [&](std::uint16_t cell, std::size_t end, const Interval& interval, int direction, double factor) {
        scratch.shares[scratch.next[group_of(cell, interval.body[end])]++] = {
            factor * end_gradient(end == 1, pixel_area[direction]), interval.barycentric[end][0],
            interval.barycentric[end][1], interval.triangle[end], static_cast<std::uint32_t>(direction)};
      });
}

/// A stamp that no vertex bears yet.
std::uint32_t fresh_stamp(std::size_t vertices, GradientScratch& scratch) {
  if (scratch.stamps.size() < vertices) {
    scratch.stamps.resize(vertices, 0);
    scratch.slots.resize(vertices, 0);
  }
  if (++scratch.stamp == 0) {
    std::fill(scratch.stamps.begin(), scratch.stamps.end(), 0u);
    scratch.stamp = 1;
  }
  return scratch.stamp;
}

/// Sums up one group's shares vertex by vertex, in the frame of the region.
void sum_group(const Surface& surface, std::span<const GradientShare> shares, GradientScratch& scratch,
               std::vector<VertexGradient>& gradient) {
  const std::uint32_t stamp = fresh_stamp(surface.positions.size(), scratch);
  for (const GradientShare& share : shares) {
    const Triangle& t = (*surface.triangles)[share.triangle];
    const double barycentric[3] = {1 - share.b1 - share.b2, share.b1, share.b2};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = t[k];
      if (scratch.stamps[vertex] != stamp) {
        scratch.stamps[vertex] = stamp;
        scratch.slots[vertex] = static_cast<std::uint32_t>(gradient.size());
        gradient.push_back({vertex, Vec3::Zero()});
      }
      gradient[scratch.slots[vertex]].value[static_cast<int>(share.axis)] += share.amount * barycentric[k];
    }
  }
}

} // namespace

void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges) {
  group_shares(pair, intervals, pixels, sharing, cells, scratch);
  ranges.clear();
  const std::size_t first = gradient.size();
  for (std::size_t g = 0; g + 1 < scratch.begins.size(); ++g) {
    const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
    const std::span<const GradientShare> shares(scratch.shares.data() + scratch.begins[g],
                                                scratch.begins[g + 1] - scratch.begins[g]);
    sum_group(*pair.bodies[g % 2].surface, shares, scratch, gradient);
    ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
  }
  for (std::size_t i = first; i < gradient.size(); ++i)
    gradient[i].value = (pair.grid.region.axes * gradient[i].value).eval();
}

} // namespace lamina::ldi
