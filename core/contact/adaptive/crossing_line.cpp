#include "core/contact/adaptive/crossing_line.h"

#include "core/contact/adaptive/tile.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Share of a tile's size by which borders are moved outwards, and of depths by which these may be off.
constexpr double rounding_of_places = 1e-12, rounding_of_depths = 1e-13;

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

/// The longest side of an edge-on face.
Line along_longest_side(const std::array<Vec2, 3>& corners) {
  Line line{};
  for (std::size_t side = 0; side < 3; ++side) {
    const Vec2 from = corners[side], way = corners[(side + 1) % 3] - from;
    if (const double length = way.norm(); length > line.end)
      line = {from, way / length, 0, length, 0};
  }
  return line;
}

} // namespace

bool crossing_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                   const Vec2& middle, const Vec2& half, Vec2& p, Vec2& q) {
  const auto corner = [&](const Face& f, std::size_t k) {
    return Vec2(f.u[k] - middle[0], f.v[k] - middle[1]);
  };
  const double farthest = half.norm();
  Line line{};
  if (faces[0]->faces == 0 || faces[1]->faces == 0) {
    const Face& edge_on = *faces[faces[0]->faces == 0 ? 0 : 1];
    line = along_longest_side({corner(edge_on, 0), corner(edge_on, 1), corner(edge_on, 2)});
  } else {
    const auto depth = [&](const Face& f) {
      return f.z[0] + f.slope_u * (middle[0] - f.u[0]) + f.slope_v * (middle[1] - f.v[0]);
    };
    const Vec2 apart_by = faces[0]->slope() - faces[1]->slope();
    const double z0 = depth(*faces[0]), z1 = depth(*faces[1]), spans = apart_by.cwiseAbs().dot(half),
                 nothing =
                     rounding_of_depths * std::max({std::abs(z0), std::abs(z1), std::abs(faces[0]->z[0]),
                                                    std::abs(faces[1]->z[0])});
    // Nowhere over the tile, or everywhere: two faces in one plane make no kink.
    if (std::abs(z0 - z1) > spans + nothing || spans <= nothing)
      return false;
    // Or nowhere where both lie.
    const Vec2 low = boxes[0].low.cwiseMax(boxes[1].low), high = boxes[0].high.cwiseMin(boxes[1].high);
    if (std::abs(z0 - z1 + 0.5 * apart_by.dot(low + high)) >
        0.5 * apart_by.cwiseAbs().dot(high - low) + nothing + rounding_of_depths * spans)
      return false;
    const double steepness = apart_by.norm();
    line.way = Vec2(-apart_by.y(), apart_by.x()) / steepness;
    line.from = (z1 - z0) / (steepness * steepness) * apart_by;
    line.begin = -2 * farthest;
    line.end = 2 * farthest;
    line.slack = nothing / steepness;
  }
  line.slack += rounding_of_places * farthest;
  for (int k = 0; k < 2; ++k)
    for (const double sign : {1.0, -1.0})
      line.keep(sign * Vec2::Unit(k), -half[k]);
  for (const Face* f : faces)
    for (std::size_t side = 0; f->faces != 0 && side < 3 && !line.is_empty(); ++side) {
      const Vec2 from = corner(*f, side), to = corner(*f, (side + 1) % 3);
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
