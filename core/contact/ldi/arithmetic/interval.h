#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/fragment.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// One interval of intersection in one column: [0] is the lower end, [1] the upper.
struct Interval {
  std::array<double, 2> depth;                      ///< along the view axis, m
  std::array<std::array<double, 2>, 2> barycentric; ///< of corners 1 and 2 of the triangles
  std::array<std::uint32_t, 2> triangle;
  std::array<std::uint8_t, 2> body;
  std::array<std::uint16_t, 2> pixel; ///< pixel of its row, row
  std::uint16_t multiplicity = 1;     ///< pairs of sheets that overlap here: one between different bodies

  LAMINA_HD double length() const { return depth[1] - depth[0]; }
  LAMINA_HD bool between_bodies() const { return body[0] != body[1]; }
};

/// Takes over a crossing as the lower (0) or upper (1) end.
LAMINA_HD inline void set_end(Interval& interval, std::size_t end, const Fragment& fragment) {
  interval.depth[end] = fragment.depth;
  interval.barycentric[end] = {fragment.b1, fragment.b2};
  interval.triangle[end] = fragment.triangle;
  interval.body[end] = static_cast<std::uint8_t>(fragment.body());
}

} // namespace lamina::ldi
