#include "core/contact/adaptive/tile.h"

#include "core/contact/adaptive/ray_walk.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Slopes from here on may count as steep, and only where depth within the tile is so small a share of what
/// the slope spans there.
constexpr double steepest = 3, least_span = 0.25;
/// The same where edges are traced: there slopes count in full until rounding does.
constexpr double steepest_traced = 1e4;
/// A tile is split along one way alone if so much more falls along it.
constexpr double one_way = 4;
/// Share of a tile by which its area may be off for it to say more than columns do.
constexpr double most_area_off = 0.01;
/// More pairs of faces that may cross than this in one tile: it is split instead.
constexpr std::size_t most_pairs = 500;

} // namespace

bool may_lie_over(const Face& face, const TileBorders& tile) {
  return boxes_meet(face, tile) && sides_meet(face, tile);
}

/// Not if the tile is beyond the line of a side: the corner of the tile that is farthest inwards. Of an
/// edge-on face both ways are outwards.
bool sides_meet(const Face& face, const TileBorders& tile) {
  const double inwards = face.faces < 0 ? -1 : 1;
  bool beyond = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = k == 2 ? 0 : k + 1;
    const double du = inwards * (face.u[next] - face.u[k]), dv = inwards * (face.v[next] - face.v[k]);
    const double high_v = du * (tile.high_v - face.v[k]), low_v = du * (tile.low_v - face.v[k]),
                 low_u = dv * (tile.low_u - face.u[k]), high_u = dv * (tile.high_u - face.u[k]);
    const double left = std::max(high_v, low_v), right = std::min(low_u, high_u),
                 least_left = std::min(high_v, low_v), most_right = std::max(low_u, high_u);
    beyond |= left - right < -doubt_of_sides * (std::abs(left) + std::abs(right));
    beyond |= face.edge_on() &
              (least_left - most_right > doubt_of_sides * (std::abs(least_left) + std::abs(most_right)));
  }
  return !beyond;
}

DepthRange range_within(const Face& face, const TileBorders& tile) {
  DepthRange range{face.low, face.high};
  if (face.faces == 0)
    return range;
  const double u0 = std::max(face.low_u, tile.low_u), u1 = std::min(face.high_u, tile.high_u),
               v0 = std::max(face.low_v, tile.low_v), v1 = std::min(face.high_v, tile.high_v);
  const double middle =
      face.z[0] + face.slope_u * (0.5 * (u0 + u1) - face.u[0]) + face.slope_v * (0.5 * (v0 + v1) - face.v[0]);
  const double span = 0.5 * (std::abs(face.slope_u) * (u1 - u0) + std::abs(face.slope_v) * (v1 - v0));
  // Rounding of a steep slope times a long way.
  const double slack = 1e-14 * (std::abs(face.slope_u) * (face.high_u - face.low_u) +
                                std::abs(face.slope_v) * (face.high_v - face.low_v));
  range.low = std::clamp(middle - span - slack, face.low, face.high);
  range.high = std::clamp(middle + span + slack, face.low, face.high);
  return range;
}

/// Whether its slope is one that may count as steep.
bool TileWork::may_be_steep(const Face& face) const {
  const double least = (traces_ ? steepest_traced : steepest) * unit_;
  return face.faces == 0 || face.slope().squaredNorm() > least * least;
}

bool TileWork::is_steep(const Face& face, const DepthRange& range) const {
  const double spans = std::abs(face.slope_u) * tile_.width() + std::abs(face.slope_v) * tile_.height();
  return face.faces == 0 || (may_be_steep(face) && range.high - range.low < least_span * spans);
}

bool TileWork::is_steep(const Face& face) const {
  return may_be_steep(face) && is_steep(face, range_within(face, borders_));
}

KinkKind largest_kink(double edges, double steep, double lines) {
  if (!(edges + steep < no_bound))
    return KinkKind::unknown;
  if (lines > std::max(edges, steep))
    return KinkKind::transient;
  return steep > edges ? KinkKind::steep : edges > 0 ? KinkKind::edge : KinkKind::none;
}

void TileWork::look_at(std::uint8_t body, std::uint32_t index) {
  const Face& f = face(body, index);
  const DepthRange range = range_within(f, borders_);
  seen_[body].push_back({index, range, f.low_u, f.high_u, f.low_v, f.high_v});
  ranges_[body].add(range);
  CoveredPoint at;
  if (encloses(f, middle_[0], middle_[1]) && covers(f, middle_[0], middle_[1], at))
    cross(body, std::clamp(at.z, range.low, range.high), -f.faces);
}

void TileWork::cross(std::uint8_t body, double z, int turns) {
  hits_.push_back({z, turns, body});
  crossings_[body].push_back({z, turns});
}

/// Kinks count only where the other body may be.
void TileWork::list_near() {
  const Vec2 middle(middle_[0], middle_[1]);
  for (std::uint8_t body = 0; body < 2; ++body) {
    near_[body].clear();
    for (const Seen& seen : seen_[body]) {
      if (!ranges_[1 - body].meets(seen.range.low, seen.range.high))
        continue;
      const Face& f = face(body, seen.face);
      near_[body].push_back({seen, (Vec2(f.low_u, f.low_v) - middle).cwiseMax(-half_),
                             (Vec2(f.high_u, f.high_v) - middle).cwiseMin(half_), is_steep(f, seen.range)});
    }
  }
}

/// False if the ray leaves a surface that is not closed with another winding number than it came with.
bool TileWork::find_windings() {
  for (std::size_t body = 0; body < 2; ++body) {
    int turns = 0;
    for (const DepthRanges::Crossing& crossing : crossings_[body])
      turns += crossing.turns;
    if (!begin_winding(*bodies_[body], turns, winding_[body]))
      return false;
  }
  return true;
}

void TileWork::walk() {
  const RayWalk found = walk_ray(hits_, winding_, limits_, seen_twice_);
  length_ = found.length;
  area_ = {found.upper_ends * tile_.area(), Vec2::Zero(), 0};
}

/// Where the bodies may be, and where the ray crosses them. False if that is not known.
bool TileWork::see(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
                   const Faces& faces) {
  bodies_ = bodies;
  traces_ = kinks_ == Kinks::traced && bodies[0]->simple && bodies[1]->simple;
  turns_ = faces.turns;
  tile_ = tile;
  borders_ = TileBorders(tile);
  unit_ = plane.unit;
  limits_ = {plane.low, plane.high};
  middle_ = tile.middle();
  half_ = 0.5 * Vec2(tile.width(), tile.height());
  hits_.clear();
  for (std::uint8_t body = 0; body < 2; ++body) {
    seen_[body].clear();
    seen_boxes_[body].clear();
    crossings_[body].clear();
    ranges_[body].clear();
    for (const KnownTurn& known : faces.turns[body]) {
      ranges_[body].add(known.range);
      cross(body, 0.5 * (known.range.low + known.range.high), known.turns);
    }
    for (const std::uint32_t index : faces.of[body])
      look_at(body, index);
  }
  seen_whole_ = find_windings();
  if (seen_whole_)
    for (std::size_t body = 0; body < 2; ++body)
      ranges_[body].finish(winding_[body], crossings_[body], limits_);
  return seen_whole_;
}

TileVolume TileWork::evaluate(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                              const Tile& tile, const Faces& faces) {
  if (!see(bodies, plane, tile, faces))
    return {0, tile.area() * (limits_.high - limits_.low), tile.longer_ways()};
  walk();
  const double most = tile.area() * common_length(ranges_[0].possible(), ranges_[1].possible()),
               least = tile.area() * common_length(ranges_[0].certain(), ranges_[1].certain());
  if (!(most > least))
    return {tile.area() * length_, 0, 3, KinkKind::none, known_area()};
  list_near();
  known_ = unknown_ = of_steep_ = 0;
  along_ = {};
  for (std::uint8_t body = 0; body < 2; ++body)
    add_edges(body);
  const double without_lines = unknown_;
  add_lines();
  const double volume = std::clamp(tile.area() * length_ + known_, least, most);
  return {volume, std::min(unknown_, std::max(most - volume, volume - least)), ways_to_split(),
          largest_kink(without_lines - of_steep_, of_steep_, unknown_ - without_lines), known_area()};
}

std::optional<TileArea> TileWork::known_area() const {
  return traces_ && area_.bound <= most_area_off * tile_.area() ? std::optional(area_) : std::nullopt;
}

/// What lies behind a kink: so many more intervals there that body 0 ends above.
void TileWork::add_area(double upper_ends, const Shadow& shadow) {
  area_.area += upper_ends * shadow.area;
  area_.moment += upper_ends * shadow.moment;
}

/// By so much the volume may be off because of a kink, in a direction across it. What lies behind a kink
/// shrinks as the tile is split along that direction.
void TileWork::add_unknown(double amount, const Vec2& across) {
  const Vec2 in_tile = across.cwiseProduct(half_).cwiseAbs();
  const double sum = in_tile.x() + in_tile.y();
  unknown_ += amount;
  for (int k = 0; k < 2; ++k)
    along_[static_cast<std::size_t>(k)] += sum > 0 ? amount * in_tile[k] / sum : 0.5 * amount;
}

std::uint8_t TileWork::ways_to_split() const {
  if (!(unknown_ < no_bound))
    return tile_.longer_ways();
  return along_[0] > one_way * along_[1] ? 1 : along_[1] > one_way * along_[0] ? 2 : 3;
}

void TileWork::add_edges(std::uint8_t body) {
  for (const Near& near : near_[body]) {
    for (int side = 0; side < 3; ++side)
      add_edge(body, near, side);
    if (!near.steep || (traces_ && face(body, near.face).edge_on()))
      continue;
    const double before = unknown_;
    add_steep(body, near);
    of_steep_ += unknown_ - before;
  }
}

void TileWork::add_edge(std::uint8_t body, const Near& near, int side) {
  const Face& own = face(body, near.face);
  const std::uint32_t other = bodies_[body]->part->neighbours[near.face][static_cast<std::size_t>(side)];
  if (other < left_out && other < near.face)
    return; // added from there
  const int next = (side + 1) % 3;
  const Vec2 p = corner(own, side), q = corner(own, next);
  double begin = 0, end = 1;
  if (!clip_segment(p, q, half_, begin, end))
    return;
  const double z0 = own.z[static_cast<std::size_t>(side)], dz = own.z[static_cast<std::size_t>(next)] - z0,
               at_begin = z0 + begin * dz, at_end = z0 + end * dz;
  const double low = std::min(at_begin, at_end), high = std::max(at_begin, at_end);
  if (!ranges_[1 - body].meets(low, high))
    return;
  const bool lone = other == shared_side;
  if (other == open_side || other == left_out || (traces_ && lone)) {
    unknown_ = area_.bound = no_bound;
    return;
  }

  const Face& across = face(body, lone ? near.face : other);
  if (traces_ && (own.edge_on() || !near.steep) && (across.edge_on() || !is_steep(across))) {
    add_traced_edge(body, own, across, {p, q, begin, end, z0, dz});
    return;
  }
  const bool across_steep = lone || is_steep(across), level = near.steep || across_steep;
  const auto slope = [](const Face& f, bool steep) { return steep ? Vec2(Vec2::Zero()) : f.slope(); };
  const Vec2 kink = slope(own, near.steep) - slope(across, across_steep);
  if (kink.isZero(0))
    return;
  const Shadow shadow = shadow_of(p + begin * (q - p), p + end * (q - p), half_);
  // Positive: the middle lies to the left of the way from p to q, where a face that looks up lies too.
  const double turns = p.x() * q.y() - p.y() * q.x();
  if (level || turns == 0 || !bodies_[body]->simple || !ranges_[1 - body].holds(low, high)) {
    add_unknown(kink.norm() * (level ? shadow.reach() : shadow.distance), Vec2(q.y() - p.y(), p.x() - q.x()));
    return;
  }
  // Of the face on the far side of the edge L takes up the slope, of that on the near side it loses it. From
  // p to q the own face lies to the left if it looks up, the other one if it looks down.
  const Vec2 away = (turns > 0 ? 1 : -1) * Vec2(q.y() - p.y(), p.x() - q.x()).normalized();
  const double own_far = own.faces * turns < 0 ? 1 : -1, across_far = across.faces * turns > 0 ? 1 : -1;
  known_ += (own_far * own.faces * own.slope() + across_far * across.faces * across.slope()).dot(away) *
            shadow.distance;
}

/// Its depth within the tile where the other body may be, over what lies behind the sides that it shows to
/// the middle.
void TileWork::add_steep(std::uint8_t body, const Near& near) {
  const double depth = common_length({&near.range, 1}, ranges_[1 - body].possible());
  if (depth == 0)
    return;
  const Face& f = face(body, near.face);
  // What ends there may end or begin anywhere behind it.
  const auto add = [&](double hidden, const Vec2& across) {
    add_unknown(depth * hidden, across);
    area_.bound += hidden;
  };
  CoveredPoint at;
  if (covers(f, middle_[0], middle_[1], at)) {
    add(tile_.area(), f.slope());
    return;
  }
  double area = 0, longest = 0;
  Vec2 across = f.slope();
  for (int side = 0; side < 3; ++side) {
    const Vec2 p = corner(f, side), q = corner(f, (side + 1) % 3), normal(q.y() - p.y(), p.x() - q.x());
    const double turns = p.x() * q.y() - p.y() * q.x();
    // Only sides that face the middle hide, and the longest one of an edge-on face.
    if (f.faces * turns > 0)
      continue;
    double begin = 0, end = 1;
    if (!clip_segment(p, q, half_, begin, end))
      continue;
    // With the middle on its border it may begin there.
    if (turns == 0 && p.dot(q) <= 0) {
      add(tile_.area(), normal);
      return;
    }
    const double hidden = shadow_of(p + begin * (q - p), p + end * (q - p), half_).area;
    if (f.faces == 0 && hidden > longest)
      across = normal;
    longest = std::max(longest, hidden);
    if (f.faces != 0 && turns != 0)
      area += hidden;
  }
  add(f.faces == 0 ? longest : area, across);
}

/// Where faces of both bodies cross.
void TileWork::add_lines() {
  near_boxes_.clear();
  for (const Near& b : near_[1])
    near_boxes_.add(b.box());
  std::size_t pairs = 0;
  for (const Near& a : near_[0])
    for (const std::uint32_t index : search_.meeting(near_boxes_, a.box())) {
      const Near& b = near_[1][index];
      if (!traces_ && a.steep && b.steep)
        continue;
      if (++pairs > most_pairs) {
        unknown_ = area_.bound = no_bound;
        return;
      }
      traces_ ? add_traced_line(a, b) : add_line(a, b);
    }
}

} // namespace lamina::adaptive
