#include "core/contact/adaptive/tile.h"
#include "core/contact/adaptive/traced_line.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

/// Where a body is known from: the winding number beyond all faces of whose depths an edge has none, and the
/// depth of the nearest others.
TileWork::Beyond TileWork::beyond(std::uint8_t body, const DepthRange& edge, bool above) const {
  const DepthRanges& ranges = ranges_[body];
  const std::span<const DepthRange> groups = ranges.of_faces();
  Beyond found{winding_[body], above ? edge.low : edge.high};
  // Faces that share an edge may be parted by rounding: what is below here is not below everywhere.
  const auto parts_faces = [&](std::size_t group) {
    return group > 0 && group < groups.size() && ranges.is_beside_last(group);
  };
  if (above) {
    std::size_t group = groups.size();
    while (group > 0 && groups[group - 1].low > edge.high)
      --group;
    while (parts_faces(group))
      ++group;
    for (std::size_t below = 0; below < group; ++below)
      found.winding += ranges.turns()[below];
    if (group > 0)
      found.depth = groups[group - 1].high;
    return found;
  }
  std::size_t group = 0;
  while (group < groups.size() && groups[group].high < edge.low)
    ++group;
  while (parts_faces(group))
    --group;
  for (std::size_t below = 0; below < group; ++below)
    found.winding += ranges.turns()[below];
  if (group < groups.size())
    found.depth = groups[group].low;
  return found;
}

/// Which parts of an edge lie within the other body. False if that is not known.
bool TileWork::find_parts(std::uint8_t body, TileEdge edge) {
  const std::uint8_t other = 1 - body;
  const Vec2 middle(middle_[0], middle_[1]);
  // Beyond these the bodies are nowhere together, and not all faces are there.
  if (!edge.clip_depth(limits_)) {
    parts_.begin(edge, middle, 0, false);
    return parts_.finish();
  }
  const DepthRange depths = edge.depths();
  const bool above = bodies_[other]->ends == ldi::KnownEnds::above;
  const Beyond known = beyond(other, depths, above);
  const DepthRange matter{above ? depths.low : known.depth, above ? known.depth : depths.high};
  const auto matters = [&](const DepthRange& range) {
    return range.high >= matter.low && range.low <= matter.high;
  };
  for (const KnownTurn& turn : turns_[other])
    if (matters(turn.range))
      return false;
  parts_.begin(edge, middle, known.winding, above);
  if (seen_boxes_[other].size() == 0)
    for (const Seen& seen : seen_[other])
      seen_boxes_[other].add(seen.box());
  for (const std::uint32_t index : search_.meeting(seen_boxes_[other], parts_.box(matter)))
    parts_.add(face(other, seen_[other][index].face));
  return parts_.finish();
}

/// What the depth of a face integrates to over a shadow, from the lower end of the region.
double TileWork::depth_over(const Face& face, const Shadow& shadow) const {
  const double at_middle = face.z[0] - face.slope().dot(corner(face, 0));
  return shadow.area * (at_middle - limits_.low) + face.slope().dot(shadow.moment);
}

/// No more than that, whatever part of it lies within the other body.
double TileWork::most_over(const Face& face, const Shadow& shadow) const {
  return shadow.area * (limits_.high - limits_.low) + face.slope().norm() * shadow.reach();
}

/// An edge between a wall and another face. Beyond it L ends at the other face, or no longer does.
void TileWork::add_end_of_wall(std::uint8_t body, const Face& level, bool is_beyond, const TileEdge& edge,
                               bool known) {
  const double sign = (is_beyond ? 1 : -1) * level.faces;
  if (!known) {
    const Shadow shadow = shadow_of(edge.at(edge.begin), edge.at(edge.end), half_);
    add_unknown(most_over(level, shadow), edge.normal());
    area_.bound += body == 0 ? shadow.area : 0;
    return;
  }
  for (const EdgeParts::Part& part : parts_.parts()) {
    const Shadow shadow = shadow_of(edge.at(part.begin), edge.at(part.end), half_);
    known_ += sign * depth_over(level, shadow);
    if (body == 0)
      add_area(sign, shadow);
  }
}

/// An edge that is followed through the other body.
void TileWork::add_traced_edge(std::uint8_t body, const Face& own, const Face& across, const TileEdge& edge) {
  if (own.edge_on() && across.edge_on())
    return;
  const int turns = side_of_middle(edge.p, edge.q);
  const bool known = turns != 0 && find_parts(body, edge);
  // From p to q the own face lies to the left if it looks up, the other one if it looks down.
  const bool own_beyond = own.faces * turns<0, across_beyond = across.faces * turns> 0;
  if (own.edge_on() || across.edge_on()) {
    add_end_of_wall(body, own.edge_on() ? across : own, own.edge_on() ? across_beyond : own_beyond, edge,
                    known);
    return;
  }
  const Vec2 normal = edge.normal();
  if (!known) {
    const Shadow shadow = shadow_of(edge.at(edge.begin), edge.at(edge.end), half_);
    add_unknown((own.slope() - across.slope()).norm() * shadow.distance, normal);
    return;
  }
  // Of the face beyond the edge L takes up the slope, of the other one it loses it.
  const Vec2 kink = (own_beyond ? 1 : -1) * own.faces * own.slope() +
                    (across_beyond ? 1 : -1) * across.faces * across.slope();
  const double along = turns * kink.dot(normal) / normal.norm();
  for (const EdgeParts::Part& part : parts_.parts())
    known_ += along * shadow_of(edge.at(part.begin), edge.at(part.end), half_).distance;
}

/// Where a face of one body crosses one of the other: L ends at the one that is nearer to its middle, or
/// begins there if the bodies lie on different sides.
void TileWork::add_traced_line(const Near& of_a, const Near& of_b) {
  const Face &a = face(0, of_a.face), &b = face(1, of_b.face);
  const bool a_is_wall = a.edge_on(), b_is_wall = b.edge_on();
  // Walls cross in points.
  if (a_is_wall && b_is_wall)
    return;
  // A steep face that is no wall counts by its depth, which says nothing of a wall that it cuts.
  if ((of_a.steep && !a_is_wall) || (of_b.steep && !b_is_wall)) {
    if (a_is_wall || b_is_wall)
      unknown_ = area_.bound = no_bound;
    else if (!of_a.steep || !of_b.steep)
      add_line(of_a, of_b);
    return;
  }
  TracedLine line;
  if (!traced_line({&a, &b}, {FlatBox{of_a.low, of_a.high}, FlatBox{of_b.low, of_b.high}},
                   {middle_[0], middle_[1]}, half_, line))
    return;
  const Shadow shadow = shadow_of(line.p, line.q, half_);
  const Vec2 normal(line.q.y() - line.p.y(), line.p.x() - line.q.x());
  const int turns = side_of_middle(line.p, line.q);
  const bool known = line.sure && turns != 0;
  if (!a_is_wall && !b_is_wall) {
    const Vec2 gap = a.slope() - b.slope();
    const double amount = gap.norm() * shadow.distance;
    if (!known) {
      add_unknown(amount, normal);
      area_.bound += shadow.area;
      return;
    }
    const double sign = a.faces == b.faces ? -1 : 1;
    known_ += sign * amount;
    // Beyond the line a lies above b if the gap grows on the way from the middle.
    add_area(turns * gap.dot(normal) > 0 ? sign : -sign, shadow);
    return;
  }
  const Face &wall = a_is_wall ? a : b, &level = a_is_wall ? b : a;
  if (!known) {
    add_unknown(most_over(level, shadow), normal);
    area_.bound += b_is_wall ? shadow.area : 0;
    return;
  }
  const bool enters = turns * wall.outwards().dot(normal) < 0;
  const double sign = (enters ? 1 : -1) * level.faces;
  known_ += sign * depth_over(level, shadow);
  if (b_is_wall)
    add_area(sign, shadow);
}

} // namespace lamina::adaptive
