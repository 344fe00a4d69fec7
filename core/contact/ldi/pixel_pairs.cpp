#include "core/contact/ldi/pixel_pairs.h"

#include "core/contact/ldi/normals.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Whether the ends of a body's overlap with itself lie on two sheets that press on each other, not on one:
/// triangles without a common corner that face each other. A column says no more about what belongs together.
bool on_two_sheets(const Surface& surface, const Interval& interval, const Triple& lower,
                   const Triple& upper) {
  const Triangle &t = (*surface.triangles)[interval.triangle[0]],
                 &u = (*surface.triangles)[interval.triangle[1]];
  for (const std::uint32_t corner : t)
    if (std::find(u.begin(), u.end(), corner) != u.end())
      return false;
  return dot(lower, upper) <= 0;
}

} // namespace

double make_pixel_pairs(const PreparedPair& pair, int direction, const std::vector<Interval>& intervals,
                        const CellLayout& layout, std::span<ContactPixelPair> pixels, CellSums& sums) {
  const View view(direction);
  const Grid& grid = pair.grid;
  const Region& region = grid.region;
  const double pixel_area = grid.pixel_size[view.u] * grid.pixel_size[view.v];
  const Triple axis = triple(region.axes.col(direction));
  const std::vector<std::int16_t>& shifts = grid.row_shifts[static_cast<std::size_t>(view.v)];
  std::array<Normals, 2> normals = {Normals(*pair.bodies[0].surface), Normals(*pair.bodies[1].surface)};
  sums.lengths.assign(static_cast<std::size_t>(layout.total()), 0);
  sums.areas.assign(static_cast<std::size_t>(layout.total()), 0);

  const bool one_cell = layout.total() == 1;
  double area = 0;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const Interval& interval = intervals[i];
    ContactPixelPair& out = pixels[i];
    Vec3 lower;
    lower[view.depth] = interval.depth[0];
    const double across =
        interval.pixel[0] + 0.5 + shifts[interval.pixel[1]] / static_cast<double>(pixel_units);
    lower[view.u] = region.minimum[view.u] + across * grid.pixel_size[view.u];
    lower[view.v] = region.minimum[view.v] + (interval.pixel[1] + 0.5) * grid.pixel_size[view.v];
    out.lower = region.axes * lower;
    out.length = interval.length();
    out.area = pixel_area;
    out.triangle = interval.triangle;
    for (std::size_t end = 0; end < 2; ++end)
      out.barycentric[end] = {static_cast<float>(interval.barycentric[end][0]),
                              static_cast<float>(interval.barycentric[end][1])};
    out.body = interval.body;
    out.axis = static_cast<std::uint8_t>(direction);
    out.sheets = interval.sheets;
    out.pixel = interval.pixel;
    if (one_cell) {
      out.cell = {0, 0};
      sums.lengths[0] += std::max(interval.length(), 0.0);
    } else {
      out.cell = cells_of_ends(layout, view, interval);
      add_lengths(layout, view, interval, sums.lengths);
    }
    out.normal = Vec3::Zero();
    out.weight = 0;
    if (!interval.between_bodies() && !pair.self)
      continue;

    const Triple& lower_normal = normals[pair.self ? 0 : interval.body[0]].of(interval.triangle[0]);
    const Triple& upper_normal = normals[pair.self ? 1 : interval.body[1]].of(interval.triangle[1]);
    if (pair.self && !on_two_sheets(*pair.bodies[0].surface, interval, lower_normal, upper_normal))
      continue;
    const Triple normal = pair_normal(upper_normal, lower_normal);
    out.normal = vector(normal);
    out.weight = interval.sheets * pair_area(normal, axis, pixel_area);
    area += out.weight;
    for (const std::uint16_t cell : out.cell)
      sums.areas[cell] += 0.5 * out.weight;
  }
  return area;
}

} // namespace lamina::ldi
