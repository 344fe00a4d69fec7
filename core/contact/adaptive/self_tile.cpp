#include "core/contact/adaptive/self_tile.h"

#include "core/contact/adaptive/traced_line.h"
#include "core/mesh/corners.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::adaptive {

namespace {

/// Faces from this slope on are not looked at: rounding of what they cross would count.
constexpr double steepest_looked_at = 1e4;
/// Nor are layers of more faces: their tile is split.
constexpr std::size_t most_faces = 128;
/// What kinks is known for winding numbers from here on.
constexpr int least_winding = -1;

constexpr DepthRange everywhere{-std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::infinity()};

/// See SelfTile.
double step_of(int winding) {
  return overlap_of(winding + 1) - overlap_of(winding);
}

bool share_side(const Triangle& a, const Triangle& b) {
  return has_corner(b, a[0]) + has_corner(b, a[1]) + has_corner(b, a[2]) > 1;
}

} // namespace

const Triangle& SelfTile::corners(std::uint32_t index) const {
  const SurfacePart& part = *body_->part;
  return (*part.surface->triangles)[part.triangles[index]];
}

bool SelfTile::is_steep(const Face& f) const {
  return f.edge_on() || f.slope().norm() > steepest_looked_at * unit_;
}

/// Where along its depth a face lies within the tile, m. A steep one, whose slope is not known well, ends
/// there on its sides or in a corner of the tile; where neither lies over the tile, it does not.
DepthRange SelfTile::range_of(const Face& f) const {
  if (!is_steep(f))
    return range_within(f, borders_);
  DepthRange range{f.high, f.low};
  const auto include = [&](double z) { range = {std::min(range.low, z), std::max(range.high, z)}; };
  CoveredPoint at;
  for (const std::int64_t u : {tile_.low[0], tile_.high[0]})
    for (const std::int64_t v : {tile_.low[1], tile_.high[1]})
      if (covers(f, static_cast<double>(u), static_cast<double>(v), at))
        include(at.z);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    double begin = 0, end = 1;
    if (!clip_segment(f.corner(k) - middle_, f.corner(next) - middle_, half_, begin, end))
      continue;
    for (const double share : {begin, end})
      include(f.z[k] + share * (f.z[next] - f.z[k]));
  }
  return range;
}

/// Where the body may be, and where the ray crosses it. False if that is not known.
bool SelfTile::see(std::span<const std::uint32_t> faces) {
  seen_.clear();
  ranges_.clear();
  crossings_.clear();
  int turns = 0;
  CoveredPoint at;
  for (const std::uint32_t index : faces) {
    const Face& f = face(index);
    const DepthRange range = range_of(f);
    if (range.low > range.high)
      continue;
    seen_.push_back({index,
                     range,
                     {(Vec2(f.low_u, f.low_v) - middle_).cwiseMax(-half_),
                      (Vec2(f.high_u, f.high_v) - middle_).cwiseMin(half_)}});
    ranges_.add(range);
    if (covers(f, middle_.x(), middle_.y(), at)) {
      crossings_.push_back({std::clamp(at.z, range.low, range.high), -f.faces});
      turns -= f.faces;
    }
  }
  if (!begin_winding(*body_, turns, winding_))
    return false;
  ranges_.finish(winding_, crossings_, everywhere);
  return true;
}

void SelfTile::Layer::count(const Face& face, double most_area) {
  const double area = std::min(
      most_area, 0.5 * std::abs(cross(face.corner(1) - face.corner(0), face.corner(2) - face.corner(0))));
  if (face.faces > 0) {
    ++up;
    area_up += area;
  } else if (face.faces < 0) {
    ++down;
    area_down += area;
  }
}

/// Ranges of depth that rounding may part are one layer.
void SelfTile::lay_layers() {
  layers_.clear();
  const std::span<const DepthRange> ranges = ranges_.of_faces();
  int winding = winding_;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i == 0 || !ranges_.is_beside_last(i))
      layers_.push_back({ranges[i], winding, winding});
    winding += ranges_.turns()[i];
    layers_.back().range.high = ranges[i].high;
    layers_.back().above = winding;
  }
  const auto layer_of = [&](const Seen& seen) -> Layer& {
    return *(std::upper_bound(layers_.begin(), layers_.end(), seen.range.low,
                              [](double z, const Layer& layer) { return z < layer.range.low; }) -
             1);
  };
  for (const Seen& seen : seen_) {
    const Face& f = face(seen.face);
    Layer& layer = layer_of(seen);
    layer.count(f, std::max(0.0, (seen.box.high - seen.box.low).prod()));
    layer.steep = layer.steep || is_steep(f);
  }
  for (const Seen& seen : seen_)
    if (Layer& layer = layer_of(seen); !layer.is_passed_over())
      layer.faces.push_back(seen);
}

double SelfTile::length_at_middle() {
  std::sort(crossings_.begin(), crossings_.end(), [](const auto& a, const auto& b) { return a.z < b.z; });
  double length = 0;
  int winding = winding_;
  for (const DepthRanges::Crossing& crossing : crossings_) {
    length += crossing.z * (overlap_of(winding) - overlap_of(winding + crossing.turns));
    winding += crossing.turns;
  }
  return length;
}

/// A layer that is not looked at: of w(w − 1)/2 the first factor is no more than its faces that look down
/// allow, the integral of the second one no more than their areas do. The same of −w and what looks up.
void SelfTile::add_unseen(const Layer& layer) {
  const double twice = 0.5 * layer.greatest_winding() *
                       (tile_.area() * std::max(0, layer.below - 1) + layer.area_down),
               inside_out = tile_.area() * std::max(0, -layer.below) + layer.area_up;
  unknown_ += (twice + inside_out) * (layer.range.high - layer.range.low);
}

/// Which parts of an edge have which winding number beside them, but for the two faces of the edge. In a
/// single layer no other face lies below or above the edge.
bool SelfTile::follow(const Layer& layer, const Edge& edge) {
  parts_.begin(edge, middle_, layer.below, false);
  if (layer.is_single())
    return parts_.finish_windings();
  for (const std::uint32_t index :
       search_.meeting(boxes_, parts_.box({layer.range.low, edge.depths().high}))) {
    const std::uint32_t other = layer.faces[index].face;
    if (other == edge.faces[0] || other == edge.faces[1])
      continue;
    const bool at_end = has_corner(corners(other), edge.ends[0]) || has_corner(corners(other), edge.ends[1]);
    at_end ? parts_.add_at_end(face(other)) : parts_.add(face(other));
  }
  return parts_.finish_windings();
}

void SelfTile::add_edge(const Layer& layer, const Edge& edge) {
  const Face &own = face(edge.faces[0]), &across = face(edge.faces[1]);
  const Vec2 normal = edge.normal(), slopes = own.slope() - across.slope();
  const int turns = side_of_middle(edge.p, edge.q);
  // From p to q the own face lies to the left if it looks up, the other one if it looks down.
  const bool own_beyond = own.faces * turns<0, across_beyond = across.faces * turns> 0;
  const auto kink = [&](int outer_winding) {
    const Vec2 of_both = (own_beyond ? 1 : -1) * own.faces * own.slope() +
                         (across_beyond ? 1 : -1) * across.faces * across.slope();
    return step_of(outer_winding) * turns * of_both.dot(normal) / normal.norm();
  };
  const bool folds = own.faces != across.faces;
  // Where both faces lie on one side of the edge the upper one may look down: then the body is inside out.
  const Vec2 into_faces = own.faces > 0 ? Vec2(-normal) : normal;
  const bool inside_out = folds && (own.faces * slopes).dot(into_faces) < 0;
  const bool outside_below = folds ? !inside_out : own.faces < 0;
  // Winding numbers are counted from below.
  const int outside = outside_below ? 0 : -1;
  bool known = turns != 0 && follow(layer, edge);
  for (const EdgeParts::Part& part : parts_.parts())
    known = known && part.winding + outside >= least_winding;
  if (!known) {
    const double most = std::max(
        {1.0, std::abs(step_of(layer.least_winding())), std::abs(step_of(layer.greatest_winding()))});
    unknown_ += most * slopes.norm() * shadow_of(edge.at(edge.begin), edge.at(edge.end), half_).distance;
    return;
  }
  for (const EdgeParts::Part& part : parts_.parts())
    known_ +=
        kink(part.winding + outside) * shadow_of(edge.at(part.begin), edge.at(part.end), half_).distance;
}

void SelfTile::add_edges(const Layer& layer, const Seen& seen) {
  const Face& own = face(seen.face);
  for (std::size_t side = 0; side < 3; ++side) {
    const std::uint32_t across = body_->part->neighbours[seen.face][side];
    if (across < left_out && across < seen.face)
      continue; // added from there
    const std::size_t next = (side + 1) % 3;
    const Vec2 p = own.corner(side) - middle_, q = own.corner(next) - middle_;
    double begin = 0, end = 1;
    if (!clip_segment(p, q, half_, begin, end))
      continue;
    if (across >= left_out)
      unknown_ = no_bound;
    else
      add_edge(layer, {{p, q, begin, end, own.z[side], own.z[next] - own.z[side]},
                       {seen.face, across},
                       {corners(seen.face)[side], corners(seen.face)[next]}});
  }
}

void SelfTile::add_line(const Seen& of_a, const Seen& of_b) {
  const Face &a = face(of_a.face), &b = face(of_b.face);
  TracedLine line;
  if (!traced_line({&a, &b}, {of_a.box, of_b.box}, middle_, half_, line))
    return;
  const double amount = (a.slope() - b.slope()).norm() * shadow_of(line.p, line.q, half_).distance;
  if (!line.sure || side_of_middle(line.p, line.q) == 0)
    unknown_ += amount;
  else
    known_ += a.faces == b.faces ? -amount : amount;
}

/// Where faces of a layer cross. Those that share a side do not.
void SelfTile::add_lines(const Layer& layer) {
  for (std::uint32_t i = 0; i < layer.faces.size(); ++i)
    for (const std::uint32_t j : search_.meeting(boxes_, box_of(layer.faces[i]))) {
      const Seen &a = layer.faces[i], &b = layer.faces[j];
      if (j < i && !share_side(corners(a.face), corners(b.face)))
        add_line(a, b);
    }
}

/// In units of the region.
DepthBox SelfTile::box_of(const Seen& seen) const {
  const Vec2 low = middle_ + seen.box.low, high = middle_ + seen.box.high;
  return {seen.range, low.x(), high.x(), low.y(), high.y()};
}

void SelfTile::look_at(const Layer& layer) {
  boxes_.clear();
  for (const Seen& seen : layer.faces)
    boxes_.add(box_of(seen));
  for (const Seen& seen : layer.faces)
    add_edges(layer, seen);
  if (!layer.is_single())
    add_lines(layer);
}

TileVolume SelfTile::evaluate(const ViewSurface& body, const ViewPlane& plane, const Tile& tile,
                              std::span<const std::uint32_t> faces) {
  body_ = &body;
  tile_ = tile;
  borders_ = TileBorders(tile);
  unit_ = plane.unit;
  middle_ = Vec2(tile.middle()[0], tile.middle()[1]);
  half_ = 0.5 * Vec2(tile.width(), tile.height());
  if (!see(faces))
    return {0, no_bound, tile.longer_ways()};
  lay_layers();
  known_ = unknown_ = 0;
  for (const Layer& layer : layers_) {
    if (layer.is_passed_over())
      continue;
    if (layer.steep || (!layer.is_single() && layer.faces.size() > most_faces))
      add_unseen(layer);
    else
      look_at(layer);
  }
  const double volume = tile.area() * length_at_middle() + known_;
  return {volume, unknown_, tile.longer_ways(), unknown_ > 0 ? KinkKind::edge : KinkKind::none};
}

} // namespace lamina::adaptive
