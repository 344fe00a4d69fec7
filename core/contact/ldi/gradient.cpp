#include "core/contact/ldi/gradient.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/normals.h"

namespace lamina::ldi {

namespace {

/// Calls visit(group, interval, end, direction, halves) for each share that an interval's end gives to a
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
          visit(2u * cells[share] + interval.body[end], interval, end, direction, one_cell ? 2 : 1);
    }
}

GradientUnits units_for(const PreparedPair& pair,
                        const std::array<const std::vector<Interval>*, 3>& intervals) {
  std::uint64_t count = 0;
  for (const std::vector<Interval>* of_direction : intervals) {
    count += of_direction->size();
    for (std::size_t i = 0; pair.self && i < of_direction->size(); ++i)
      count += (*of_direction)[i].sheets - 1u;
  }
  return gradient_units(count);
}

/// Adds shares up to moments, group by group, as long as one group meets the same triangle: of large
/// triangles neighbouring columns do. Calls finished(group, moments) whenever a group goes on to the next
/// triangle.
template <class Finished>
class MomentSums {
public:
  MomentSums(std::span<TriangleMoments> open, const GradientUnits& units, const Finished& finished)
      : open_(open), units_(units), finished_(finished) {
    for (TriangleMoments& moments : open_)
      moments.triangle = none;
  }

  void add(std::size_t group, const Interval& interval, std::size_t end, std::uint32_t axis,
           std::int64_t halves) {
    TriangleMoments& open = open_[group];
    const std::uint32_t triangle = interval.triangle[end];
    if (triangle != open.triangle || axis != open.axis) {
      finish(group);
      open = {{}, triangle, axis};
    }
    open.sum.add(units_, interval, end, halves);
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

  std::span<TriangleMoments> open_; ///< per group
  GradientUnits units_;
  const Finished& finished_;
};

/// The moments of all cells and bodies, each group's in a list of its own.
void group_shares(const std::array<const std::vector<Interval>*, 3>& intervals,
                  std::span<const ContactPixelPair> pixels, Sharing sharing, int cells,
                  const GradientUnits& units, GradientScratch& scratch) {
  const std::size_t groups = 2 * static_cast<std::size_t>(cells);
  scratch.open.resize(groups);
  scratch.lists.assign(groups, {});
  scratch.moments.clear();
  const auto list = [&scratch](std::size_t group, const TriangleMoments& moments) {
    GradientScratch::List& mine = scratch.lists[group];
    const std::uint32_t at = static_cast<std::uint32_t>(scratch.moments.size());
    (mine.first == GradientScratch::none ? mine.first : scratch.moments[mine.last].next) = at;
    mine.last = at;
    scratch.moments.push_back({moments, GradientScratch::none});
  };
  MomentSums sums(scratch.open, units, list);
  for_each_share(intervals, pixels, sharing,
                 [&](std::size_t group, const Interval& interval, std::size_t end, std::uint32_t direction,
                     std::int64_t halves) { sums.add(group, interval, end, direction, halves); });
  sums.finish();
}

/// One contact takes all intervals: nothing needs to be grouped.
void sum_whole(const Grid& grid, const std::array<const std::vector<Interval>*, 3>& intervals,
               std::size_t body, const GradientUnits& units, GradientScratch::OfBody& result) {
  const auto add = [&result, units](std::size_t, const TriangleMoments& moments) {
    result.sums.add(moments, units);
  };
  TriangleMoments open;
  MomentSums sums({&open, 1}, units, add);
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : *intervals[direction])
      for (std::size_t end = 0; end < 2; ++end)
        if (interval.body[end] == body)
          sums.add(0, interval, end, direction, 2);
  sums.finish();
  result.sums.move_to(grid, units, result.entries);
  result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
}

void sum_groups(const Grid& grid, std::size_t body, const GradientUnits& units,
                const GradientScratch& scratch, GradientScratch::OfBody& result) {
  for (std::size_t group = body; group < scratch.lists.size(); group += 2) {
    std::uint32_t next = scratch.lists[group].first;
    while (next != GradientScratch::none) {
      const GradientScratch::Listed& listed = scratch.moments[next];
      result.sums.add(listed.moments, units);
      next = listed.next;
    }
    result.sums.move_to(grid, units, result.entries);
    result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
  }
}

/// Lists the two bodies' entries cell by cell.
void join_bodies(const std::array<GradientScratch::OfBody, 2>& bodies, std::vector<VertexGradient>& gradient,
                 std::vector<Range>& ranges) {
  std::array<std::uint32_t, 2> from{};
  for (std::size_t cell = 0; cell < bodies[0].ends.size(); ++cell)
    for (std::size_t body = 0; body < 2; ++body) {
      const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
      const std::vector<VertexGradient>& entries = bodies[body].entries;
      gradient.insert(gradient.end(), entries.begin() + from[body],
                      entries.begin() + bodies[body].ends[cell]);
      from[body] = bodies[body].ends[cell];
      ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
    }
}

} // namespace

void VertexSums::begin(const Surface& surface) {
  triangles_ = surface.triangles->data();
  if (sums_.size() >= surface.positions.size())
    return;
  sums_.resize(surface.positions.size(), Sum{});
  order_.resize(sums_.size() + 1);
}

void VertexSums::move_to(const Grid& grid, const GradientUnits& units,
                         std::vector<VertexGradient>& gradient) {
  const Vec3& size = grid.pixel_size;
  const Mat3& axes = grid.region.axes;
  const Triple x = triple(axes.col(0)), y = triple(axes.col(1)), z = triple(axes.col(2));
  for (std::size_t i = 0; i < count_; ++i) {
    const std::uint32_t vertex = order_[i];
    Sum& sum = sums_[vertex];
    const Triple value = {gradient_component(sum[0], units, size[1] * size[2]),
                          gradient_component(sum[1], units, size[2] * size[0]),
                          gradient_component(sum[2], units, size[0] * size[1])};
    gradient.push_back({vertex, vector(turned(x, y, z, value))});
    sum = {};
  }
  count_ = 0;
}

void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells, int threads,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges) {
  const GradientUnits units = units_for(pair, intervals);
  if (sharing != Sharing::whole)
    group_shares(intervals, pixels, sharing, cells, units, scratch);
  parallel_for(2, threads, [&](std::size_t body) {
    GradientScratch::OfBody& result = scratch.bodies[body];
    result.entries.clear();
    result.ends.clear();
    result.sums.begin(*pair.bodies[body].surface);
    if (sharing == Sharing::whole)
      sum_whole(pair.grid, intervals, body, units, result);
    else
      sum_groups(pair.grid, body, units, scratch, result);
  });
  ranges.clear();
  join_bodies(scratch.bodies, gradient, ranges);
}

} // namespace lamina::ldi
