#include "core/contact/ldi/region/grid.h"

#include <algorithm>
#include <cmath>

namespace lamina::ldi {

namespace {

constexpr double fewest_anchored_pixels = 4;
/// Of the longest side of a region: sides below are short.
constexpr double short_side = 0.1;

/// r pixels stretched over one axis.
void stretch(int r, int k, Grid& grid) {
  Region& region = grid.region;
  region.pixels[k] = std::clamp(r, 1, most_pixels);
  grid.pixel_size[k] = region.size[k] / region.pixels[k];
  grid.axis[k] = {region.minimum[k], pixel_units / grid.pixel_size[k], 0};
}

/// Pixels of size h on a grid through the origin, h halved or doubled until a sensible number crosses the
/// region.
void anchor(double h, int k, Grid& grid) {
  Region& region = grid.region;
  const double size = region.size[k], low = region.minimum[k], high = low + size;
  while (size < fewest_anchored_pixels * h)
    h *= 0.5;
  while (std::ceil(high / h) - std::floor(low / h) > most_pixels)
    h *= 2;
  const double first = std::floor(low / h);
  region.pixels[k] = std::max(1, static_cast<int>(std::ceil(high / h) - first));
  region.minimum[k] = first * h;
  region.size[k] = region.pixels[k] * h;
  grid.pixel_size[k] = h;
  grid.axis[k] = {0, pixel_units / h, first * pixel_units};
}

/// Size at the region's distance of the given number of screen pixels, to the nearest power of two metres:
/// the grid then holds still while a body moves a little.
double seen_pixel_size(const Region& region, double screen_pixels, const CameraView& camera) {
  const Vec3 centre = region.axes * (region.minimum + 0.5 * region.size);
  const double seen_height = 2 * (centre - camera.eye).norm() * std::tan(0.5 * camera.field_of_view);
  const double h = screen_pixels * seen_height / std::max(1, camera.image_height);
  return std::isfinite(h) && h > 0 ? std::exp2(std::round(std::log2(h))) : 0;
}

} // namespace

void make_grid(const SampledBox& box, const LdiSettings& settings, const CameraView& camera, double quantum,
               Grid& grid, bool flat_faces) {
  grid.frame = box.frame;
  grid.region.axes = box.frame.axes;
  grid.region.minimum = box.box.min;
  grid.region.size = box.box.size();
  grid.depth_rounder = 1.5 * std::ldexp(quantum, 52);
  grid.staggered = settings.rows != RowChoice::unstaggered;
  const double longest = grid.region.size.maxCoeff();
  double h = 0;
  if (settings.resolution_mode == ResolutionMode::pixel_size)
    h = settings.pixel_size;
  else if (settings.resolution_mode == ResolutionMode::view_dependent)
    h = seen_pixel_size(grid.region, settings.screen_pixels, camera);

  for (int k = 0; k < 3; ++k) {
    if (h > 0)
      anchor(h, k, grid);
    else
      stretch(flat_faces && grid.region.size[k] < short_side * longest
                  ? std::min(settings.resolution, settings.flat_resolution)
                  : settings.resolution,
              k, grid);
    std::vector<std::int16_t>& shifts = grid.row_shifts[k];
    shifts.assign(static_cast<std::size_t>(grid.region.pixels[k]), 0);
    if (!grid.staggered)
      continue;
    // Rows of an anchored grid are numbered from the origin, so that each keeps its shift as the region
    // moves; others from the middle.
    const std::int64_t first = h > 0 ? 2 * static_cast<std::int64_t>(grid.axis[k].offset) / pixel_units + 1
                                     : 1 - static_cast<std::int64_t>(shifts.size());
    for (std::size_t row = 0; row < shifts.size(); ++row)
      shifts[row] = static_cast<std::int16_t>(row_shift(first + 2 * static_cast<std::int64_t>(row)));
  }
}

} // namespace lamina::ldi
