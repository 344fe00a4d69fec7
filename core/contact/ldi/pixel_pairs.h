#pragma once

#include "core/contact/ldi/cells.h"
#include "core/contact/ldi/prepare.h"

#include <span>

namespace lamina::ldi {

/// What one direction adds up. Each row is summed by itself, also what it has in each cell, and only then are
/// rows added up in their order: so sums do not depend on which rows were looked at together.
struct DirectionSums {
  /// Per row of the image: lengths of its intervals, each as often as it has pairs of sheets (m), and weights
  /// of its pixel pairs (m²).
  std::vector<double> row_lengths, row_areas;
  /// Per cell: lengths within it (m), times a_d its volume; and areas of pairs between different bodies,
  /// a_d |n_d|, half to the cell of each end (m²).
  std::vector<double> cell_lengths, cell_areas;
  /// The same of one row, while it is summed.
  std::vector<double> row_cell_lengths, row_cell_areas;

  void begin(std::size_t rows, std::size_t cells);
};

/// Turns intervals of one direction, all of some rows, into pairs of contact pixels (`pixels`, one for each
/// interval), and adds them to the sums. Of a body with itself, an interval has a weight if its ends lie on
/// two sheets: their triangles have no common corner and face each other. A single cell is not summed: it has
/// what all rows have together.
void make_pixel_pairs(const PreparedPair& pair, int direction, std::span<const Interval> intervals,
                      const CellLayout& layout, std::span<ContactPixelPair> pixels, DirectionSums& sums);

} // namespace lamina::ldi
