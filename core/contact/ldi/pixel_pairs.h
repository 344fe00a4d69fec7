#pragma once

#include "core/contact/ldi/cells.h"
#include "core/contact/ldi/prepare.h"

#include <span>

namespace lamina::ldi {

/// What one direction adds to each cell.
struct CellSums {
  std::vector<double> lengths; ///< of intersection, m; times a_d: volume
  std::vector<double>
      areas; ///< of pairs between different bodies, a_d |n_d|, half to the cell of each end, m²
};

/// Turns the intervals of one direction into pairs of contact pixels (`pixels`, one for each interval), and
/// sums up cells. Of a body with itself, an interval has a weight if its ends lie on two sheets: their
/// triangles have no common corner and face each other. Returns the sum of their weights, m².
double make_pixel_pairs(const PreparedPair& pair, int direction, const std::vector<Interval>& intervals,
                        const CellLayout& layout, std::span<ContactPixelPair> pixels, CellSums& sums);

} // namespace lamina::ldi
