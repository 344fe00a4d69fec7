#include "core/contact/ldi/contacts/gradient.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/contacts/moment_sums.h"
#include "core/contact/ldi/contacts/normals.h"

namespace lamina::ldi {

namespace {

/// Calls visit(group, interval, end, direction, halves) for each share that an interval's end gives to a
/// cell.
template <class Visit>
void for_each_share(const std::array<ListedIntervals, 3>& listed, Partition partition, const Visit& visit) {
  for (std::uint32_t direction = 0; direction < 3; ++direction) {
    const auto& [intervals, cells_of] = listed[direction];
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const Interval& interval = intervals[i];
      if (partition == Partition::cells && !interval.between_bodies())
        continue;
      const CellsOfEnds cells = cells_of[i];
      const bool one_cell = cells[0] == cells[1];
      for (std::size_t share = 0; share < (one_cell ? 1u : 2u); ++share)
        for (std::size_t end = 0; end < 2; ++end)
          visit(2u * cells[share] + interval.body[end], interval, end, direction, one_cell ? 2 : 1);
    }
  }
}

VertexSums::Units units_for(const PreparedPair& pair, const std::array<ListedIntervals, 3>& listed) {
  VertexSums::Units units;
  for (std::size_t direction = 0; direction < 3; ++direction) {
    const std::span<const Interval> of_direction = listed[direction].intervals;
    std::uint64_t count = of_direction.size();
    for (std::size_t i = 0; pair.self && i < of_direction.size(); ++i)
      count += of_direction[i].multiplicity - 1u;
    units[direction] = gradient_units(count);
  }
  return units;
}

/// The moments of all cells and bodies, each group's in a list of its own.
void group_shares(const std::array<ListedIntervals, 3>& listed, Partition partition, int cells,
                  const VertexSums::Units& units, GradientScratch& scratch) {
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
  MomentSums sums(scratch.open, list);
  for_each_share(
      listed, partition,
      [&](std::size_t group, const Interval& interval, std::size_t end, std::uint32_t direction,
          std::int64_t halves) {
        sums.of(group, interval.triangle[end], direction).add(units[direction], interval, end, halves);
      });
  sums.finish();
}

/// One contact takes all intervals: nothing needs to be grouped.
void sum_whole(const Grid& grid, const std::array<ListedIntervals, 3>& listed, std::size_t body,
               const VertexSums::Units& units, GradientScratch::OfBody& result) {
  const auto add = [&](std::size_t, const TriangleMoments& moments) { result.sums.add(moments, units); };
  TriangleMoments open;
  MomentSums sums({&open, 1}, add);
  for (std::uint32_t direction = 0; direction < 3; ++direction)
    for (const Interval& interval : listed[direction].intervals)
      for (std::size_t end = 0; end < 2; ++end)
        if (interval.body[end] == body)
          sums.of(0, interval.triangle[end], direction).add(units[direction], interval, end, 2);
  sums.finish();
  result.sums.move_to(grid, units, result.entries);
  result.ends.push_back(static_cast<std::uint32_t>(result.entries.size()));
}

void sum_groups(const Grid& grid, std::size_t body, const VertexSums::Units& units,
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
  constexpr std::size_t many = 500'000;
  triangles_ = surface.triangles->data();
  large_ = surface.vertex_positions().size() > many;
  for (ComponentSums& component : components_)
    component.begin(surface.vertex_positions().size());
}

void VertexSums::move_to(const Grid& grid, const Units& units, std::vector<VertexGradient>& gradient) {
  constexpr std::size_t ahead = 16;
  const Vec3& size = grid.pixel_size;
  const Mat3& axes = grid.region.axes;
  const Triple x = triple(axes.col(0)), y = triple(axes.col(1)), z = triple(axes.col(2));
  const Triple unit = {area_of_unit(units[0], size[1] * size[2]), area_of_unit(units[1], size[2] * size[0]),
                       area_of_unit(units[2], size[0] * size[1])};
  const std::array<ComponentSums::Taker, 3> sums = {ComponentSums::Taker(components_[0]),
                                                    ComponentSums::Taker(components_[1]),
                                                    ComponentSums::Taker(components_[2])};
  for (std::size_t component = 0; component < 3; ++component) {
    const std::span<const std::uint32_t> vertices = components_[component].vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (i + ahead < vertices.size())
        for (const ComponentSums::Taker& other : sums)
          other.fetch(vertices[i + ahead]);
      const std::uint32_t vertex = vertices[i];
      // An earlier component may have had it.
      if (!sums[component].has(vertex))
        continue;
      const Triple value = {static_cast<double>(sums[0].take(vertex)) * unit.x,
                            static_cast<double>(sums[1].take(vertex)) * unit.y,
                            static_cast<double>(sums[2].take(vertex)) * unit.z};
      gradient.push_back({vertex, vector(turned(x, y, z, value))});
    }
    components_[component].forget_vertices();
  }
}

void build_gradients(const PreparedPair& pair, const std::array<ListedIntervals, 3>& listed,
                     Partition partition, int cells, int threads, GradientScratch& scratch,
                     std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  const VertexSums::Units units = units_for(pair, listed);
  if (partition != Partition::whole)
    group_shares(listed, partition, cells, units, scratch);
  parallel_for(2, threads, [&](std::size_t body) {
    GradientScratch::OfBody& result = scratch.bodies[body];
    result.entries.clear();
    result.ends.clear();
    result.sums.begin(*pair.bodies[body].surface);
    if (partition == Partition::whole)
      sum_whole(pair.grid, listed, body, units, result);
    else
      sum_groups(pair.grid, body, units, scratch, result);
  });
  ranges.clear();
  join_bodies(scratch.bodies, gradient, ranges);
}

void take_whole_gradient(const Grid& grid, const VertexSums::Units& units, GradientScratch& scratch,
                         std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  ranges.clear();
  for (GradientScratch::OfBody& body : scratch.bodies) {
    const std::uint32_t begin = static_cast<std::uint32_t>(gradient.size());
    body.sums.move_to(grid, units, gradient);
    ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
  }
}

} // namespace lamina::ldi
