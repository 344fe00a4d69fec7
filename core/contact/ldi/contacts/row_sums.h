#pragma once

#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/contacts/rigid_gradient.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// The sums of one direction. Each row is summed by itself, also what it has in each cell. Rows are then
/// added up in their order. So sums do not depend on which rows a thread looked at.
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

/// Adds intervals of one direction, and the weights of their pixel pairs, to its sums, row by row. A single
/// cell is not summed, since it has what all rows have together. Its rows may be summed by different threads.
class RowSums {
public:
  /// The intervals begin in `first_row`. `moments` are those of all cells, added to; none if they are not
  /// asked for, and always by one thread. What is given here must stay.
  RowSums(const Grid& grid, int direction, const CellLayout& layout, std::uint16_t first_row,
          std::span<ContactMoments> moments, DirectionSums& sums);

  /// As many `weights` (m²) and `cells`, which are written.
  void add(std::span<const Interval> intervals, std::span<const double> weights,
           std::span<CellsOfEnds> cells);
  void finish() { end_row(); }

private:
  static constexpr std::uint32_t no_cell = 0xffffffffu;

  /// What neighbours in a row add to one cell, in which both of their ends lie.
  struct Run {
    std::uint32_t cell = no_cell;
    double length = 0, area = 0;
    RigidMoments moments{}; ///< of one half of each; no heights
  };

  std::size_t add_run(std::span<const Interval> intervals, std::span<const double> weights,
                      std::span<const CellsOfEnds> cells, std::size_t first);
  void share_out(const Interval& interval, double weight);
  void begin_run(std::uint32_t cell);
  void end_run();
  void end_row();
  void add_moments(std::uint32_t cell, const RigidMoments& more) const;
  std::int64_t across_of(const Interval& interval) const {
    return units_of_centre(interval.pixel[0], shifts_[interval.pixel[1]]);
  }

  int direction_;
  CellsAlong cells_;
  bool one_cell_;
  const std::int16_t* shifts_; ///< of the rows
  std::span<ContactMoments> moments_;
  DirectionSums& sums_;
  std::uint16_t row_; ///< whose sums these are
  double area_ = 0, length_ = 0;
  Run run_;
};

} // namespace lamina::ldi
