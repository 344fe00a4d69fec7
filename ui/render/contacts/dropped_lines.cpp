#include "ui/render/contacts/dropped_lines.h"

#include "core/contact/ldi/arithmetic/snap.h"

#include <algorithm>

namespace lamina {
namespace {

/// How far a row of an image is shifted along its columns, in pixels (design: staggered rows).
double shift_of(const Settings& settings, const Region& region, const DroppedColumn& column) {
  if (settings.contact.ldi.rows != RowChoice::staggered ||
      settings.contact.ldi.resolution_mode != ResolutionMode::pixels_across)
    return 0;
  const int rows = region.pixels[static_cast<std::size_t>((column.axis + 2) % 3)];
  return static_cast<double>(ldi::row_shift(2 * column.pixel[1] + 1 - rows)) /
         static_cast<double>(ldi::pixel_units);
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
      const ColumnLine line = column_line(pair.contacts.region, column,
                                          shift_of(snapshot.settings, pair.contacts.region, column));
      lines.push_back({line.from, line.to, 2, dropped_colour, 1});
    }
}

} // namespace lamina
