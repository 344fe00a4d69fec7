#pragma once

#include "core/contact/ldi/arithmetic/host_device.h"
#include "core/contact/ldi/arithmetic/snap.h"

#include <cstdint>

namespace lamina::ldi {

/// A vertex seen along a view axis, in units.
struct ImagePoint {
  std::int64_t u, v;
};

/// Edge function of one side of a triangle, positive inside. Int is std::int64_t where all coordinates lie
/// within narrow_limit, otherwise a 128-bit integer: no product overflows.
template <class Int>
struct EdgeFunction {
  Int du, dv; ///< along the side, with the inside to its left
  Int u, v;   ///< a point of it
  Int least;  ///< least value that counts as inside: 0 on left and lower sides, 1 on the others

  LAMINA_HD Int at(std::int64_t su, std::int64_t sv) const { return du * (sv - v) - dv * (su - u); }
  LAMINA_HD Int step() const { return -dv * pixel_units; } ///< change from one pixel to the next along u
};

/// A triangle seen along a view axis. The fill rule (left and lower sides belong to the triangle) is the same
/// as moving the sample to the right by an infinitesimal and up by a smaller one: a sample never lies on a
/// side, and each column of a closed mesh balances exactly.
template <class Int>
struct ProjectedTriangle {
  Int area;                  ///< twice the projected area; 0: edge-on, gives nothing
  bool faces_up;             ///< its normal has a positive component along the view axis
  EdgeFunction<Int> side[3]; ///< side k lies opposite corner k: side[k] / area is barycentric coordinate k

  LAMINA_HD ProjectedTriangle(const ImagePoint& p0, const ImagePoint& p1, const ImagePoint& p2) {
    const ImagePoint corner[3] = {p0, p1, p2};
    const Int signed_area = (Int(p1.u) - p0.u) * (Int(p2.v) - p0.v) - (Int(p1.v) - p0.v) * (Int(p2.u) - p0.u);
    faces_up = signed_area > 0;
    area = faces_up ? signed_area : -signed_area;
    for (int k = 0; k < 3; ++k) {
      const ImagePoint& from = corner[faces_up ? (k + 1) % 3 : (k + 2) % 3];
      const ImagePoint& to = corner[faces_up ? (k + 2) % 3 : (k + 1) % 3];
      side[k].du = Int(to.u) - from.u;
      side[k].dv = Int(to.v) - from.v;
      side[k].u = from.u;
      side[k].v = from.v;
      side[k].least = side[k].dv < 0 || (side[k].dv == 0 && side[k].du > 0) ? 0 : 1;
    }
  }
};

/// Pixels [first, last) of a row.
struct Span {
  std::int64_t first, last;
};

/// Shortens a span to the pixels on the inner side of one edge; `value` is the edge function at pixel
/// span.first.
template <class Int>
LAMINA_HD inline void narrow_span(Span& span, const EdgeFunction<Int>& side, Int value) {
  const Int step = side.step();
  const Int missing = side.least - value;
  if (step > 0 && missing > 0) {
    const Int skipped = (missing + step - 1) / step;
    span.first =
        skipped < span.last - span.first ? span.first + static_cast<std::int64_t>(skipped) : span.last;
  } else if (step < 0) {
    const Int kept = missing > 0 ? Int(0) : missing / step + 1;
    if (kept < span.last - span.first)
      span.last = span.first + static_cast<std::int64_t>(kept);
  } else if (missing > 0) {
    span.last = span.first;
  }
}

} // namespace lamina::ldi
