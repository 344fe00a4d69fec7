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

CellsAlong::CellsAlong(const CellLayout& layout, const View& view) {
  const std::array<int, 3> steps = {1, layout.count[0], layout.count[0] * layout.count[1]};
  across_ = layout.of_pixel[static_cast<std::size_t>(view.u)].data();
  up_ = layout.of_pixel[static_cast<std::size_t>(view.v)].data();
  step_u_ = steps[static_cast<std::size_t>(view.u)];
  step_v_ = steps[static_cast<std::size_t>(view.v)];
  step_depth_ = steps[static_cast<std::size_t>(view.depth)];
  planes_ = layout.planes[static_cast<std::size_t>(view.depth)];
}

std::array<std::uint16_t, 2> CellsAlong::of_ends(const Interval& interval) const {
  int below = 0, above = 0;
  for (const double plane : planes_) {
    below += plane <= interval.depth[0];
    above += plane < interval.depth[1];
  }
  const int first = first_in_column(interval);
  return {static_cast<std::uint16_t>(first + step_depth_ * below),
          static_cast<std::uint16_t>(first + step_depth_ * above)};
}

void CellsAlong::add_length(const Interval& interval, const std::array<std::uint16_t, 2>& ends,
                            std::vector<double>& lengths) const {
  if (ends[0] == ends[1]) {
    lengths[ends[0]] += interval.length();
    return;
  }
  std::size_t cell = static_cast<std::size_t>(first_in_column(interval));
  double from = -std::numeric_limits<double>::infinity();
  for (const double plane : planes_) {
    lengths[cell] += length_within(interval.depth[0], interval.depth[1], from, plane);
    from = plane;
    cell += static_cast<std::size_t>(step_depth_);
  }
  lengths[cell] +=
      length_within(interval.depth[0], interval.depth[1], from, std::numeric_limits<double>::infinity());
}

} // namespace lamina::ldi
