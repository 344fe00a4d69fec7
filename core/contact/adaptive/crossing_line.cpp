#include "core/contact/adaptive/tile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// A convex polygon of the plane; clipping a rectangle by two triangles leaves no more corners.
struct Polygon {
  std::array<Vec2, 12> at;
  std::size_t count = 0;
};

/// Cuts off what lies to the right of the line from p to q, as seen where `turn` is 1.
void clip(Polygon& polygon, const Vec2& p, const Vec2& q, int turn) {
  const Vec2 way = turn * (q - p);
  const auto inside = [&](const Vec2& x) { return way.x() * (x.y() - p.y()) - way.y() * (x.x() - p.x()); };
  Polygon kept;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Vec2 &from = polygon.at[i], &to = polygon.at[(i + 1) % polygon.count];
    const double begins = inside(from), ends = inside(to);
    if (begins >= 0)
      kept.at[kept.count++] = from;
    if ((begins > 0 && ends < 0) || (begins < 0 && ends > 0))
      kept.at[kept.count++] = from + begins / (begins - ends) * (to - from);
  }
  polygon = kept;
}

} // namespace

/// The kink where face a of the first body crosses face b of the second. A steep face counts as level there,
/// and an edge-on one lies along its longest side.
void TileWork::add_line(const Seen& a, const Seen& b) {
  const Face &face_a = face(0, a.face), &face_b = face(1, b.face);
  Polygon polygon;
  for (const Vec2& corner : {Vec2(-half_.x(), -half_.y()), Vec2(half_.x(), -half_.y()),
                             Vec2(half_.x(), half_.y()), Vec2(-half_.x(), half_.y())})
    polygon.at[polygon.count++] = corner;
  for (const Face* f : {&face_a, &face_b})
    for (int side = 0; f->faces != 0 && side < 3 && polygon.count > 0; ++side)
      clip(polygon, corner(*f, side), corner(*f, (side + 1) % 3), f->faces);
  if (polygon.count == 0)
    return;

  Vec2 p, q;
  if (face_a.faces == 0 || face_b.faces == 0) {
    const Face& upright = face_a.faces == 0 ? face_a : face_b;
    double longest = -1;
    for (int side = 0; side < 3; ++side) {
      const Vec2 from = corner(upright, side), to = corner(upright, (side + 1) % 3);
      if (const double length = (to - from).squaredNorm(); length > longest) {
        longest = length;
        p = from;
        q = to;
      }
    }
    double begin = 0, end = 1;
    if (!clip_segment(p, q, half_, begin, end))
      return;
    const Vec2 from = p, way = q - p;
    p = from + begin * way;
    q = from + end * way;
  } else {
    // Where both have one depth: zero or two points of the border, or corners.
    const auto depth = [&](const Face& f, const Vec2& x) {
      return f.z[0] + f.slope_u * (x.x() + middle_[0] - f.u[0]) + f.slope_v * (x.y() + middle_[1] - f.v[0]);
    };
    std::array<double, 12> apart;
    double scale = 0;
    for (std::size_t i = 0; i < polygon.count; ++i) {
      const double za = depth(face_a, polygon.at[i]), zb = depth(face_b, polygon.at[i]);
      apart[i] = za - zb;
      scale = std::max({scale, std::abs(za), std::abs(zb)});
    }
    const double nothing = 1e-13 * scale;
    std::array<Vec2, 24> zeros;
    std::size_t count = 0;
    for (std::size_t i = 0; i < polygon.count; ++i) {
      const std::size_t next = (i + 1) % polygon.count;
      if (std::abs(apart[i]) <= nothing)
        zeros[count++] = polygon.at[i];
      else if (std::abs(apart[next]) > nothing && (apart[i] > 0) != (apart[next] > 0))
        zeros[count++] =
            polygon.at[i] + apart[i] / (apart[i] - apart[next]) * (polygon.at[next] - polygon.at[i]);
    }
    if (count < 2)
      return;
    double longest = -1;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j)
        if (const double length = (zeros[j] - zeros[i]).squaredNorm(); length > longest) {
          longest = length;
          p = zeros[i];
          q = zeros[j];
        }
  }
  const auto level = [](const Face& f, bool steep) { return steep ? Vec2(Vec2::Zero()) : f.slope(); };
  const Vec2 kink = level(face_a, a.steep) - level(face_b, b.steep);
  const Shadow shadow = shadow_of(p, q, half_);
  add_unknown(kink.norm() * (a.steep || b.steep ? shadow.reach() : shadow.distance),
              Vec2(q.y() - p.y(), p.x() - q.x()));
}

} // namespace lamina::adaptive
