#pragma once

#include "core/contact/ldi/arithmetic/cells.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/contact/ldi/stages/columns.h"
#include "core/contact/ldi/stages/triangle_positions.h"

#include <cstdint>

namespace lamina::ldi {

/// A ContactPixelPair, byte for byte.
struct DevicePixel {
  double lower[3], normal[3];
  double length, area, weight;
  std::uint32_t triangle[2];
  float barycentric[2][2];
  std::uint8_t body[2];
  std::uint8_t axis;
  std::uint16_t cell[2];
  std::uint16_t pixel[2];
  std::uint16_t multiplicity;
};

/// Intervals of all images of a batch, in the order of images, rows, pixels and depths.
struct IntervalsView {
  const Interval* intervals;
  const std::uint32_t* owners; ///< per interval: owner_of
  const std::uint32_t* begins; ///< per column, and the end
};

/// The three axes that a direction sees.
struct SeenAxes {
  int depth, u, v;
  LAMINA_HD explicit SeenAxes(int direction)
      : depth(direction), u((direction + 1) % 3), v((direction + 2) % 3) {}
};

LAMINA_HD inline std::uint32_t cells_of(const PairView& pair) {
  return pair.cells[0] * pair.cells[1] * pair.cells[2];
}

/// Numbers of neighbouring cells differ by this along an axis.
LAMINA_HD inline std::uint32_t cell_step(const PairView& pair, int axis) {
  return axis == 0 ? 1 : axis == 1 ? pair.cells[0] : pair.cells[0] * pair.cells[1];
}

/// The cell along an axis that a pixel lies in, and the first pixel of a cell; `pixels` lie along the axis.
LAMINA_HD inline std::uint32_t cell_of_pixel(std::uint32_t pixel, std::uint32_t cells, std::int32_t pixels) {
  return pixel * cells / static_cast<std::uint32_t>(pixels);
}
LAMINA_HD inline std::uint32_t first_pixel_of_cell(std::uint32_t cell, std::uint32_t cells,
                                                   std::int32_t pixels) {
  return (cell * static_cast<std::uint32_t>(pixels) + cells - 1) / cells;
}

/// The cells of a column.
LAMINA_HD inline ColumnCells cells_of_column(const BatchView& batch, const PairView& pair, int direction,
                                             std::uint32_t pixel, std::uint32_t row) {
  const SeenAxes axes(direction);
  const ImageView& image = pair.image[direction];
  return {cell_step(pair, axes.u) * cell_of_pixel(pixel, pair.cells[axes.u], image.width) +
              cell_step(pair, axes.v) * cell_of_pixel(row, pair.cells[axes.v], image.height),
          cell_step(pair, axes.depth), batch.planes + pair.first_plane[axes.depth],
          pair.cells[axes.depth] - 1};
}

LAMINA_HD inline double pixel_area(const PairView& pair, int direction) {
  const SeenAxes axes(direction);
  return pair.pixel_size[axes.u] * pair.pixel_size[axes.v];
}

LAMINA_HD inline void set_triple(double (&to)[3], const Triple& from) {
  to[0] = from.x;
  to[1] = from.y;
  to[2] = from.z;
}

/// One thread an interval: its pair of contact pixels.
struct MakePixels {
  BatchView batch;
  IntervalsView found;
  DevicePixel* pixels;

  LAMINA_HD void operator()(std::size_t index) const {
    const Interval& interval = found.intervals[index];
    const std::uint32_t owner = found.owners[index], pair_index = owner >> 2;
    const int direction = static_cast<int>(owner & 3);
    const PairView& pair = batch.pairs[pair_index];
    DevicePixel& out = pixels[index];
    copy(interval, direction, out);
    place(pair, interval, direction, out);

    const PartView* const parts = batch.parts + 2 * std::size_t{pair_index};
    Triple normal{0, 0, 0};
    if (may_press(pair, parts, interval)) {
      const Triple below = normal_of(batch, parts[interval.body[0]], interval.triangle[0]),
                   above = normal_of(batch, parts[interval.body[1]], interval.triangle[1]);
      if (!pair.self || dot(below, above) <= 0)
        normal = pair_normal(above, below);
    }
    set_triple(out.normal, normal);
    out.area = pixel_area(pair, direction);
    out.weight = interval.multiplicity * pair_area(normal, axis_of(pair, direction), out.area);

    const ColumnCells cells = cells_of_column(batch, pair, direction, interval.pixel[0], interval.pixel[1]);
    const EndCells ends = cells_of_ends(cells, interval);
    out.cell[0] = static_cast<std::uint16_t>(cells.cell(ends.lower));
    out.cell[1] = static_cast<std::uint16_t>(cells.cell(ends.upper));
  }

private:
  /// Whether the ends lie on different bodies, or on triangles of one body without a common corner.
  LAMINA_HD bool may_press(const PairView& pair, const PartView* parts, const Interval& interval) const {
    return pair.self ? !have_common_corner(batch, parts[0], interval.triangle[0], interval.triangle[1])
                     : interval.between_bodies();
  }
  LAMINA_HD static void copy(const Interval& interval, int direction, DevicePixel& out) {
    for (int end = 0; end < 2; ++end) {
      out.triangle[end] = interval.triangle[end];
      out.barycentric[end][0] = static_cast<float>(interval.barycentric[end][0]);
      out.barycentric[end][1] = static_cast<float>(interval.barycentric[end][1]);
      out.body[end] = interval.body[end];
      out.pixel[end] = interval.pixel[end];
    }
    out.length = interval.length();
    out.axis = static_cast<std::uint8_t>(direction);
    out.multiplicity = interval.multiplicity;
  }
  LAMINA_HD void place(const PairView& pair, const Interval& interval, int direction,
                       DevicePixel& out) const {
    const SeenAxes axes(direction);
    const int shift = batch.shifts[pair.image[direction].first_shift + interval.pixel[1]];
    const Triple lower = {
        interval.depth[0],
        pixel_centre(pair.minimum[axes.u], pair.pixel_size[axes.u], interval.pixel[0], shift),
        pixel_centre(pair.minimum[axes.v], pair.pixel_size[axes.v], interval.pixel[1], 0)};
    set_triple(out.lower,
               turned(axis_of(pair, axes.depth), axis_of(pair, axes.u), axis_of(pair, axes.v), lower));
  }
};

} // namespace lamina::ldi
