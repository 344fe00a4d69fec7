#pragma once

#include "core/base/host_device.h"

#include <cstdint>

namespace lamina::ldi {

/// One surface crossing in a pixel column.
struct Fragment {
  double depth;           ///< along the view axis, m
  double b1, b2;          ///< barycentric coordinates of corners 1 and 2
  std::uint32_t triangle; ///< of its body
  std::uint32_t place;    ///< column << 2 | body << 1 | entering

  LAMINA_HD std::uint32_t column() const { return place >> 2; }
  LAMINA_HD int body() const { return static_cast<int>(place >> 1 & 1); }
  LAMINA_HD bool entering() const {
    return place & 1;
  } ///< the winding number rises by one along the view axis
  LAMINA_HD int turn() const { return entering() ? 1 : -1; }
};

LAMINA_HD inline std::uint32_t fragment_place(std::uint32_t column, int body, bool entering) {
  return column << 2 | static_cast<std::uint32_t>(body) << 1 | static_cast<std::uint32_t>(entering);
}

/// Depth at barycentric coordinates, written so that three equal depths give exactly that depth.
LAMINA_HD inline double interpolate_depth(double z0, double z1, double z2, double b1, double b2) {
  return z0 + b1 * (z1 - z0) + b2 * (z2 - z0);
}

/// A fragment while the crossings of its column are sorted and walked.
struct Crossing {
  double depth;
  std::uint32_t fragment; ///< index into the list of its direction
  std::uint32_t place;    ///< of the fragment

  LAMINA_HD int body() const { return static_cast<int>(place >> 1 & 1); }
  LAMINA_HD bool entering() const { return place & 1; }
  LAMINA_HD int turn() const { return entering() ? 1 : -1; }
};

/// Order of the crossings of a column: by depth; equal depths are walked as one (winding.h), and their order
/// only has to be the same in every run.
LAMINA_HD inline bool crosses_before(const Crossing& c, const Crossing& d, const Fragment* fragments) {
  if (c.depth != d.depth)
    return c.depth < d.depth;
  if (c.body() != d.body())
    return c.body() < d.body();
  return fragments[c.fragment].triangle < fragments[d.fragment].triangle;
}

} // namespace lamina::ldi
