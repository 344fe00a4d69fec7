#pragma once

#include "core/contact/ldi/region/grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::gpu {

/// One direction of a grid as a rasteriser sees it, whose samples lie in the middles of its own pixels.
/// Staggered rows (their shifts go on by 0.618 pixels from row to row, but for whole pixels) become columns
/// by a shear; rows then begin at different pixels of a wider image.
struct PeeledView {
  int u = 1, v = 2, d = 0;             ///< axes of the region: along rows, across them, along columns
  int width = 0, height = 0;           ///< of the image, pixels
  int columns = 0;                     ///< of each row
  std::vector<std::int32_t> row_begin; ///< per row: the pixel of its first column
  float shear = 0, shift = 0;          ///< image = u − shear · v + shift, pixels
  /// Where depths begin and end, in pixels: beyond the region, so that what is farther out and moved there
  /// bounds no interval (ldi::depths_within).
  float nearest = 0, farthest = 1;
};

/// Takes over direction `direction` of a grid.
void view_grid(const ldi::Grid& grid, int direction, PeeledView& view);

/// Where a coordinate in the frame of a grid lies along axis k, in pixels from the region's lower side; and
/// the other way round. Not snapped.
double pixels_at(const ldi::Grid& grid, int k, double metres);
double metres_at(const ldi::Grid& grid, int k, double pixels);

} // namespace lamina::gpu
