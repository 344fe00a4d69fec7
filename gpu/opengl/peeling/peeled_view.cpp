#include "gpu/opengl/peeling/peeled_view.h"

#include <algorithm>
#include <cmath>

namespace lamina::gpu {

namespace {

/// What ldi::row_shift goes on by from row to row, pixels.
constexpr double stagger = 0.618;

constexpr double units = static_cast<double>(ldi::pixel_units);

} // namespace

void view_grid(const ldi::Grid& grid, int direction, PeeledView& view) {
  const ldi::View axes(direction);
  view.u = axes.u;
  view.v = axes.v;
  view.d = axes.depth;
  view.columns = grid.region.pixels[static_cast<std::size_t>(axes.u)];
  view.height = grid.region.pixels[static_cast<std::size_t>(axes.v)];
  view.width = view.columns;
  view.row_begin.assign(static_cast<std::size_t>(view.height), 0);
  view.shear = view.shift = 0;
  view.nearest = -2;
  view.farthest = static_cast<float>(grid.region.pixels[static_cast<std::size_t>(axes.depth)] + 2);
  if (!grid.staggered)
    return;

  const std::vector<std::int16_t>& shifts = grid.row_shifts[static_cast<std::size_t>(axes.v)];
  const double first = shifts.front() / units;
  const int lowest = static_cast<int>(std::ceil(stagger * (view.height - 1))) + 1;
  for (std::size_t row = 0; row < view.row_begin.size(); ++row)
    view.row_begin[row] =
        lowest +
        static_cast<int>(std::lround(shifts[row] / units - first - stagger * static_cast<double>(row)));
  view.width += *std::max_element(view.row_begin.begin(), view.row_begin.end());
  view.shear = static_cast<float>(stagger);
  view.shift = static_cast<float>(lowest - first + 0.5 * stagger);
}

double pixels_at(const ldi::Grid& grid, int k, double metres) {
  const ldi::AxisGrid& axis = grid.axis[static_cast<std::size_t>(k)];
  return ((metres - axis.origin) * axis.scale - axis.offset) / units;
}

double metres_at(const ldi::Grid& grid, int k, double pixels) {
  const ldi::AxisGrid& axis = grid.axis[static_cast<std::size_t>(k)];
  return (pixels * units + axis.offset) / axis.scale + axis.origin;
}

} // namespace lamina::gpu
