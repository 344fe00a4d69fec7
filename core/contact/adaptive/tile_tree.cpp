#include "core/contact/adaptive/tile_tree.h"

#include "core/contact/adaptive/split_tile.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Chosen so that three bars hold in 99 % of 4,000 random pairs at 256 tiles: in 92 % at 0, in 99.9 % at 0.2.
constexpr double share_of_one_sign = 0.15;

/// A tile of more pairs of faces is not looked at unless it is left whole: it is unknown, and split.
constexpr std::size_t most_face_pairs = 1 << 11;

/// Share of the threshold below which a tile that was split is left whole.
constexpr double merged_below = 0.4;
/// The threshold rises by this factor a step while errors are below this share of what is tolerated: then
/// there are more tiles than are needed.
constexpr double threshold_rise = 1.25, far_below = 0.5;

bool can_be_split(const Tile& tile) {
  return tile.high[0] - tile.low[0] > 2 || tile.high[1] - tile.low[1] > 2;
}

} // namespace

bool note_overlaps(const std::array<bool, 2>& seen_twice, std::array<bool, 2>& simple) {
  bool news = false;
  for (std::size_t body = 0; body < 2; ++body)
    if (simple[body] && seen_twice[body]) {
      simple[body] = false;
      news = true;
    }
  return news;
}

double error_bar(double bound, double root_of_squares) {
  return root_of_squares + share_of_one_sign * std::max(0.0, bound - root_of_squares);
}

TileWork::Faces TileTree::faces_of(const Node& node) const {
  TileWork::Faces faces;
  for (std::size_t body = 0; body < 2; ++body) {
    faces.of[body] = std::span(lists_[body]).subspan(node.faces.first[body], node.faces.count[body]);
    faces.turns[body] = std::span(turns_[body]).subspan(node.faces.first_turn[body], node.faces.turns[body]);
  }
  return faces;
}

/// Leaves out what parts of a tile do not need, once it is known where the bodies are over it.
void TileTree::narrow(Node& node) {
  const TileWork::Faces had = faces_of(node);
  for (std::size_t body = 0; body < 2; ++body) {
    FaceLists& lists = node.faces;
    turns_before_.assign(had.turns[body].begin(), had.turns[body].end());
    const std::size_t first = turns_[body].size();
    lists.count[body] =
        work_.needed(body, turns_before_,
                     std::span(lists_[body]).subspan(lists.first[body], lists.count[body]), turns_[body]);
    lists.first_turn[body] = first;
    lists.turns[body] = turns_[body].size() - first;
  }
}

/// Lists those that may lie over each of some tiles, of the faces that the region or a parent has.
void TileTree::add(std::span<const Tile> parts, const FaceLists& faces) {
  const std::size_t first = nodes_.size();
  borders_.clear();
  for (const Tile& part : parts) {
    nodes_.emplace_back().leaf.tile = part;
    borders_.emplace_back(part);
  }
  PartLists room{};
  for (std::size_t body = 0; body < 2; ++body) {
    std::vector<std::uint32_t>& list = lists_[body];
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (over_parts_[k].size() < faces.count[body])
        over_parts_[k].resize(faces.count[body]);
      room[k] = over_parts_[k].data();
    }
    const PartCounts counts = stages_->list_over_parts(
        bodies_[body]->faces, std::span(list).subspan(faces.first[body], faces.count[body]), borders_, room);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      FaceLists& lists = nodes_[first + k].faces;
      lists.first[body] = list.size();
      lists.count[body] = counts[k];
      lists.first_turn[body] = faces.first_turn[body];
      lists.turns[body] = faces.turns[body];
      list.insert(list.end(), room[k], room[k] + counts[k]);
    }
  }
}

/// Returns its bound.
double TileTree::look_at(Node& node) {
  const Tile& tile = node.leaf.tile;
  node.looked_at = true;
  ++looks_;
  if (with_itself_) {
    node.leaf.volume = self_.evaluate(*bodies_[0], *plane_, tile, faces_of(node).of[0]);
    return node.leaf.volume.bound;
  }
  node.passed_over = node.faces.count[0] * node.faces.count[1] > most_face_pairs;
  if (node.passed_over)
    node.leaf.volume = {0, tile.area() * (plane_->high - plane_->low), tile.longer_ways()};
  else
    node.leaf.volume = work_.evaluate(bodies_, *plane_, tile, faces_of(node));
  if (!node.passed_over && node.leaf.volume.bound > 0)
    narrow(node);
  return node.leaf.volume.bound;
}

/// Those that were left whole.
void TileTree::look_at_passed_over() {
  for (Node& node : nodes_) {
    if (!node.passed_over || node.is_split())
      continue;
    node.passed_over = false;
    node.leaf.volume = work_.evaluate(bodies_, *plane_, node.leaf.tile, faces_of(node));
  }
  std::make_heap(largest_.begin(), largest_.end(),
                 [this](std::size_t a, std::size_t b) { return is_smaller(a, b); });
}

void TileTree::split(std::size_t index, std::uint8_t ways) {
  const Tile tile = nodes_[index].leaf.tile;
  const FaceLists faces = nodes_[index].faces;
  const std::size_t first = nodes_.size();
  const SplitTile split_tile(tile, plane_->origin, ways);
  add(split_tile.parts(), faces);
  nodes_[index].ways = ways;
  nodes_[index].first_child = first;
  nodes_[index].children = nodes_.size() - first;
}

void TileTree::clear(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, Kinks kinks) {
  bodies_ = bodies;
  plane_ = &plane;
  with_itself_ = false;
  nodes_.clear();
  largest_.clear();
  looks_ = 0;
  work_.begin(kinks);
}

void TileTree::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                     const FirstTiles& tiles, Kinks kinks) {
  clear(bodies, plane, kinks);
  lists_ = tiles.faces;
  turns_ = tiles.turns;
  for (const FirstTiles::Node& first : tiles.nodes) {
    Node& node = nodes_.emplace_back();
    node.leaf.tile = first.tile;
    node.faces = {first.first, first.count, first.first_turn, first.turns};
    node.first_child = first.first_part;
    node.children = first.parts;
    node.ways = first.parts > 0 ? 3 : 0;
  }
}

void TileTree::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, Kinks kinks) {
  clear(bodies, plane, kinks);
  begin_with_region();
}

void TileTree::begin_with_itself(const ViewSurface& body, const ViewPlane& plane) {
  static const ViewSurface nothing;
  clear({&body, &nothing}, plane, Kinks::traced);
  with_itself_ = true;
  begin_with_region();
}

/// As one tile.
void TileTree::begin_with_region() {
  FaceLists all;
  for (std::size_t body = 0; body < 2; ++body) {
    turns_[body].clear();
    lists_[body] = bodies_[body]->near;
    all.count[body] = lists_[body].size();
  }
  if (plane_->size[0] < 2 || plane_->size[1] < 2)
    return;
  const Tile whole{{0, 0}, plane_->size};
  add({&whole, 1}, all);
}

/// Whether a bound is no less than so many m³.
bool TileTree::is_enough(double bound, double least) const {
  return bound > 0 && scale() * bound >= least;
}

/// Splits a tile unless its bound is less than this, and looks at its parts. Their bounds are seldom more
/// than its own: so it is looked at only where they are too small to say.
void TileTree::split_unless_small(std::size_t index, std::uint8_t ways, double least) {
  const std::size_t first = nodes_.size();
  split(index, ways);
  double sum = 0;
  for (std::size_t part = first; part < nodes_.size(); ++part) {
    look_at(nodes_[part]);
    sum += nodes_[part].leaf.volume.bound;
  }
  if (is_enough(sum, least) || is_enough(look_at(nodes_[index]), least))
    return;
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(first), nodes_.end());
  nodes_[index].ways = 0;
  nodes_[index].children = 0;
}

void TileTree::split_again(const KeptSplits& last, std::size_t most_tiles) {
  const SplitLines lines(last);
  if (nodes_.empty() || (lines.empty() && !nodes_.front().is_split()))
    return;
  auto tiles = static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.is_split(); }));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].is_split())
      continue;
    if (!nodes_[i].looked_at) {
      const Tile tile = nodes_[i].leaf.tile;
      SplitLines::Split was = lines.of(SplitTile(tile, plane_->origin, 3).key(plane_->unit));
      if (tiles >= most_tiles || !can_be_split(tile))
        was = {};
      const double least = merged_below * last.threshold;
      if (was.parts_too && (nodes_[i].has_both() || is_enough(look_at(nodes_[i]), least)))
        split(i, was.ways);
      else if (was.ways != 0 && !was.parts_too)
        split_unless_small(i, was.ways, least);
      if (nodes_[i].is_split()) {
        tiles += nodes_[i].children - 1;
        continue;
      }
      if (!nodes_[i].looked_at)
        look_at(nodes_[i]);
    }
    if (nodes_[i].leaf.volume.bound > 0)
      largest_.push_back(i);
  }
  std::make_heap(largest_.begin(), largest_.end(),
                 [this](std::size_t a, std::size_t b) { return is_smaller(a, b); });
}

bool TileTree::is_smaller(std::size_t a, std::size_t b) const {
  const double of_a = nodes_[a].leaf.volume.bound, of_b = nodes_[b].leaf.volume.bound;
  return of_a != of_b ? of_a < of_b : a > b;
}

/// Adds a tile to the sums, or takes it from them (−1).
void TileTree::count(const Leaf& leaf, int times, Sums& sums) const {
  const double bound = scale() * leaf.volume.bound;
  sums.volume += times * (scale() * leaf.volume.volume);
  sums.bound += times * bound;
  sums.squares += times * (bound * bound);
  if (leaf.volume.volume > 0)
    sums.area += times * (scale() * leaf.tile.area());
  sums.tiles += times;
}

TileTree::Sums TileTree::add_up() const {
  Sums sums;
  for (const Node& node : nodes_)
    if (!node.is_split())
      count(node.leaf, 1, sums);
  return sums;
}

double TileTree::off_by(const Sums& sums, bool rigorous) {
  return rigorous ? sums.bound : error_bar(sums.bound, std::sqrt(std::max(0.0, sums.squares)));
}

/// The region as a whole, or what it is split into at first.
void TileTree::look_at_first(const TileLimits& limits) {
  std::size_t tiles = 1;
  for (std::size_t i = 0; tiles + 3 <= std::min(limits.least_tiles, limits.most_tiles) && i < nodes_.size();
       ++i)
    if (can_be_split(nodes_[i].leaf.tile)) {
      split(i, 3);
      tiles += nodes_[i].children - 1;
    }
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!nodes_[i].is_split() && look_at(nodes_[i]) > 0)
      largest_.push_back(i);
  std::make_heap(largest_.begin(), largest_.end(),
                 [this](std::size_t a, std::size_t b) { return is_smaller(a, b); });
}

ViewVolume TileTree::refine(const TileLimits& limits) {
  const auto smaller = [this](std::size_t a, std::size_t b) { return is_smaller(a, b); };
  if (!nodes_.empty() && !nodes_.front().looked_at && !nodes_.front().is_split())
    look_at_first(limits);
  // Kept up to date by differences; added up anew at last.
  Sums now = add_up();
  while (!largest_.empty() && now.tiles < static_cast<std::int64_t>(limits.most_tiles) &&
         off_by(now, limits.rigorous) > std::max(limits.tolerance, limits.relative * now.volume)) {
    std::pop_heap(largest_.begin(), largest_.end(), smaller);
    const std::size_t next = largest_.back();
    largest_.pop_back();
    if (!can_be_split(nodes_[next].leaf.tile))
      continue;
    const std::size_t first = nodes_.size();
    count(nodes_[next].leaf, -1, now);
    split(next, nodes_[next].leaf.volume.ways);
    for (std::size_t child = first; child < nodes_.size(); ++child) {
      look_at(nodes_[child]);
      count(nodes_[child].leaf, 1, now);
      if (nodes_[child].leaf.volume.bound == 0)
        continue;
      largest_.push_back(child);
      std::push_heap(largest_.begin(), largest_.end(), smaller);
    }
  }
  look_at_passed_over();
  now = add_up();
  return {now.volume,
          now.bound,
          error_bar(now.bound, std::sqrt(now.squares)),
          now.area,
          static_cast<std::size_t>(now.tiles),
          looks_};
}

void TileTree::list_splits(std::size_t node, std::vector<std::uint8_t>& was_split) const {
  was_split.push_back(nodes_[node].ways);
  for (std::size_t child = 0; child < nodes_[node].children; ++child)
    list_splits(nodes_[node].first_child + child, was_split);
}

void TileTree::keep(const TileLimits& limits, const ViewVolume& found, KeptSplits& kept) const {
  kept.clear();
  if (nodes_.empty())
    return;
  kept.unit = plane_->unit;
  kept.origin = plane_->origin;
  kept.size = plane_->size;
  kept.threshold = largest_.empty() ? 0 : scale() * nodes_[largest_.front()].leaf.volume.bound;
  const double tolerated = std::max(limits.tolerance, limits.relative * found.volume);
  if ((limits.rigorous ? found.bound : found.error_bar) < far_below * tolerated)
    kept.threshold *= threshold_rise;
  list_splits(0, kept.was_split);
}

std::vector<TileTree::Leaf> TileTree::leaves() const {
  std::vector<Leaf> found;
  for_each_leaf([&](const Leaf& leaf, const TileWork::Faces&) { found.push_back(leaf); });
  return found;
}

} // namespace lamina::adaptive
