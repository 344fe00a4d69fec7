#include "core/contact/ldi/contacts/row_sums.h"

#include <utility>

namespace lamina::ldi {

void DirectionSums::begin(std::size_t rows, std::size_t cells) {
  row_lengths.assign(rows, 0);
  row_areas.assign(rows, 0);
  cell_lengths.assign(cells, 0);
  cell_areas.assign(cells, 0);
  row_cell_lengths.assign(cells, 0);
  row_cell_areas.assign(cells, 0);
}

RowSums::RowSums(const Grid& grid, int direction, const CellLayout& layout, std::uint16_t first_row,
                 std::span<ContactMoments> moments, DirectionSums& sums)
    : direction_(direction), cells_(layout, View(direction)), one_cell_(layout.total() == 1),
      shifts_(grid.row_shifts[static_cast<std::size_t>(View(direction).v)].data()), moments_(moments),
      sums_(sums), row_(first_row) {}

void RowSums::add(std::span<const Interval> intervals, std::span<const double> weights,
                  std::span<CellsOfEnds> cells) {
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const ColumnCells column = cells_.of_column(intervals[i].pixel);
    const EndCells ends = cells_of_ends(column, intervals[i]);
    cells[i] = {static_cast<std::uint16_t>(column.cell(ends.lower)),
                static_cast<std::uint16_t>(column.cell(ends.upper))};
  }
  for (std::size_t i = 0; i < intervals.size();) {
    if (intervals[i].pixel[1] != row_)
      end_row();
    row_ = intervals[i].pixel[1];
    if (cells[i][0] == cells[i][1]) {
      i = add_run(intervals, weights, cells, i);
    } else {
      share_out(intervals[i], weights[i]);
      ++i;
    }
  }
}

/// Adds those from the first on that lie in its row and cell; returns the next. Their sums stay at hand.
std::size_t RowSums::add_run(std::span<const Interval> intervals, std::span<const double> weights,
                             std::span<const CellsOfEnds> cells, std::size_t first) {
  if (cells[first][0] != run_.cell)
    begin_run(cells[first][0]);
  Run run = run_;
  double area = area_, length = length_;
  std::size_t i = first;
  for (; i < intervals.size() && intervals[i].pixel[1] == row_ && cells[i] == cells[first]; ++i) {
    const Interval& interval = intervals[i];
    area += weights[i];
    length += interval.multiplicity * interval.length();
    run.length += interval.length();
    run.area += 0.5 * weights[i];
    run.area += 0.5 * weights[i];
    run.moments.add(interval.body[0], interval.body[1], across_of(interval), 0);
  }
  run_ = run;
  area_ = area;
  length_ = length;
  return i;
}

/// An interval through several cells.
void RowSums::share_out(const Interval& interval, double weight) {
  end_run();
  area_ += weight;
  length_ += interval.multiplicity * interval.length();
  const ColumnCells column = cells_.of_column(interval.pixel);
  const EndCells ends = cells_of_ends(column, interval);
  for (std::uint32_t number = ends.lower; number <= ends.upper; ++number)
    sums_.row_cell_lengths[column.cell(number)] += length_in_cell(column, ends, interval, number);
  for (const std::uint32_t number : {ends.lower, ends.upper}) {
    const std::uint32_t cell = column.cell(number);
    sums_.row_cell_areas[cell] += 0.5 * weight;
    RigidMoments half;
    half.add(interval.body[0], interval.body[1], across_of(interval), units_of_centre(row_, 0));
    add_moments(cell, half);
  }
}

void RowSums::begin_run(std::uint32_t cell) {
  end_run();
  run_ = {cell};
  if (!one_cell_) {
    run_.length = sums_.row_cell_lengths[cell];
    run_.area = sums_.row_cell_areas[cell];
  }
}

void RowSums::end_run() {
  if (run_.cell == no_cell)
    return;
  if (!one_cell_) {
    sums_.row_cell_lengths[run_.cell] = run_.length;
    sums_.row_cell_areas[run_.cell] = run_.area;
  }
  // Both halves of each interval.
  const RigidMoments& half = run_.moments;
  add_moments(run_.cell, {2 * half.count, 2 * half.across, 2 * half.count * units_of_centre(row_, 0)});
  run_ = {};
}

void RowSums::end_row() {
  end_run();
  sums_.row_areas[row_] += area_;
  sums_.row_lengths[row_] += length_;
  area_ = length_ = 0;
  if (!one_cell_)
    cells_.for_each_of_row(row_, [this](std::size_t cell) {
      sums_.cell_lengths[cell] += std::exchange(sums_.row_cell_lengths[cell], 0);
      sums_.cell_areas[cell] += std::exchange(sums_.row_cell_areas[cell], 0);
    });
}

void RowSums::add_moments(std::uint32_t cell, const RigidMoments& more) const {
  if (!moments_.empty())
    moments_[cell][static_cast<std::size_t>(direction_)].add(more);
}

} // namespace lamina::ldi
