#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

using Vec2 = Eigen::Vector2d;

/// Twice the area between two ways, positive if b lies to the left of a.
inline double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// What a segment hides of a tile, seen from the tile's middle o:
///
///     ┌────────q'────┐     S: the polygon p q q' p', with the corners of the tile between q' and p'
///     │       /░░░░░░p'    dist: distance from the line through p and q
///     │      q░░░░░/ │
///     │    o   ╲░/   │     Along a ray from o a function that kinks by Δg at the segment is off by
///     │         p    │     |Δg · (x − y)| behind it, y where the ray meets the segment. Where Δg is at right
///     └──────────────┘     angles to the segment, that is |Δg| dist(x).
///
struct Shadow {
  double area = 0;            ///< of S
  double distance = 0;        ///< ∫ dist over S
  Vec2 moment = Vec2::Zero(); ///< ∫ x over S
  double from_line = 0;       ///< of o to the line of the segment
  double squared_end = 0;     ///< of the way from o to the farther end of the segment
  double squared_corner = 0;  ///< of that to the farthest corner of S

  /// At least ∫ |x − y| over S, for kinks whose Δg is not at right angles to the segment: |x − y| is at most
  /// that share of dist(x) that rays are slanted by, and the way from the line to the farthest corner.
  double reach() const {
    const double longest = (std::sqrt(squared_corner) - from_line) * area;
    return from_line > 0 ? std::min(std::sqrt(squared_end) / from_line * distance, longest) : longest;
  }
};

/// The part of the segment from p to q within the tile |x| ≤ half.x, |y| ≤ half.y about o = 0: where it
/// begins and ends, as shares of the way from p to q. False if there is none.
bool clip_segment(const Vec2& p, const Vec2& q, const Vec2& half, double& begin, double& end);

/// On which side of the way from p to q the middle o lies. 1: on the left. 0 if rounding decides, unless o is
/// on the line of the segment but beyond it: then nothing is hidden, whichever side it is on.
int side_of_middle(const Vec2& p, const Vec2& q);

/// Of a segment within the tile. Where o lies on it, what it hides is all on one side of its line; where it
/// begins at o, that counts on either side.
Shadow shadow_of(const Vec2& p, const Vec2& q, const Vec2& half);

} // namespace lamina::adaptive
