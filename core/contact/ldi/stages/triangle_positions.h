#pragma once

#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/contact/ldi/stages/batch.h"

#include <cstdint>

namespace lamina::ldi {

LAMINA_HD inline Triple axis_of(const PairView& pair, int axis) {
  return {pair.axes[0][axis], pair.axes[1][axis], pair.axes[2][axis]};
}

LAMINA_HD inline Triple place_of(const BatchView& batch, const PartView& part, std::uint32_t vertex) {
  const double* const p = batch.positions + 3 * std::uint64_t{part.first_vertex + vertex};
  return {p[0], p[1], p[2]};
}

/// Unit normal of a triangle of a part, in the world.
LAMINA_HD inline Triple normal_of(const BatchView& batch, const PartView& part, std::uint32_t triangle) {
  const DeviceTriangle& t = batch.triangles[part.first_triangle + triangle];
  return triangle_normal(place_of(batch, part, t.corner[0]), place_of(batch, part, t.corner[1]),
                         place_of(batch, part, t.corner[2]));
}

/// Whether two triangles of a part have a corner in common.
LAMINA_HD inline bool have_common_corner(const BatchView& batch, const PartView& part, std::uint32_t a,
                                         std::uint32_t b) {
  const DeviceTriangle &t = batch.triangles[part.first_triangle + a],
                       &u = batch.triangles[part.first_triangle + b];
  for (int k = 0; k < 9; ++k)
    if (t.corner[k / 3] == u.corner[k % 3])
      return true;
  return false;
}

} // namespace lamina::ldi
