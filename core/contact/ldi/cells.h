#pragma once

#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// The contact cells of a region (dynamics: cells, exactly): `cells` along each side, one along a side under
/// a quarter of the longest, each a whole number of pixels. One cell for laws that treat the pair as a whole.
struct CellLayout {
  std::array<int, 3> count{1, 1, 1};
  std::array<std::vector<std::uint8_t>, 3> of_pixel; ///< cell along each axis of each pixel
  std::array<std::vector<double>, 3> planes; ///< between the cells of an axis, m in the region's frame

  int total() const { return count[0] * count[1] * count[2]; }
  int index(const std::array<int, 3>& at) const { return at[0] + count[0] * (at[1] + count[1] * at[2]); }
};

void lay_cells(const Grid& grid, int cells, CellLayout& layout);

/// Cell of each end of an interval: an end on a plane belongs to the side on which the interval lies.
std::array<std::uint16_t, 2> cells_of_ends(const CellLayout& layout, const View& view,
                                           const Interval& interval);

/// Adds the interval's length to each cell that it passes through, cut at the cell planes.
void add_lengths(const CellLayout& layout, const View& view, const Interval& interval,
                 std::vector<double>& lengths);

} // namespace lamina::ldi
