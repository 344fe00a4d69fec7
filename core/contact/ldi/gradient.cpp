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

Vec3 pixel_areas(const Grid& grid) {
  Vec3 areas;
  for (int direction = 0; direction < 3; ++direction)
    areas[direction] = grid.pixel_size[View(direction).u] * grid.pixel_size[View(direction).v];
  return areas;
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

  const Vec3 pixel_area = pixel_areas(pair.grid);
  for_each_share(
      intervals, pixels, sharing,
      [&](std::uint16_t cell, std::size_t end, const Interval& interval, int direction, double factor) {
        scratch.shares[scratch.next[group_of(cell, interval.body[end])]++] = {
            factor * end_gradient(end == 1, pixel_area[direction]), interval.barycentric[end][0],
            interval.barycentric[end][1], interval.triangle[end], static_cast<std::uint32_t>(direction)};
      });
}

/// Sums up shares vertex by vertex, in the frame of the region, and lists the vertices in the order in which
/// they come.
class VertexSums {
public:
  VertexSums(const Surface& surface, VertexSlots& slots, std::vector<VertexGradient>& gradient)
      : triangles_(surface.triangles->data()), stamps_(slots.stamps), slots_(slots.slots),
        gradient_(gradient), stamp_(slots.fresh_stamp(surface.positions.size())) {}

  void add(std::uint32_t triangle, std::uint32_t axis, double amount, double b1, double b2) {
    const Triangle& t = triangles_[triangle];
    const double barycentric[3] = {1 - b1 - b2, b1, b2};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = t[k];
      if (stamps_[vertex] != stamp_) {
        stamps_[vertex] = stamp_;
        slots_[vertex] = static_cast<std::uint32_t>(gradient_.size());
        gradient_.push_back({vertex, Vec3::Zero()});
      }
      gradient_[slots_[vertex]].value[static_cast<int>(axis)] += amount * barycentric[k];
    }
  }

private:
  const Triangle* triangles_;
  std::vector<std::uint32_t>&stamps_, &slots_;
  std::vector<VertexGradient>& gradient_;
  std::uint32_t stamp_;
};

/// Where one contact takes all intervals, nothing needs to be grouped: both bodies are summed up side by
/// side.
void sum_whole(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
               GradientScratch& scratch, std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  const Vec3 area = pixel_areas(pair.grid);
  const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
  scratch.second.clear();
  VertexSums first(*pair.bodies[0].surface, scratch.slots[0], gradient);
  VertexSums second(*pair.bodies[1].surface, scratch.slots[1], scratch.second);
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[direction])
      for (std::size_t end = 0; end < 2; ++end)
        (interval.body[end] ? second : first)
            .add(interval.triangle[end], direction,
                 interval.sheets * end_gradient(end == 1, area[static_cast<int>(direction)]),
                 interval.barycentric[end][0], interval.barycentric[end][1]);
  const std::uint32_t middle = static_cast<std::uint32_t>(gradient.size());
  gradient.insert(gradient.end(), scratch.second.begin(), scratch.second.end());
  ranges.push_back({begin, middle});
  ranges.push_back({middle, static_cast<std::uint32_t>(gradient.size())});
}

/// Sums up one group's shares.
void sum_group(const Surface& surface, std::span<const GradientShare> shares, VertexSlots& slots,
               std::vector<VertexGradient>& gradient) {
  VertexSums sums(surface, slots, gradient);
  for (const GradientShare& share : shares)
    sums.add(share.triangle, share.axis, share.amount, share.b1, share.b2);
}

void sum_groups(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                GradientScratch& scratch, std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  group_shares(pair, intervals, pixels, sharing, cells, scratch);
  for (std::size_t g = 0; g + 1 < scratch.begins.size(); ++g) {
    const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
    const std::span<const GradientShare> shares(scratch.shares.data() + scratch.begins[g],
                                                scratch.begins[g + 1] - scratch.begins[g]);
    sum_group(*pair.bodies[g % 2].surface, shares, scratch.slots[g % 2], gradient);
    ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
  }
}

} // namespace

std::uint32_t VertexSlots::fresh_stamp(std::size_t vertices) {
  if (stamps.size() < vertices) {
    stamps.resize(vertices, 0);
    slots.resize(vertices, 0);
  }
  if (++stamp == 0) {
    std::fill(stamps.begin(), stamps.end(), 0u);
    stamp = 1;
  }
  return stamp;
}

void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges) {
  ranges.clear();
  const std::size_t first = gradient.size();
  if (sharing == Sharing::whole)
    sum_whole(pair, intervals, scratch, gradient, ranges);
  else
    sum_groups(pair, intervals, pixels, sharing, cells, scratch, gradient, ranges);
  for (std::size_t i = first; i < gradient.size(); ++i)
    gradient[i].value = (pair.grid.region.axes * gradient[i].value).eval();
}

} // namespace lamina::ldi
