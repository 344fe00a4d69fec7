#pragma once

#include "core/contact/ldi/stages/columns.h"
#include "core/contact/ldi/stages/triangle_positions.h"

#include <cstdint>

namespace lamina::ldi {

/// One thread a column: what each of its crossings leaves out of the intervals that end there, of bodies that
/// overlap themselves at rest.
struct MeasureRest {
  BatchView batch;
  std::uint32_t pairs;
  ColumnsView columns;
  double* rest; ///< per fragment, m

  LAMINA_HD void operator()(std::size_t index) const {
    const std::uint32_t begin = columns.begins[index], end = columns.begins[index + 1];
    if (begin == end || end - begin > batch.crossing_limit)
      return;
    const ColumnPlace place(batch, pairs, static_cast<std::uint32_t>(index));
    if (place.pair->first_offset == no_offsets)
      return;
    const PartView& part = batch.parts[2 * (place.pair - batch.pairs)];
    const double* const offsets = batch.offsets + place.pair->first_offset;
    const Triple axis = axis_of(*place.pair, place.direction);
    for (std::uint32_t k = begin; k < end; ++k) {
      const Fragment& fragment = columns.fragments[k];
      const DeviceTriangle& t = batch.triangles[part.first_triangle + fragment.triangle];
      const double corners[3] = {offsets[t.corner[0]], offsets[t.corner[1]], offsets[t.corner[2]]};
      rest[k] = rest_overlap_along(corners, fragment.b1, fragment.b2,
                                   normal_of(batch, part, fragment.triangle), axis);
    }
  }
};

} // namespace lamina::ldi
