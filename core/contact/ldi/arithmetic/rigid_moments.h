#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cstdint>

namespace lamina::ldi {

/// Where the centre of a pixel lies, from the image's lower corner, in units of which a pixel has
/// pixel_units; moved by `shift`.
LAMINA_HD inline std::int64_t units_of_centre(int pixel, int shift) {
  return pixel * pixel_units + half_pixel + shift;
}

/// What moving rigid body a changes of the overlap in the columns of one direction. An interval between two
/// bodies grows or shrinks with the end on a, by as much as a moves along the view axis where the column is:
/// so how often, and where, is all there is to know. Whole numbers, the same in whatever order they are added
/// up; of body b they are the opposite.
struct RigidMoments {
  std::int64_t count = 0;  ///< halves of intervals: counted up where a ends them above, down where below
  std::int64_t across = 0; ///< each times where its column is along the image's axes, see units_of_centre
  std::int64_t up = 0;

  /// One half of an interval whose lower and upper ends lie on these bodies.
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
