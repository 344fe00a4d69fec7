#include "core/contact/ldi/contacts/cells.h"

#include <algorithm>
#include <cmath>

namespace lamina::ldi {

namespace {

/// Sides shorter than this share of the longest are not divided.
constexpr double divided_share = 0.25;

/// Cells per side at most, so that a cell's index fits everywhere it is kept.
constexpr int most_cells = 32;

} // namespace

int cells_of_pair(int wanted, const Region& region, const Surface& a, const Surface& b) {
  double cells = wanted;
  for (const Surface* surface : {&a, &b})
    if (surface->node_spacing > 0)
      cells = std::max(cells, std::ceil(region.size.maxCoeff() / surface->node_spacing));
  return static_cast<int>(std::min<double>(cells, std::max(wanted, most_cells)));
}

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
  const auto along = [](int axis) { return static_cast<std::size_t>(axis); };
  const std::array<std::uint32_t, 3> counts = {static_cast<std::uint32_t>(layout.count[0]),
                                               static_cast<std::uint32_t>(layout.count[1]),
                                               static_cast<std::uint32_t>(layout.count[2])};
  const std::array<std::uint32_t, 3> steps = {1, counts[0], counts[0] * counts[1]};
  across_ = layout.of_pixel[along(view.u)].data();
  up_ = layout.of_pixel[along(view.v)].data();
  step_u_ = steps[along(view.u)];
  step_v_ = steps[along(view.v)];
  step_depth_ = steps[along(view.depth)];
  count_u_ = counts[along(view.u)];
  planes_ = layout.planes[along(view.depth)];
}

} // namespace lamina::ldi
