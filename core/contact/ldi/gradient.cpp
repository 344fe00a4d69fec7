#include "core/contact/ldi/gradient.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"

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

/// Moments of neighbouring columns that meet the same triangle, which large triangles have many of.
class TriangleMoments {
public:
  explicit TriangleMoments(VertexSums& sums) : sums_(sums) {}

  void add(std::uint32_t triangle, std::uint32_t axis, double amount, double b1, double b2) {
    if (triangle != triangle_ || axis != axis_) {
      finish();
      triangle_ = triangle;
      axis_ = axis;
      amount_ = m1_ = m2_ = 0;
    }
    amount_ += amount;
    m1_ += amount * b1;
    m2_ += amount * b2;
  }
  void finish() {
    if (triangle_ != none)
      sums_.add(triangle_, axis_, amount_, m1_, m2_);
    triangle_ = none;
  }

private:
  static constexpr std::uint32_t none = 0xffffffffu;
  VertexSums& sums_;
  std::uint32_t triangle_ = none, axis_ = 0;
  double amount_ = 0, m1_ = 0, m2_ = 0;
};

/// One contact takes all intervals: nothing needs to be grouped.
void sum_whole(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
               std::size_t body, GradientScratch::OfBody& result) {
  const Vec3 area = pixel_areas(pair.grid);
  TriangleMoments moments(result.sums);
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[direction])
      for (std::size_t end = 0; end < 2; ++end)
        if (interval.body[end] == body)
          moments.add(interval.triangle[end], direction,
                      interval.sheets * end_gradient(end == 1, area[static_cast<int>(direction)]),
                      interval.barycentric[end][0], interval.barycentric[end][1]);
  moments.finish();
  result.sums.move_to(result.entries);
  result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
}

void sum_groups(std::size_t body, const GradientScratch& scratch, GradientScratch::OfBody& result) {
  for (std::size_t g = body; g + 1 < scratch.begins.size(); g += 2) {
    TriangleMoments moments(result.sums);
    for (std::uint32_t i = scratch.begins[g]; i < scratch.begins[g + 1]; ++i) {
      const GradientShare& share = scratch.shares[i];
      moments.add(share.triangle, share.axis, share.amount, share.b1, share.b2);
    }
    moments.finish();
    result.sums.move_to(result.entries);
    result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
  }
}

/// Lists the two bodies' entries cell by cell, in the world's components.
void join_bodies(const Mat3& axes, const std::array<GradientScratch::OfBody, 2>& bodies,
                 std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  std::array<std::uint32_t, 2> from{};
  for (std::size_t cell = 0; cell < bodies[0].ends.size(); ++cell)
    for (std::size_t body = 0; body < 2; ++body) {
      const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
      for (std::uint32_t& i = from[body]; i < bodies[body].ends[cell]; ++i) {
        const VertexGradient& entry = bodies[body].entries[i];
        gradient.push_back({entry.vertex, axes * entry.value});
      }
      ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
    }
}

} // namespace

void VertexSums::begin(const Surface& surface) {
  triangles_ = surface.triangles->data();
  if (sums_.size() >= surface.positions.size())
    return;
  sums_.resize(surface.positions.size(), nothing);
  order_.resize(sums_.size() + 1);
}

void VertexSums::move_to(std::vector<VertexGradient>& gradient) {
  for (std::size_t i = 0; i < count_; ++i) {
    const std::uint32_t vertex = order_[i];
    std::array<double, 3>& sum = sums_[vertex];
    gradient.push_back({vertex, Vec3(sum[0], sum[1], sum[2])});
    sum = nothing;
  }
  count_ = 0;
}

void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells, int threads,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges) {
  if (sharing != Sharing::whole)
    group_shares(pair, intervals, pixels, sharing, cells, scratch);
  parallel_for(2, threads, [&](std::size_t body) {
    GradientScratch::OfBody& result = scratch.bodies[body];
    result.entries.clear();
    result.ends.clear();
    result.sums.begin(*pair.bodies[body].surface);
    if (sharing == Sharing::whole)
      sum_whole(pair, intervals, body, result);
    else
      sum_groups(body, scratch, result);
  });
  ranges.clear();
  join_bodies(pair.grid.region.axes, scratch.bodies, gradient, ranges);
}

} // namespace lamina::ldi
