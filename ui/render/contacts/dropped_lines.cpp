#include "ui/render/contacts/dropped_lines.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// How far row j of an image is shifted along its columns, in pixels (design: staggered rows).
double row_shift(const Settings& settings, int row) {
  if (settings.contact.ldi.rows != RowChoice::staggered ||
      settings.contact.ldi.resolution_mode == ResolutionMode::pixel_size)
    return 0;
  const double golden = 0.618 * (row + 1);
  return golden - std::floor(golden) - 0.5;
}

} // namespace

ColumnLine column_line(const Region& region, const DroppedColumn& column, double row_shift) {
  const int axis = column.axis % 3, u = (axis + 1) % 3, v = (axis + 2) % 3;
  Vec3 from = region.minimum;
  from[u] += region.size[u] * (column.pixel[0] + 0.5 + row_shift) / std::max(1, region.pixels[u]);
  from[v] += region.size[v] * (column.pixel[1] + 0.5) / std::max(1, region.pixels[v]);
  Vec3 to = from;
  to[axis] += region.size[axis];
  return {region.axes * from, region.axes * to};
}

void add_dropped_lines(std::vector<Line>& lines, const Snapshot& snapshot) {
  for (const PairState& pair : snapshot.pairs)
    for (const DroppedColumn& column : images_of(pair.contacts).dropped) {
      const ColumnLine line =
          column_line(pair.contacts.region, column, row_shift(snapshot.settings, column.pixel[1]));
      lines.push_back({line.from, line.to, 2, dropped_colour, 1});
    }
}

} // namespace lamina
