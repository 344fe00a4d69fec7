#include "core/contact/adaptive/edge_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Shares of what products are made of by which rounding may be off, with a wide margin.
constexpr double rounding = 1e-13;

/// Where the winding number is looked for, as a share of the edge: no place that symmetry favours.
constexpr double share_of_place = 0.4637;
/// Parts of an edge no longer than this share of it are rounding.
constexpr double shortest_part = 1e-12;

/// An edge that begins or ends in a plane has to be so many times as far from it, as rounding may be off,
/// where it is farthest. Nearer ones may pierce it anywhere along a share of themselves that matters.
constexpr double clear_of_plane = 1e9;

/// Whether an edge may lie in a plane, but for what does not matter. `first`, `last`: its ends' distances
/// from the plane, off by no more than `doubt`.
bool may_lie_along(double first, double last, double doubt) {
  const double nearer = std::min(std::abs(first), std::abs(last)),
               farther = std::max(std::abs(first), std::abs(last));
  return farther <= doubt || (nearer <= doubt && farther <= clear_of_plane * doubt);
}

enum class Covered { no, yes, unsure };

/// Whether a triangle covers a point that may be off by so much. `turns`: 1 if its corners run anticlockwise,
/// −1 if clockwise.
Covered covered(const std::array<Vec2, 3>& corners, int turns, const Vec2& at, const Vec2& off) {
  Covered result = Covered::yes;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 side = corners[k == 2 ? 0 : k + 1] - corners[k], way = at - corners[k];
    const double left = side.x() * way.y(), right = side.y() * way.x(), inwards = turns * (left - right),
                 doubt = rounding * (std::abs(left) + std::abs(right)) + off.y() * std::abs(side.x()) +
                         off.x() * std::abs(side.y());
    if (inwards < -doubt)
      return Covered::no;
    if (inwards <= doubt)
      result = Covered::unsure;
  }
  return result;
}

Covered covered(const Face& face, const Vec2& at, double off) {
  return covered({face.corner(0), face.corner(1), face.corner(2)}, face.faces, at, {off, off});
}

} // namespace

bool TileEdge::clip_depth(const DepthRange& limits) {
  for (const double limit : {limits.low, limits.high}) {
    const double out = limit == limits.low ? 1 : -1, first = out * (depth(begin) - limit),
                 last = out * (depth(end) - limit);
    if (first < 0 && last < 0)
      return false;
    if ((first < 0) != (last < 0))
      (first < 0 ? begin : end) = begin + (end - begin) * (first / (first - last));
  }
  return begin < end;
}

void EdgeParts::begin(const TileEdge& edge, const Vec2& middle, int winding, bool above) {
  edge_ = edge;
  from_ = middle + edge.at(edge.begin);
  to_ = middle + edge.at(edge.end);
  place_ = from_ + share_of_place * (to_ - from_);
  off_ = rounding * (from_.lpNorm<1>() + (to_ - from_).lpNorm<1>());
  low_ = from_.cwiseMin(to_).array() - off_;
  high_ = from_.cwiseMax(to_).array() + off_;
  depths_ = edge.depths();
  depth_off_ = rounding * (std::abs(edge.z) + std::abs(edge.rise));
  winding_ = winding;
  above_ = above;
  known_ = true;
  pierced_.clear();
  parts_.clear();
}

/// Whether all of a face lies on one side of the edge, seen along the depth.
bool EdgeParts::is_beside(const Face& face) const {
  const Vec2 way = to_ - from_;
  bool left_of = true, right_of = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 to_corner = face.corner(k) - from_;
    const double left = way.x() * to_corner.y(), right = way.y() * to_corner.x(),
                 doubt = rounding * (std::abs(left) + std::abs(right)) + off_ * way.lpNorm<1>();
    left_of = left_of && left - right > doubt;
    right_of = right_of && left - right < -doubt;
  }
  return left_of || right_of;
}

/// An edge-on face lies below no place, and is pierced across its plane.
void EdgeParts::add_wall(const Face& wall) {
  if (wall.low > depths_.high + depth_off_ || wall.high < depths_.low - depth_off_)
    return;
  const Vec2 normal = wall.outwards();
  const Vec2 one = wall.corner(1) - wall.corner(0), two = wall.corner(2) - wall.corner(0);
  const double least = rounding * (one.lpNorm<1>() * std::abs(wall.z[2] - wall.z[0]) +
                                   two.lpNorm<1>() * std::abs(wall.z[1] - wall.z[0]));
  const double first = normal.dot(from_ - wall.corner(0)), last = normal.dot(to_ - wall.corner(0));
  const double doubt = least * ((from_ - wall.corner(0)).lpNorm<1>() + (to_ - wall.corner(0)).lpNorm<1>()) +
                       normal.lpNorm<1>() * off_;
  if (normal.lpNorm<1>() <= 2 * least || may_lie_along(first, last, doubt)) {
    known_ = is_beside(wall);
    return;
  }
  if (std::min(std::abs(first), std::abs(last)) <= doubt || (first > 0) == (last > 0))
    return;
  // In the plane of the wall: the place along it, and the depth.
  const Vec2 along = Vec2(-normal.y(), normal.x()) / normal.norm();
  std::array<Vec2, 3> corners;
  for (std::size_t k = 0; k < 3; ++k)
    corners[k] = {along.dot(wall.corner(k) - wall.corner(0)), wall.z[k]};
  const double share = first / (first - last), share_off = doubt / std::abs(first - last);
  const Vec2 at(along.dot(from_ + share * (to_ - from_) - wall.corner(0)), edge_.depth(share_to(share)));
  const Vec2 off(off_ + rounding * (corners[1] - corners[0]).lpNorm<1>() + share_off * (to_ - from_).norm(),
                 depth_off_ + share_off * (depths_.high - depths_.low));
  const Vec2 a = corners[1] - corners[0], b = corners[2] - corners[0];
  const Covered is = covered(corners, cross(a, b) > 0 ? 1 : -1, at, off);
  if (is == Covered::yes)
    pierced_.push_back({share_to(share), last > 0 ? -1 : 1, share < share_of_place});
  known_ = is != Covered::unsure;
}

/// How far the edge is above the plane of a face where it begins and ends, and at the place, m; and by how
/// much that may be off.
EdgeParts::Heights EdgeParts::heights_above(const Face& face) const {
  const auto above = [&](double depth, const Vec2& at) {
    return depth - (face.z[0] + face.slope().dot(at - face.corner(0)));
  };
  const double first = above(edge_.depth(edge_.begin), from_), last = above(edge_.depth(edge_.end), to_);
  const double doubt =
      depth_off_ + rounding * (std::abs(face.z[0]) +
                               std::abs(face.slope_u) * (face.high_u - face.low_u + high_.x() - low_.x()) +
                               std::abs(face.slope_v) * (face.high_v - face.low_v + high_.y() - low_.y()));
  return {first, last, first + share_of_place * (last - first), doubt};
}

/// Of a face that the place is above by `here`: whether the winding number there counts it.
void EdgeParts::count_below(const Face& face, double here) {
  if ((here < 0) != above_)
    return;
  const Covered is = covered(face, place_, off_);
  if (is == Covered::yes)
    winding_ += above_ ? face.faces : -face.faces;
  known_ = is != Covered::unsure;
}

void EdgeParts::add(const Face& face) {
  if (!may_matter(face))
    return;
  if (face.edge_on()) {
    add_wall(face);
    return;
  }
  const auto [first, last, here, doubt] = heights_above(face);
  if (std::abs(here) <= doubt || may_lie_along(first, last, doubt)) {
    known_ = is_beside(face);
    return;
  }
  count_below(face, here);
  if (!known_ || std::min(std::abs(first), std::abs(last)) <= doubt || (first > 0) == (last > 0))
    return;
  const double share = first / (first - last),
               off = off_ + doubt / std::abs(first - last) * (to_ - from_).norm();
  const Covered is = covered(face, from_ + share * (to_ - from_), off);
  if (is == Covered::yes)
    pierced_.push_back({share_to(share), last > 0 ? -face.faces : face.faces, (here > 0) != (first > 0)});
  known_ = is != Covered::unsure;
}

void EdgeParts::add_at_end(const Face& face) {
  if (!may_matter(face) || face.edge_on())
    return;
  const auto [first, last, here, doubt] = heights_above(face);
  if (std::abs(here) > doubt)
    count_below(face, here);
  else
    known_ = covered(face, place_, off_) == Covered::no;
}

bool EdgeParts::finish_windings() {
  if (!known_)
    return false;
  std::sort(pierced_.begin(), pierced_.end(), [](const Pierced& a, const Pierced& b) { return a.t < b.t; });
  int winding = winding_;
  for (const Pierced& pierced : pierced_)
    winding -= pierced.before ? pierced.turns : 0;
  double from = edge_.begin;
  for (std::size_t i = 0; i <= pierced_.size(); ++i) {
    const double to = i < pierced_.size() ? pierced_[i].t : edge_.end;
    if (to > from)
      parts_.push_back({from, to, winding});
    from = to;
    if (i < pierced_.size())
      winding += pierced_[i].turns;
  }
  return true;
}

bool EdgeParts::finish() {
  if (!finish_windings())
    return false;
  const double least = shortest_part * (edge_.end - edge_.begin);
  for (const Part& part : parts_)
    if (part.end - part.begin > least && (part.winding < 0 || part.winding > 1))
      return false;
  std::erase_if(parts_, [](const Part& part) { return part.winding != 1; });
  return true;
}

} // namespace lamina::adaptive
