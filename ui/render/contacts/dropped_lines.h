#pragma once

#include "core/contact/ldi/image_evidence.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/line.h"

#include <vector>

namespace lamina {

/// Of columns that could not be trusted.
constexpr Colour dropped_colour{0.95f, 0.10f, 0.85f};

/// The two ends of a column's middle line through its region; the shift of staggered rows is the caller's.
struct ColumnLine {
  Vec3 from, to;
};
ColumnLine column_line(const Region& region, const DroppedColumn& column, double row_shift);

/// Adds a line for each column that was dropped.
void add_dropped_lines(std::vector<Line>& lines, const Snapshot& snapshot);

} // namespace lamina
