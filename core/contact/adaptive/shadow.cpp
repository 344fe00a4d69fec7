#include "core/contact/adaptive/shadow.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina::adaptive {

namespace {

/// Share of a product that rounding may be off by: the middle of a tile lies on no side of such a line.
constexpr double on_line = 1e-13;
/// Squared distance of an end from the middle, over that of the other end, from which on it is far from it.
constexpr double far_from_end = 1e-12;

/// Whether the middle is neither between p and q nor close to one of them.
bool is_beyond_ends(const Vec2& p, const Vec2& q) {
  const double shorter = std::min(p.squaredNorm(), q.squaredNorm()),
               longer = std::max(p.squaredNorm(), q.squaredNorm());
  return p.dot(q) > 0 && shorter > far_from_end * longer;
}

/// Where the ray from o through a point leaves the tile: across which of its sides, anticlockwise from the
/// right one.
struct Exit {
  Vec2 at;
  unsigned side;
};

Exit exit_of(const Vec2& p, const Vec2& half) {
  // The border that it meets first; no point but o is nowhere.
  const double x = std::abs(p.x()), y = std::abs(p.y());
  const bool meets_x = x * half.y() > y * half.x();
  const double along = meets_x ? half.x() / x : half.y() / y;
  return {std::max(1.0, along) * p, meets_x ? (p.x() > 0 ? 0u : 2u) : (p.y() > 0 ? 1u : 3u)};
}

/// A corner of the tile: behind which side it comes, anticlockwise.
Vec2 corner_behind(unsigned side, const Vec2& half) {
  return {side == 0 || side == 3 ? half.x() : -half.x(), side < 2 ? half.y() : -half.y()};
}

/// Of a segment that runs anticlockwise about o, or through it.
Shadow behind(const Vec2& p, const Vec2& q, const Vec2& half) {
  const Vec2 way = q - p;
  const double length = way.norm(), from_line = length > 0 ? std::max(0.0, cross(p, q)) / length : 0;
  Shadow shadow;
  // On the line of the segment nothing is hidden, but by the segment that o lies on: all on one side of it.
  if (!(length > 0) || (from_line == 0 && !(p.dot(q) < 0)))
    return shadow;
  const Vec2 normal = Vec2(way.y(), -way.x()) / length;

  // A fan of triangles from p: to p', the corners, q' and q.
  double farthest = 0;
  const auto distance_of = [&](const Vec2& corner) {
    farthest = std::max(farthest, corner.squaredNorm());
    return std::max(0.0, normal.dot(corner) - from_line);
  };
  const Exit first = exit_of(p, half), last = exit_of(q, half);
  Vec2 from = first.at;
  double from_away = distance_of(from);
  const auto add_to = [&](const Vec2& to, double away) {
    const double area = 0.5 * std::max(0.0, cross(from - p, to - p));
    shadow.area += area;
    shadow.distance += area * (from_away + away) / 3;
    shadow.moment += area / 3 * (p + from + to);
    from = to;
    from_away = away;
  };
  // Less than half of a turn passes two corners at most. Three are none, where rounding swaps both exits.
  const unsigned passed = (last.side - first.side) % 4;
  for (unsigned k = 0; passed < 3 && k < passed; ++k) {
    const Vec2 corner = corner_behind((first.side + k) % 4, half);
    add_to(corner, distance_of(corner));
  }
  add_to(last.at, distance_of(last.at));
  add_to(q, 0);
  shadow.from_line = from_line;
  shadow.squared_end = std::max(p.squaredNorm(), q.squaredNorm());
  shadow.squared_corner = farthest;
  return shadow;
}

} // namespace

int side_of_middle(const Vec2& p, const Vec2& q) {
  const double left = p.x() * q.y(), right = p.y() * q.x(),
               doubt = on_line * (std::abs(left) + std::abs(right));
  if (std::abs(left - right) <= doubt && !is_beyond_ends(p, q))
    return 0;
  return left < right ? -1 : 1;
}

bool clip_segment(const Vec2& p, const Vec2& q, const Vec2& half, double& begin, double& end) {
  begin = 0;
  end = 1;
  const double hx = half.x(), hy = half.y(), px = p.x(), py = p.y(), qx = q.x(), qy = q.y();
  if ((std::max(px, qx) < -hx) | (std::min(px, qx) > hx) | (std::max(py, qy) < -hy) | (std::min(py, qy) > hy))
    return false;
  if ((std::max(std::abs(px), std::abs(qx)) <= hx) & (std::max(std::abs(py), std::abs(qy)) <= hy))
    return true;
  // Its line passes the tile.
  const double wx = qx - px, wy = qy - py, along = std::abs(wx) * hy, across = std::abs(wy) * hx;
  if (std::abs(px * wy - py * wx) > (along + across) * (1 + 1e-14))
    return false;
  const Vec2 way(wx, wy);
  for (int k = 0; k < 2; ++k) {
    // Within these borders all the way.
    if (std::abs(p[k]) <= half[k] && std::abs(q[k]) <= half[k])
      continue;
    double enters = (-half[k] - p[k]) / way[k], leaves = (half[k] - p[k]) / way[k];
    if (enters > leaves)
      std::swap(enters, leaves);
    begin = std::max(begin, enters);
    end = std::min(end, leaves);
  }
  return begin < end;
}

Shadow shadow_of(const Vec2& p, const Vec2& q, const Vec2& half) {
  // Where the segment begins in the middle, what lies about it may differ on either side of its line.
  const double nothing = 1e-12 * half.norm();
  const bool from_middle = p.squaredNorm() <= nothing * nothing || q.squaredNorm() <= nothing * nothing;
  if (from_middle) {
    const Vec2 way = exit_of(p.norm() > q.norm() ? p : q, half).at;
    Shadow either = way.norm() > nothing ? behind(-way, way, half) : Shadow{};
    either.area *= 2;
    either.distance *= 2;
    return either;
  }
  return cross(p, q) < 0 ? behind(q, p, half) : behind(p, q, half);
}

} // namespace lamina::adaptive
