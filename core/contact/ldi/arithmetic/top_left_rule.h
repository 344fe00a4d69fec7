#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cstdint>

namespace lamina::ldi {

/// A vertex seen along a view axis, in units.
struct ImagePoint {
  std::int64_t u, v;
};

/// Edge function of one side of a triangle, less the least value that counts as inside: 0 on top and left
/// sides, 1 on the others. A sample is covered if none of the three is negative. Int is std::int64_t where
/// all coordinates lie within narrow_limit, otherwise a 128-bit integer: no product overflows.
template <class Int>
struct EdgeFunction {
  Int du, dv; ///< along the side, with the inside to its left
  Int u, v;   ///< a point of it
  Int least;

  LAMINA_HD Int at(std::int64_t su, std::int64_t sv) const { return du * (sv - v) - dv * (su - u) - least; }
  LAMINA_HD Int step() const { return -dv * pixel_units; } ///< change from one pixel to the next along u
};

/// A triangle seen along a view axis. The top-left rule: a pixel centre on a top or left edge belongs to the
/// triangle, where rows count upwards. It is the same as moving the sample to the right by an infinitesimal,
/// and up by a smaller one. So a sample never lies on a side, and each column of a closed mesh balances
/// exactly.
template <class Int>
struct ProjectedTriangle {
  Int area;                  ///< twice the projected area; 0: edge-on, gives nothing
  bool faces_up;             ///< its normal has a positive component along the view axis
  EdgeFunction<Int> side[3]; ///< side k lies opposite corner k

  LAMINA_HD ProjectedTriangle(const ImagePoint& p0, const ImagePoint& p1, const ImagePoint& p2) {
    const Int signed_area = (Int(p1.u) - p0.u) * (Int(p2.v) - p0.v) - (Int(p1.v) - p0.v) * (Int(p2.u) - p0.u);
    faces_up = signed_area > 0;
    area = faces_up ? signed_area : -signed_area;
    set_side(side[0], p1, p2);
    set_side(side[1], p2, p0);
    set_side(side[2], p0, p1);
  }

  /// Barycentric coordinate of corner k where side k has this value; per_area is 1 / area.
  LAMINA_HD double barycentric(int k, Int value, double per_area) const {
    return static_cast<double>(value + side[k].least) * per_area;
  }

  LAMINA_HD bool covers(std::int64_t su, std::int64_t sv) const {
    return (side[0].at(su, sv) | side[1].at(su, sv) | side[2].at(su, sv)) >= 0;
  }

private:
  LAMINA_HD void set_side(EdgeFunction<Int>& s, const ImagePoint& from, const ImagePoint& to) const {
    s.du = faces_up ? Int(to.u) - from.u : Int(from.u) - to.u;
    s.dv = faces_up ? Int(to.v) - from.v : Int(from.v) - to.v;
    s.u = from.u;
    s.v = from.v;
    s.least = s.dv < 0 || (s.dv == 0 && s.du > 0) ? 0 : 1;
  }
};

/// Pixels [first, last) of a row.
struct Span {
  std::int64_t first, last;
};

/// Shortens a span to the pixels on the inner side of one edge; `value` is the edge function at pixel
/// span.first. Where the edge crosses the span, a floating-point quotient finds the place and whole numbers
/// put it right.
template <class Int>
LAMINA_HD inline void narrow_span(Span& span, const EdgeFunction<Int>& side, Int value) {
  const Int step = side.step();
  const std::int64_t length = span.last - span.first;
  const bool first_inside = value >= 0, last_inside = value + step * (length - 1) >= 0;
  if (first_inside && last_inside)
    return;
  if (!first_inside && !last_inside) {
    span.last = span.first;
    return;
  }
  const double quotient = -static_cast<double>(value) / static_cast<double>(step);
  std::int64_t change = static_cast<std::int64_t>(quotient);
  while (change < length && (value + step * change >= 0) == first_inside)
    ++change;
  while (change > 0 && (value + step * (change - 1) >= 0) != first_inside)
    --change;
  if (first_inside)
    span.last = span.first + change;
  else
    span.first += change;
}

} // namespace lamina::ldi
