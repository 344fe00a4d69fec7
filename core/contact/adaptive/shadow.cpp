#include "core/contact/adaptive/shadow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace lamina::adaptive {

namespace {

/// Where the ray from o through a point leaves the tile.
Vec2 on_border(const Vec2& p, const Vec2& half) {
  // The border that it meets first; no point but o is nowhere.
  const double x = std::abs(p.x()), y = std::abs(p.y());
  const bool meets_x = x * half.y() > y * half.x();
  const double along = meets_x ? half.x() / x : half.y() / y;
  return std::max(1.0, along) * p;
}

/// Of a segment that runs anticlockwise about o, or through it.
Shadow behind(const Vec2& p, const Vec2& q, const Vec2& half) {
  const double length = (q - p).norm(), from_line = length > 0 ? std::max(0.0, cross(p, q)) / length : 0;
  Shadow shadow;
  // On the line of the segment nothing is hidden, but by the segment that o lies on: all on one side of it.
  if (!(length > 0) || (from_line == 0 && !(p.dot(q) < 0)))
    return shadow;
  const Vec2 normal = Vec2(q.y() - p.y(), p.x() - q.x()) / length;

  // Anticlockwise: p, p', corners, q', q.
  std::array<Vec2, 8> polygon;
  std::size_t count = 0;
  polygon[count++] = p;
  polygon[count++] = on_border(p, half);
  const std::array<Vec2, 4> corners{Vec2(half.x(), -half.y()), Vec2(half.x(), half.y()),
                                    Vec2(-half.x(), half.y()), Vec2(-half.x(), -half.y())};
  unsigned between = 0;
  for (unsigned k = 0; k < 4; ++k)
    between |= static_cast<unsigned>((cross(p, corners[k]) > 0) & (cross(corners[k], q) > 0)) << k;
  if (between != 0) {
    // Less than a whole turn holds three of them at most, so that one of these begins a run.
    const unsigned begins = between & ~(between << 1 | between >> 3);
    auto next = static_cast<unsigned>(std::countr_zero(begins));
    for (; count < 5 && (between >> next % 4 & 1); ++next)
      polygon[count++] = corners[next % 4];
  }
  polygon[count++] = on_border(q, half);
  polygon[count++] = q;

  double farthest = 0;
  std::array<double, 8> away;
  for (std::size_t i = 0; i < count; ++i) {
    away[i] = i == 0 || i + 1 == count ? 0 : std::max(0.0, normal.dot(polygon[i]) - from_line);
    farthest = std::max(farthest, polygon[i].squaredNorm());
  }
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double area = 0.5 * std::max(0.0, cross(polygon[i] - p, polygon[i + 1] - p));
    shadow.area += area;
    shadow.distance += area * (away[i] + away[i + 1]) / 3;
    shadow.moment += area / 3 * (p + polygon[i] + polygon[i + 1]);
  }
  shadow.longest = std::sqrt(farthest) - from_line;
  if (from_line > 0)
    shadow.slant = std::sqrt(std::max(p.squaredNorm(), q.squaredNorm())) / from_line;
  return shadow;
}

} // namespace

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
    const Vec2 way = on_border(p.norm() > q.norm() ? p : q, half);
    Shadow either = way.norm() > nothing ? behind(-way, way, half) : Shadow{};
    either.area *= 2;
    either.distance *= 2;
    return either;
  }
  return cross(p, q) < 0 ? behind(q, p, half) : behind(p, q, half);
}

} // namespace lamina::adaptive
