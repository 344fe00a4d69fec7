#include "core/contact/ldi/contacts/self_intervals.h"

#include "core/contact/ldi/arithmetic/levels.h"
#include "core/contact/ldi/contacts/normals.h"

#include <array>

namespace lamina::ldi {

namespace {

/// Intervals of fewer depth quanta than this are rounding.
constexpr double fewest_quanta = 4;

Interval interval_between(const Fragment& lower, const Fragment& upper, int multiplicity,
                          std::uint32_t column, std::uint32_t width) {
  Interval interval;
  set_end(interval, 0, lower);
  set_end(interval, 1, upper);
  interval.pixel = {static_cast<std::uint16_t>(column % width), static_cast<std::uint16_t>(column / width)};
  interval.multiplicity = static_cast<std::uint16_t>(multiplicity);
  return interval;
}

/// What is left out at an end.
double rest_overlap_at(const Surface& surface, const Interval& interval, std::size_t end, Normals& normals,
                       const Triple& axis) {
  const std::vector<float>& offset = *surface.self_offset;
  const Triangle& t = (*surface.triangles)[interval.triangle[end]];
  const double corners[3] = {static_cast<double>(offset[t[0]]), static_cast<double>(offset[t[1]]),
                             static_cast<double>(offset[t[2]])};
  const auto& [b1, b2] = interval.barycentric[end];
  return rest_overlap_along(corners, b1, b2, normals.of(interval.triangle[end]), axis);
}

} // namespace

double shortest_self_interval(const Surface& surface) {
  return fewest_quanta * depth_quantum(surface, surface);
}

void find_self_intervals(const ColumnSet& set, int pixels_in_row, double shortest,
                         std::vector<Interval>& intervals) {
  intervals.clear();
  const std::uint32_t width = static_cast<std::uint32_t>(pixels_in_row);
  for (const Column& column : set.columns) {
    const std::span<const Crossing> crossings = set.of(column);
    walk_levels(crossings.data(), static_cast<std::uint32_t>(crossings.size()), column.winding[0],
                [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
                  if (crossings[upper].depth - crossings[lower].depth > shortest)
                    intervals.push_back(interval_between(set.fragment(crossings[lower]),
                                                         set.fragment(crossings[upper]), multiplicity,
                                                         column.index, width));
                });
  }
}

void leave_out_rest_overlap(const PreparedPair& pair, int direction, std::vector<Interval>& intervals) {
  const Surface& surface = *pair.bodies[0].surface;
  if (!surface.self_offset)
    return;
  const Triple axis = triple(pair.grid.region.axes.col(direction));
  std::array<Normals, 2> normals = {Normals(surface), Normals(surface)};
  const auto disappears = [&](Interval& interval) {
    return !leave_out_rest(interval.depth[0], interval.depth[1],
                           rest_overlap_at(surface, interval, 0, normals[0], axis),
                           rest_overlap_at(surface, interval, 1, normals[1], axis));
  };
  std::erase_if(intervals, disappears);
}

} // namespace lamina::ldi
