#pragma once

#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstdint>
#include <span>
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

/// The cells that intervals of one direction lie in. The layout must stay.
class CellsAlong {
public:
  CellsAlong(const CellLayout& layout, const View& view);

  /// Cell of each end of an interval: an end on a plane belongs to the side on which the interval lies.
  std::array<std::uint16_t, 2> of_ends(const Interval& interval) const;
  /// Adds the interval's length to each cell that it passes through, cut at the cell planes. `ends` are the
  /// cells of its ends.
  void add_length(const Interval& interval, const std::array<std::uint16_t, 2>& ends,
                  std::vector<double>& lengths) const;

private:
  int first_in_column(const Interval& interval) const {
    return step_u_ * across_[interval.pixel[0]] + step_v_ * up_[interval.pixel[1]];
  }

  const std::uint8_t *across_, *up_; ///< cells of the pixels along u and v
  int step_u_, step_v_, step_depth_; ///< between the indices of neighbouring cells
  std::span<const double> planes_;   ///< along the view axis
};

} // namespace lamina::ldi
