#pragma once

#include "ui/render/overlay/line_painter.h"

#include <vector>

namespace lamina {

/// Of columns that could not be trusted.
constexpr Colour dropped_colour{0.95f, 0.10f, 0.85f};

/// The edges of the box sampled for a pair, and, if asked for, its pixels on the three sides at its lower
/// corner.
void add_region(std::vector<Line>& lines, const Region& region, bool with_pixels, const Colour& colour);

/// The two ends of a column's middle line through its region; the shift of staggered rows is the caller's.
struct ColumnLine {
  Vec3 from, to;
};
ColumnLine column_line(const Region& region, const DroppedColumn& column, double row_shift);

/// One of how many boxes of trees is drawn.
std::size_t tree_box_stride(const Snapshot& snapshot);

/// All lines that the options ask for: regions, boxes of trees, dropped columns, the pixel pointed at, the
/// spring of a drag.
std::vector<Line> overlay_lines(const Snapshot& snapshot, const ViewOptions& options);

} // namespace lamina
