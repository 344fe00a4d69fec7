#pragma once

#include "gpu/stages/contact_pixels.h"

#include <cstdint>

namespace lamina::gpu {

/// Lengths of intervals (m) and weights of their pixel pairs (m²), added up.
struct ContactSum {
  double length, area;
};

/// What one image comes to.
struct ImageTotals {
  ContactSum sum;
  std::uint32_t intervals, crossings;
};

/// One thread a row of an image, in the order of its intervals.
struct SumRows {
  BatchView batch;
  std::uint32_t pairs;
  IntervalsView found;
  const DevicePixel* pixels;
  ContactSum* rows;

  LAMINA_HD void operator()(std::size_t index) const {
    const ImagePlace<&ImageView::first_row> place(batch, pairs, static_cast<std::uint32_t>(index));
    const std::uint32_t width = static_cast<std::uint32_t>(place.image().width);
    const std::uint32_t* const columns = found.begins + place.image().first_column + place.index * width;
    ContactSum sum{0, 0};
    for (std::uint32_t i = columns[0]; i < columns[width]; ++i) {
      sum.length += pixels[i].length;
      sum.area += pixels[i].weight;
    }
    rows[index] = sum;
  }
};

/// One thread a cell that a row meets: what the row has in it, half of each pixel pair's weight at each end.
struct SumRowCells {
  BatchView batch;
  std::uint32_t pairs;
  IntervalsView found;
  const DevicePixel* pixels;
  ContactSum* row_cells;

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
    const ldi::ColumnCells cells = cells_of_column(batch, pair, place.direction, first, row);
    ContactSum sum{0, 0};
    for (std::uint32_t i = columns[first]; i < columns[last]; ++i)
      add(cells, cell / across, i, sum);
    row_cells[index] = sum;
  }

private:
  LAMINA_HD void add(const ldi::ColumnCells& cells, std::uint32_t number, std::uint32_t i,
                     ContactSum& sum) const {
    const ldi::EndCells ends = ldi::cells_of_ends(cells, found.intervals[i]);
    sum.length += ldi::length_in_cell(cells, ends, found.intervals[i], number);
    if (ends.lower == number)
      sum.area += 0.5 * pixels[i].weight;
    if (ends.upper == number)
      sum.area += 0.5 * pixels[i].weight;
  }
};

/// One thread an image: its rows in their order.
struct SumImages {
  BatchView batch;
  IntervalsView found;
  const std::uint32_t* crossings; ///< where those of each column begin, and the end
  const ContactSum* rows;
  ImageTotals* totals;

  LAMINA_HD void operator()(std::size_t index) const {
    const ImageView& image = batch.pairs[index / 3].image[index % 3];
    ImageTotals total{};
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(image.height); ++row) {
      total.sum.length += rows[image.first_row + row].length;
      total.sum.area += rows[image.first_row + row].area;
    }
    const std::uint32_t first = image.first_column,
                        last = first + static_cast<std::uint32_t>(image.width * image.height);
    total.intervals = found.begins[last] - found.begins[first];
    total.crossings = crossings[last] - crossings[first];
    totals[index] = total;
  }
};

/// One thread a cell of an image: what its rows have in it, in their order.
struct SumCells {
  BatchView batch;
  std::uint32_t pairs;
  const ContactSum* row_cells;
  ContactSum* cells;

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
    for (std::uint32_t row = first_pixel_of_cell(up, pair.cells[axes.v], image.height); row < last; ++row) {
      const ContactSum& mine = row_cells[image.first_row_cell + row * (across * deep) + in_row];
      sum.length += mine.length;
      sum.area += mine.area;
    }
    cells[index] = sum;
  }
};

} // namespace lamina::gpu
