#include "core/contact/adaptive/traced_line.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Distances from a line that change by less than this share of the way along it: they run along one another.
constexpr double alongside = 1e-6;

/// What is left of a line once half-planes are cut off.
class Cut {
public:
  Cut(const Vec2& from, const Vec2& way, double reach, double off) : from_(from), way_(way), off_(off) {
    begin_ = -reach;
    end_ = reach;
  }

  bool is_empty() const { return !(begin_ < end_); }
  bool is_sure() const { return sure_; }
  Vec2 at(double t) const { return from_ + t * way_; }
  double begin() const { return begin_; }
  double end() const { return end_; }

  /// Keeps the part where a linear function is positive. `per`: what it changes by at most over a unit of
  /// length, `off`: what it may be off by more than that times the line's own.
  template <class Inside>
  void keep(const Inside& inside, double per, double off = 0) {
    if (is_empty())
      return;
    const double first = inside(begin_), last = inside(end_), doubt = off + off_ * per;
    // Its sign is not sure, nor where it changes.
    if (std::max(std::abs(first), std::abs(last)) <= std::max(doubt, alongside * per * (end_ - begin_)) &&
        std::min(first, last) <= doubt && std::max(first, last) >= -doubt)
      sure_ = sure_ && (end_ - begin_) * per <= 4 * doubt;
    if (first < 0 && last < 0)
      end_ = begin_;
    else if ((first < 0) != (last < 0)) {
      const double at = begin_ + (end_ - begin_) * (first / (first - last));
      (first < 0 ? begin_ : end_) = at;
    }
  }

private:
  Vec2 from_, way_; ///< the way has length 1
  double begin_ = 0, end_ = 0;
  double off_; ///< by which it may be off to the side, units
  bool sure_ = true;
};

void keep_tile(Cut& cut, const Vec2& half) {
  for (int k = 0; k < 2; ++k)
    for (const double sign : {1.0, -1.0})
      cut.keep([&](double t) { return half[k] + sign * cut.at(t)[k]; }, 0);
}

void keep_face(Cut& cut, const Face& face, const Vec2& middle) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 from = face.corner(k) - middle, side = face.corner((k + 1) % 3) - middle - from;
    cut.keep([&](double t) { return face.faces * cross(side, cut.at(t) - from); }, side.norm());
  }
}

/// The part of a line in the plane of a wall at which another face lies at a depth within the wall.
void keep_wall(Cut& cut, const Face& wall, const Face& other, const Vec2& along, const Vec2& middle) {
  std::array<Vec2, 3> corners;
  for (std::size_t k = 0; k < 3; ++k)
    corners[k] = {along.dot(wall.corner(k) - middle), wall.z[k]};
  const double turns = cross(corners[1] - corners[0], corners[2] - corners[0]) > 0 ? 1 : -1;
  const double climbs = std::abs(other.slope().dot(along)),
               doubt = rounding_of_depths * (std::abs(other.z[0]) + std::abs(wall.z[0]));
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 side = corners[(k + 1) % 3] - corners[k];
    const auto inside = [&](double t) {
      const Vec2 at = cut.at(t);
      const double z = other.z[0] + other.slope().dot(at - (other.corner(0) - middle));
      return turns * cross(side, Vec2(along.dot(at), z) - corners[k]);
    };
    cut.keep(inside, std::abs(side.x()) * climbs + std::abs(side.y()), std::abs(side.x()) * doubt);
  }
}

bool take(const Cut& cut, const Vec2& half, TracedLine& line) {
  if (cut.is_empty())
    return false;
  line = {cut.at(cut.begin()).cwiseMax(-half).cwiseMin(half),
          cut.at(cut.end()).cwiseMax(-half).cwiseMin(half), cut.is_sure()};
  return true;
}

bool line_of_wall(const Face& wall, const Face& other, const Vec2& middle, const Vec2& half,
                  TracedLine& line) {
  const LongestSide side(wall, middle);
  if (!(side.length > 0))
    return false;
  // About the place that is nearest to the middle.
  Cut cut(side.from - side.from.dot(side.way) * side.way, side.way, 2 * half.norm(),
          rounding_of_places * half.norm());
  keep_tile(cut, half);
  keep_face(cut, other, middle);
  keep_wall(cut, wall, other, side.way, middle);
  return take(cut, half, line);
}

} // namespace

bool traced_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                 const Vec2& middle, const Vec2& half, TracedLine& line) {
  const Face &a = *faces[0], &b = *faces[1];
  if (a.edge_on() || b.edge_on())
    return a.edge_on() ? line_of_wall(a, b, middle, half, line) : line_of_wall(b, a, middle, half, line);
  const PlaneGap gap(a, b, middle, half);
  if (!gap.may_close(boxes))
    return false;
  const double steepness = gap.slope.norm();
  Cut cut(-gap.at_middle / (steepness * steepness) * gap.slope,
          Vec2(-gap.slope.y(), gap.slope.x()) / steepness, 2 * half.norm(),
          gap.nothing / steepness + rounding_of_places * half.norm());
  keep_tile(cut, half);
  keep_face(cut, a, middle);
  keep_face(cut, b, middle);
  return take(cut, half, line);
}

} // namespace lamina::adaptive
