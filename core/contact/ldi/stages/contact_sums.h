#pragma once

#include "core/contact/ldi/arithmetic/rigid_moments.h"
#include "core/contact/ldi/stages/contact_pixels.h"

#include <cstdint>

namespace lamina::ldi {

/// Lengths of intervals, each as often as it has pairs of sheets (m), and weights of their pixel pairs (m²),
/// added up.
struct ContactSum {
  double length, area;

  LAMINA_HD void add(const ContactSum& more) {
    length += more.length;
    area += more.area;
  }
};

/// The same of a row or of what it has in a cell, with what its intervals change of rigid moments: all of
/// them are as far up.
struct RowSum {
  ContactSum sum;
  std::int64_t count, across; ///< of a half of each interval, as in RigidMoments
  std::uint64_t multiplicity; ///< pairs of them, of all intervals

  LAMINA_HD void add_half(const Interval& interval, std::int64_t shift) {
    RigidMoments half;
    half.add(interval.body[0], interval.body[1], units_of_centre(interval.pixel[0], static_cast<int>(shift)),
             0);
    count += half.count;
    across += half.across;
  }
  /// So many halves of each, in a row of an image.
  LAMINA_HD RigidMoments moments(std::int64_t halves, std::uint32_t row) const {
    const std::int64_t up = units_of_centre(static_cast<int>(row), 0);
    return {halves * count, halves * across, halves * count * up};
  }
};

/// What one image comes to.
struct ImageTotals {
  ContactSum sum;
  std::uint32_t intervals, crossings;
  std::uint64_t multiplicity; ///< pairs of them, of all intervals
};

/// Where the moments of a pair's cell begin, one a direction, if they are wanted.
LAMINA_HD inline RigidMoments* moments_of(const PairView& pair, std::uint32_t cell, RigidMoments* moments) {
  return pair.first_moment == no_moments ? nullptr : moments + pair.first_moment + 3 * cell;
}

LAMINA_HD inline std::int64_t shift_of_row(const BatchView& batch, const ImageView& image,
                                           std::uint32_t row) {
  return batch.shifts[image.first_shift + row];
}

/// One thread a row of an image, in the order of its intervals.
struct SumRows {
  BatchView batch;
  std::uint32_t pairs;
  IntervalsView found;
  const DevicePixel* pixels;
  RowSum* rows;

  LAMINA_HD void operator()(std::size_t index) const {
    const ImagePlace<&ImageView::first_row> place(batch, pairs, static_cast<std::uint32_t>(index));
    const std::uint32_t width = static_cast<std::uint32_t>(place.image().width);
    const std::uint32_t* const columns = found.begins + place.image().first_column + place.index * width;
    const std::int64_t shift = shift_of_row(batch, place.image(), place.index);
    const bool moments = place.pair->first_moment != no_moments;
    RowSum row{};
    for (std::uint32_t i = columns[0]; i < columns[width]; ++i) {
      row.sum.add({pixels[i].multiplicity * pixels[i].length, pixels[i].weight});
      row.multiplicity += pixels[i].multiplicity;
      if (moments)
        row.add_half(found.intervals[i], shift);
    }
    rows[index] = row;
  }
};

/// One thread a cell that a row meets: what the row has in it, half of each pixel pair at each end.
struct SumRowCells {
  BatchView batch;
  std::uint32_t pairs;
  IntervalsView found;
  const DevicePixel* pixels;
  RowSum* row_cells;

  LAMINA_HD void operator()(std::size_t index) const {
    const ImagePlace<&ImageView::first_row_cell> place(batch, pairs, static_cast<std::uint32_t>(index));
    const PairView& pair = *place.pair;
    const ImageView& image = place.image();
    const SeenAxes axes(place.direction);
    const std::uint32_t across = pair.cells[axes.u], deep = pair.cells[axes.depth];
    const std::uint32_t row = place.index / (across * deep), cell = place.index % (across * deep);
    const std::uint32_t first = first_pixel_of_cell(cell % across, across, image.width),
                        last = first_pixel_of_cell(cell % across + 1, across, image.width);
    const std::uint32_t* const columns =
        found.begins + image.first_column + row * static_cast<std::uint32_t>(image.width);
    const ColumnCells cells = cells_of_column(batch, pair, place.direction, first, row);
    const std::int64_t shift = shift_of_row(batch, image, row);
    RowSum sum{};
    for (std::uint32_t i = columns[first]; i < columns[last]; ++i)
      add(cells, cell / across, i, shift, sum);
    row_cells[index] = sum;
  }

private:
  LAMINA_HD void add(const ColumnCells& cells, std::uint32_t number, std::uint32_t i, std::int64_t shift,
                     RowSum& sum) const {
    const Interval& interval = found.intervals[i];
    const EndCells ends = cells_of_ends(cells, interval);
    sum.sum.length += length_in_cell(cells, ends, interval, number);
    const int halves = (ends.lower == number ? 1 : 0) + (ends.upper == number ? 1 : 0);
    for (int half = 0; half < halves; ++half) {
      sum.sum.area += 0.5 * pixels[i].weight;
      sum.add_half(interval, shift);
    }
  }
};

/// One thread an image: its rows in their order. If its pair is one cell, they are the cell's moments.
struct SumImages {
  BatchView batch;
  IntervalsView found;
  const std::uint32_t* crossings; ///< where those of each column begin, and the end
  const RowSum* rows;
  ImageTotals* totals;
  RigidMoments* moments;

  LAMINA_HD void operator()(std::size_t index) const {
    const PairView& pair = batch.pairs[index / 3];
    const ImageView& image = pair.image[index % 3];
    ImageTotals total{};
    RigidMoments moment;
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(image.height); ++row) {
      const RowSum& mine = rows[image.first_row + row];
      total.sum.add(mine.sum);
      total.multiplicity += mine.multiplicity;
      moment.add(mine.moments(2, row));
    }
    const std::uint32_t first = image.first_column,
                        last = first + static_cast<std::uint32_t>(image.width * image.height);
    total.intervals = found.begins[last] - found.begins[first];
    total.crossings = crossings[last] - crossings[first];
    totals[index] = total;
    RigidMoments* const cell = moments_of(pair, 0, moments);
    if (cell && cells_of(pair) == 1)
      cell[index % 3] = moment;
  }
};

/// One thread a cell of an image: what its rows have in it, in their order.
struct SumCells {
  BatchView batch;
  std::uint32_t pairs;
  const RowSum* row_cells;
  ContactSum* cells;
  RigidMoments* moments;

  LAMINA_HD void operator()(std::size_t index) const {
    const ImagePlace<&ImageView::first_cell> place(batch, pairs, static_cast<std::uint32_t>(index));
    const PairView& pair = *place.pair;
    const ImageView& image = place.image();
    const SeenAxes axes(place.direction);
    const auto along = [&](int axis) { return place.index / cell_step(pair, axis) % pair.cells[axis]; };
    const std::uint32_t across = pair.cells[axes.u], deep = pair.cells[axes.depth];
    const std::uint32_t in_row = along(axes.depth) * across + along(axes.u), up = along(axes.v);
    const std::uint32_t last = first_pixel_of_cell(up + 1, pair.cells[axes.v], image.height);
    ContactSum sum{0, 0};
    RigidMoments moment;
    for (std::uint32_t row = first_pixel_of_cell(up, pair.cells[axes.v], image.height); row < last; ++row) {
      const RowSum& mine = row_cells[image.first_row_cell + row * (across * deep) + in_row];
      sum.add(mine.sum);
      moment.add(mine.moments(1, row));
    }
    cells[index] = sum;
    if (RigidMoments* const cell = moments_of(pair, place.index, moments))
      cell[place.direction] = moment;
  }
};

} // namespace lamina::ldi
