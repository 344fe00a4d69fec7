#include "core/contact/ldi/cells.h"

#include "core/contact/ldi/arithmetic/pixel_pair.h"

#include <algorithm>
#include <limits>

namespace lamina::ldi {

namespace {

/// Sides shorter than this share of the longest are not divided.
constexpr double divided_share = 0.25;

/// Cells per side at most, so that a cell's index fits everywhere it is kept.
constexpr int most_cells = 32;

std::array<int, 3> cell_at(const CellLayout& layout, const View& view, const Interval& interval) {
  std::array<int, 3> at{};
  at[static_cast<std::size_t>(view.u)] = layout.of_pixel[static_cast<std::size_t>(view.u)][interval.pixel[0]];
  at[static_cast<std::size_t>(view.v)] = layout.of_pixel[static_cast<std::size_t>(view.v)][interval.pixel[1]];
  return at;
}

} // namespace

void lay_cells(const Grid& grid, int cells, CellLayout& layout) {
  const Region& region = grid.region;
  const double longest = region.size.maxCoeff();
  for (int k = 0; k < 3; ++k) {
    const std::size_t axis = static_cast<std::size_t>(k);
    const int pixels = region.pixels[axis];
    const bool divided = region.size[k] >= divided_share * longest;
    const int count = divided ? std::clamp(cells, 1, std::min(pixels, most_cells)) : 1;
    layout.count[axis] = count;
    layout.of_pixel[axis].resize(static_cast<std::size_t>(pixels));
    layout.planes[axis].clear();
    for (int pixel = 0; pixel < pixels; ++pixel) {
      const int cell = pixel * count / pixels;
      layout.of_pixel[axis][static_cast<std::size_t>(pixel)] = static_cast<std::uint8_t>(cell);
      if (pixel > 0 && cell != (pixel - 1) * count / pixels)
        layout.planes[axis].push_back(region.minimum[k] + pixel * grid.pixel_size[k]);
    }
  }
}

std::array<std::uint16_t, 2> cells_of_ends(const CellLayout& layout, const View& view,
                                           const Interval& interval) {
  std::array<int, 3> at = cell_at(layout, view, interval);
  const std::vector<double>& planes = layout.planes[static_cast<std::size_t>(view.depth)];
  std::array<std::uint16_t, 2> cells{};
  for (std::size_t end = 0; end < 2; ++end) {
    int depth_cell = 0;
    for (const double plane : planes)
      depth_cell += end == 0 ? plane <= interval.depth[0] : plane < interval.depth[1];
    at[static_cast<std::size_t>(view.depth)] = depth_cell;
    cells[end] = static_cast<std::uint16_t>(layout.index(at));
  }
  return cells;
}

void add_lengths(const CellLayout& layout, const View& view, const Interval& interval,
                 std::vector<double>& lengths) {
  std::array<int, 3> at = cell_at(layout, view, interval);
  int& depth_cell = at[static_cast<std::size_t>(view.depth)];
  double from = -std::numeric_limits<double>::infinity();
  for (const double plane : layout.planes[static_cast<std::size_t>(view.depth)]) {
    lengths[static_cast<std::size_t>(layout.index(at))] +=
        length_within(interval.depth[0], interval.depth[1], from, plane);
    from = plane;
    ++depth_cell;
  }
  lengths[static_cast<std::size_t>(layout.index(at))] +=
      length_within(interval.depth[0], interval.depth[1], from, std::numeric_limits<double>::infinity());
}

} // namespace lamina::ldi
