#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cstdint>

namespace lamina::ldi {

/// The centre of a pixel, from the image's lower corner, in units of 1/1024 pixel. `shift` is that of its
/// row.
LAMINA_HD inline std::int64_t units_of_centre(int pixel, int shift) {
  return pixel * pixel_units + half_pixel + shift;
}

/// How the overlap in the columns of one direction changes when rigid body a moves:
///
///   before  ────b━━━━━━━━a────►  depth
///   after   ────b━━━━━━━━━━━a─►  a has moved along the column, and the interval grew by as much
///
/// So the gradient needs to know only how often intervals end on a, and in which columns. These are whole
/// numbers, whose sum is the same in any order. Those of body b are the opposite.
struct RigidMoments {
  std::int64_t count = 0;  ///< halves of intervals: + where a is their upper end, − where it is the lower
  std::int64_t across = 0; ///< the same, each times its column's coordinate u (units_of_centre)
  std::int64_t up = 0;     ///< and times its coordinate v

  /// Adds half of an interval whose ends lie on these bodies, in the column at (u, v).
  LAMINA_HD void add(std::uint8_t lower_body, std::uint8_t upper_body, std::int64_t u, std::int64_t v) {
    const int sign = static_cast<int>(lower_body) - static_cast<int>(upper_body);
    count += sign;
    across += sign * u;
    up += sign * v;
  }
  LAMINA_HD void add(const RigidMoments& more) {
    count += more.count;
    across += more.across;
    up += more.up;
  }
};

} // namespace lamina::ldi
