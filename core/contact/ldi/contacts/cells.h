#pragma once

#include "core/contact/ldi/arithmetic/cells.h"
#include "core/contact/ldi/region/grid.h"

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

/// The cells, or patches, that the two ends of an interval lie in.
using CellsOfEnds = std::array<std::uint16_t, 2>;

/// Intervals of one direction, and as many cells of their ends.
struct ListedIntervals {
  std::span<const Interval> intervals;
  std::span<CellsOfEnds> cells;
};

/// Into how many cells a side of a region is divided where `wanted` are asked for: no wider than the nodes of
/// a soft surface lie apart, so that each node can be pressed by its own.
int cells_of_pair(int wanted, const Region& region, const Surface& a, const Surface& b);

void lay_cells(const Grid& grid, int cells, CellLayout& layout);

/// The cells that intervals of one direction lie in. The layout must stay.
class CellsAlong {
public:
  CellsAlong(const CellLayout& layout, const View& view);

  ColumnCells of_column(const std::array<std::uint16_t, 2>& pixel) const {
    return {step_u_ * across_[pixel[0]] + step_v_ * up_[pixel[1]], step_depth_, planes_.data(),
            static_cast<std::uint32_t>(planes_.size())};
  }
  /// Calls visit(cell) for all cells that columns of a row can lie in.
  template <class Visit>
  void for_each_of_row(std::uint16_t row, const Visit& visit) const {
    for (std::uint32_t k = 0; k <= planes_.size(); ++k)
      for (std::uint32_t i = 0; i < count_u_; ++i)
        visit(std::size_t{step_v_ * up_[row] + step_u_ * i + step_depth_ * k});
  }

private:
  const std::uint8_t *across_, *up_;           ///< cells of the pixels along u and v
  std::uint32_t step_u_, step_v_, step_depth_; ///< between the indices of neighbouring cells
  std::uint32_t count_u_;
  std::span<const double> planes_; ///< along the view axis
};

} // namespace lamina::ldi
