#include "core/contact/adaptive/crossing_line.h"

#include "core/contact/adaptive/tile.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// What is left of the line from + t way once half-planes are cut off: begin ≤ t ≤ end.
struct Line {
  Vec2 from, way; ///< the way has length 1
  double begin, end;
  double slack; ///< half-planes begin so much farther out, as rounding may move the line or a border

  bool is_empty() const { return !(begin < end); }
  Vec2 at(double t) const { return from + t * way; }

  /// Keeps the part where normal · x ≥ offset. The normal may have any length.
  void keep(const Vec2& normal, double offset) {
    const double grows = normal.dot(way), missing = offset - slack * normal.lpNorm<1>() - normal.dot(from);
    if (grows > 0)
      begin = std::max(begin, missing / grows);
    else if (grows < 0)
      end = std::min(end, missing / grows);
    else if (missing > 0)
      end = begin;
  }
};

} // namespace

bool crossing_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                   const Vec2& middle, const Vec2& half, Vec2& p, Vec2& q) {
  const double farthest = half.norm();
  Line line{};
  if (faces[0]->edge_on() || faces[1]->edge_on()) {
    const LongestSide side(*faces[faces[0]->edge_on() ? 0 : 1], middle);
    line = {side.from, side.way, 0, side.length, 0};
  } else {
    const PlaneGap gap(*faces[0], *faces[1], middle, half);
    if (!gap.may_close(boxes))
      return false;
    const double steepness = gap.slope.norm();
    line.way = Vec2(-gap.slope.y(), gap.slope.x()) / steepness;
    line.from = -gap.at_middle / (steepness * steepness) * gap.slope;
    line.begin = -2 * farthest;
    line.end = 2 * farthest;
    line.slack = gap.nothing / steepness;
  }
  line.slack += rounding_of_places * farthest;
  for (int k = 0; k < 2; ++k)
    for (const double sign : {1.0, -1.0})
      line.keep(sign * Vec2::Unit(k), -half[k]);
  for (const Face* f : faces)
    for (std::size_t side = 0; f->faces != 0 && side < 3 && !line.is_empty(); ++side) {
      const Vec2 from = f->corner(side) - middle, to = f->corner((side + 1) % 3) - middle;
      const Vec2 inwards = f->faces * Vec2(from.y() - to.y(), to.x() - from.x());
      line.keep(inwards, inwards.dot(from));
    }
  if (line.is_empty())
    return false;
  p = line.at(line.begin).cwiseMax(-half).cwiseMin(half);
  q = line.at(line.end).cwiseMax(-half).cwiseMin(half);
  return true;
}

/// The kink where face a of the first body crosses face b of the second. A steep face counts as level there.
void TileWork::add_line(const Near& a, const Near& b) {
  const std::array<const Face*, 2> faces{&face(0, a.face), &face(1, b.face)};
  Vec2 p, q;
  if (!crossing_line(faces, {FlatBox{a.low, a.high}, FlatBox{b.low, b.high}}, {middle_[0], middle_[1]}, half_,
                     p, q))
    return;
  const auto level = [](const Face& f, bool steep) { return steep ? Vec2(Vec2::Zero()) : f.slope(); };
  const Vec2 kink = level(*faces[0], a.steep) - level(*faces[1], b.steep);
  const Shadow shadow = shadow_of(p, q, half_);
  add_unknown(kink.norm() * (a.steep || b.steep ? shadow.reach() : shadow.distance),
              Vec2(q.y() - p.y(), p.x() - q.x()));
}

} // namespace lamina::adaptive
