#include "core/contact/ldi/gradient.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"

namespace lamina::ldi {

namespace {

/// Calls visit(group, interval, end, direction, factor) for each share that an interval's end gives to a
/// cell.
template <class Visit>
void for_each_share(const std::array<const std::vector<Interval>*, 3>& intervals,
                    std::span<const ContactPixelPair> pixels, Sharing sharing, const Visit& visit) {
  std::size_t at = 0;
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[direction]) {
      const std::array<std::uint16_t, 2>& cells = pixels[at++].cell;
      if (sharing == Sharing::cells && !interval.between_bodies())
        continue;
      const bool one_cell = cells[0] == cells[1];
      for (std::size_t share = 0; share < (one_cell ? 1u : 2u); ++share)
        for (std::size_t end = 0; end < 2; ++end)
          visit(2u * cells[share] + interval.body[end], interval, end, direction,
                (one_cell ? 1.0 : 0.5) * interval.sheets);
    }
}

Vec3 pixel_areas(const Grid& grid) {
  Vec3 areas;
  for (int direction = 0; direction < 3; ++direction)
    areas[direction] = grid.pixel_size[View(direction).u] * grid.pixel_size[View(direction).v];
  return areas;
}

/// Adds shares up to moments, group by group, as long as one group meets the same triangle: of large
/// triangles neighbouring columns do. Calls finished(group, moments) whenever a group goes on to the next
/// triangle.
template <class Finished>
class MomentSums {
public:
  MomentSums(std::span<GradientMoments> open, const Finished& finished) : open_(open), finished_(finished) {
    for (GradientMoments& moments : open_)
      moments.triangle = none;
  }

  void add(std::size_t group, std::uint32_t triangle, std::uint32_t axis, double amount,
           const std::array<double, 2>& barycentric) {
    GradientMoments& sum = open_[group];
    if (triangle != sum.triangle || axis != sum.axis) {
      finish(group);
      sum = {0, 0, 0, triangle, axis};
    }
    sum.amount += amount;
    sum.m1 += amount * barycentric[0];
    sum.m2 += amount * barycentric[1];
  }
  void finish() {
    for (std::size_t group = 0; group < open_.size(); ++group)
      finish(group);
  }

private:
  static constexpr std::uint32_t none = 0xffffffffu;

  void finish(std::size_t group) {
    if (open_[group].triangle != none)
      finished_(group, open_[group]);
  }

  std::span<GradientMoments> open_; ///< per group
  const Finished& finished_;
};

/// The moments of all cells and bodies, each group's in a list of its own.
void group_shares(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                  std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                  GradientScratch& scratch) {
  const std::size_t groups = 2 * static_cast<std::size_t>(cells);
  scratch.open.resize(groups);
  scratch.lists.assign(groups, {});
  scratch.moments.clear();
  const auto list = [&scratch](std::size_t group, const GradientMoments& moments) {
    GradientScratch::List& mine = scratch.lists[group];
    const std::uint32_t at = static_cast<std::uint32_t>(scratch.moments.size());
    (mine.first == GradientScratch::none ? mine.first : scratch.moments[mine.last].next) = at;
    mine.last = at;
    scratch.moments.push_back({moments, GradientScratch::none});
  };
  const Vec3 pixel_area = pixel_areas(pair.grid);
  MomentSums sums(scratch.open, list);
  for_each_share(intervals, pixels, sharing,
                 [&](std::size_t group, const Interval& interval, std::size_t end, std::uint32_t direction,
                     double factor) {
                   sums.add(group, interval.triangle[end], direction,
                            factor * end_gradient(end == 1, pixel_area[static_cast<int>(direction)]),
                            interval.barycentric[end]);
                 });
  sums.finish();
}

/// One contact takes all intervals: nothing needs to be grouped.
void sum_whole(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
               std::size_t body, GradientScratch::OfBody& result) {
  const Vec3 area = pixel_areas(pair.grid);
  const auto add = [&result](std::size_t, const GradientMoments& moments) { result.sums.add(moments); };
  GradientMoments open;
  MomentSums sums({&open, 1}, add);
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[direction])
      for (std::size_t end = 0; end < 2; ++end)
        if (interval.body[end] == body)
          sums.add(0, interval.triangle[end], direction,
                   interval.sheets * end_gradient(end == 1, area[static_cast<int>(direction)]),
                   interval.barycentric[end]);
  sums.finish();
  result.sums.move_to(result.entries);
  result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
}

void sum_groups(std::size_t body, const GradientScratch& scratch, GradientScratch::OfBody& result) {
  for (std::size_t group = body; group < scratch.lists.size(); group += 2) {
    std::uint32_t next = scratch.lists[group].first;
    while (next != GradientScratch::none) {
      const GradientScratch::Listed& listed = scratch.moments[next];
      result.sums.add(listed.moments);
      next = listed.next;
    }
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
