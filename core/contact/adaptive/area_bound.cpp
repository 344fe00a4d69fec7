#include "core/contact/adaptive/area_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lamina::adaptive {

namespace {

/// Share of a tile's size by which borders are moved outwards, and of depths by which these may be off.
constexpr double slack_of_places = 1e-12, slack_of_depths = 1e-13;
/// More pairs of faces that may cross than this in one tile: it is unknown.
constexpr std::size_t most_crossing_pairs = 4000;

using Corners = std::array<Vec2, 3>; ///< units, from the middle of a tile

Corners corners_of(const Face& face, const std::array<double, 2>& middle) {
  Corners corners;
  for (std::size_t k = 0; k < 3; ++k)
    corners[k] = {face.u[k] - middle[0], face.v[k] - middle[1]};
  return corners;
}

/// A segment of the image plane. None: both ends are the same.
struct Segment {
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();

  void include(const Vec2& point, std::size_t& points) {
    if (points++ == 0)
      from = to = point;
    else if ((point - from).squaredNorm() > (to - from).squaredNorm())
      to = point;
  }
  /// Leaves what lies over a face, and a little more.
  void clip_to(const Face& face, const Corners& corners, double slack) {
    double begin = 0, end = 1;
    for (std::size_t side = 0; side < 3; ++side) {
      const Vec2 way = face.faces * (corners[(side + 1) % 3] - corners[side]);
      const double out = slack * way.lpNorm<1>(), at_from = cross(way, from - corners[side]) + out,
                   at_to = cross(way, to - corners[side]) + out;
      if (at_from < 0 && at_to < 0)
        begin = 1, end = 0;
      else if (at_from < 0)
        begin = std::max(begin, at_from / (at_from - at_to));
      else if (at_to < 0)
        end = std::min(end, at_from / (at_from - at_to));
    }
    const Vec2 way = to - from;
    to = begin < end ? Vec2(from + end * way) : from;
    from = begin < end ? Vec2(from + begin * way) : from;
  }
};

Segment longest_side(const Corners& corners) {
  Segment longest;
  for (std::size_t side = 0; side < 3; ++side) {
    const Segment s{corners[side], corners[(side + 1) % 3]};
    if ((s.to - s.from).squaredNorm() > (longest.to - longest.from).squaredNorm())
      longest = s;
  }
  return longest;
}

/// The area that a segment hides of a tile.
double hidden(const Segment& segment, const Vec2& half) {
  double begin = 0, end = 1;
  if (segment.from == segment.to || !clip_segment(segment.from, segment.to, half, begin, end))
    return 0;
  const Vec2 way = segment.to - segment.from;
  return shadow_of(segment.from + begin * way, segment.from + end * way, half).area;
}

/// Of two edge-on faces: they hide nothing where they cross in a point, and their line where they share one.
double hidden_by_upright(const Corners& a, const Corners& b, const Vec2& half) {
  const Segment of_a = longest_side(a), of_b = longest_side(b);
  const Vec2 way = of_a.to - of_a.from;
  const auto beside = [&](const Vec2& point) {
    return std::abs(cross(way, point - of_a.from)) > slack_of_places * way.norm() * half.norm();
  };
  return beside(of_b.from) || beside(of_b.to) ? 0 : hidden(of_a, half);
}

} // namespace

/// Those that lie over the tile, with their depths there.
void AreaBound::list(const ViewSurface& body, const Tile& tile, std::span<const std::uint32_t> faces,
                     std::vector<Near>& near) {
  near.clear();
  const TileBorders borders(tile);
  for (const std::uint32_t index : faces) {
    const Face& face = body.faces[index];
    if (!may_lie_over(face, borders))
      continue;
    near.push_back({&face, range_within(face, borders), std::max(face.low_u, borders.low_u),
                    std::min(face.high_u, borders.high_u), std::max(face.low_v, borders.low_v),
                    std::min(face.high_v, borders.high_v)});
  }
}

/// Behind the line where two faces cross: where one of them, cut by the plane of the other, lies over that.
double AreaBound::hidden_by(const Face& a, const Face& b, const Tile& tile, double slack) const {
  const std::array<double, 2> middle = tile.middle();
  const Vec2 half = 0.5 * Vec2(tile.width(), tile.height());
  // The flatter one gives the plane.
  const bool swapped = b.faces == 0 || (a.faces != 0 && a.slope().squaredNorm() < b.slope().squaredNorm());
  const Face &cut = swapped ? b : a, &flat = swapped ? a : b;
  const Corners of_cut = corners_of(cut, middle), of_flat = corners_of(flat, middle);
  if (flat.faces == 0)
    return hidden_by_upright(of_cut, of_flat, half);

  std::array<double, 3> above;
  double nothing = slack;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 way = of_cut[k] - of_flat[0];
    above[k] = cut.z[k] - (flat.z[0] + flat.slope().dot(way));
    nothing = std::max(nothing, slack + slack_of_depths * (std::abs(cut.z[k]) + std::abs(flat.z[0]) +
                                                           flat.slope().cwiseAbs().dot(way.cwiseAbs())));
  }
  Segment segment;
  std::size_t points = 0, on_plane = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    if (std::abs(above[k]) <= nothing) {
      ++on_plane;
      segment.include(of_cut[k], points);
    } else if (std::abs(above[next]) > nothing && (above[k] > 0) != (above[next] > 0)) {
      segment.include(of_cut[k] + above[k] / (above[k] - above[next]) * (of_cut[next] - of_cut[k]), points);
    }
  }
  if (on_plane == 3)
    return tile.area();
  segment.clip_to(flat, of_flat, slack_of_places * half.norm());
  return hidden(segment, half);
}

double AreaBound::of(const std::array<const ViewSurface*, 2>& bodies, const Tile& tile,
                     const TileWork::Faces& faces, double slack) {
  std::array<std::array<double, 2>, 2> count{}; // per body: faces that look down, and up
  for (std::size_t body = 0; body < 2; ++body) {
    list(*bodies[body], tile, faces.of[body], near_[body]);
    for (const Near& near : near_[body])
      if (near.face->faces != 0)
        ++count[body][near.face->faces > 0 ? 1 : 0];
  }
  // −s is at most the number of faces that end intervals so, of either body; and so is s.
  const double most = tile.area() * (std::min(count[0][0], count[1][1]) + std::min(count[0][1], count[1][0]));
  double sum = 0;
  std::size_t pairs = 0;
  for (const Near& a : near_[0])
    for (const Near& b : near_[1]) {
      if (a.range.low > b.range.high + slack || b.range.low > a.range.high + slack || a.low_u > b.high_u ||
          b.low_u > a.high_u || a.low_v > b.high_v || b.low_v > a.high_v)
        continue;
      if (++pairs > most_crossing_pairs)
        return most;
      sum += hidden_by(*a.face, *b.face, tile, slack);
      if (sum >= most)
        return most;
    }
  return sum;
}

} // namespace lamina::adaptive
