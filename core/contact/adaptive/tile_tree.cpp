#include "core/contact/adaptive/tile_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Chosen so that three bars hold in 99 % of 4,000 random pairs at 256 tiles: in 92 % at 0, in 99.9 % at 0.2.
constexpr double share_of_one_sign = 0.15;

} // namespace

double error_bar(double bound, double root_of_squares) {
  return root_of_squares + share_of_one_sign * std::max(0.0, bound - root_of_squares);
}

SplitLine split_line(std::int64_t low, std::int64_t high, std::int64_t origin) {
  const std::int64_t from = low + origin, to = high + origin;
  if (to - from <= 2)
    return {};
  // Odd multiples of 2^k first; the coarsest k for which one lies between.
  for (int k = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(to - from))); k >= 1; --k) {
    const std::int64_t next = ((from >> k) + 1) << k;
    if (next > from && next < to) {
      // Coarser lines may meet this one.
      const int exponent = next == 0 ? 62 : std::countr_zero(static_cast<std::uint64_t>(next));
      return {next - origin, exponent};
    }
  }
  return {};
}

/// Of the faces that the region or a parent has, those that may lie over the tile.
void TileTree::add(const Tile& tile, const FaceLists& faces) {
  Node node;
  node.leaf.tile = tile;
  TileWork::Faces over;
  for (std::size_t body = 0; body < 2; ++body) {
    std::vector<std::uint32_t>& list = lists_[body];
    node.faces.first[body] = list.size();
    for (std::size_t i = 0; i < faces.count[body]; ++i)
      if (const std::uint32_t face = list[faces.first[body] + i];
          may_lie_over(bodies_[body]->faces[face], tile))
        list.push_back(face);
    node.faces.count[body] = list.size() - node.faces.first[body];
    over[body] = std::span(list).subspan(node.faces.first[body]);
  }
  node.leaf.volume = work_.evaluate(bodies_, tile, plane_->unit, over);
  nodes_.push_back(node);
}

void TileTree::split(std::size_t index) {
  nodes_[index].split = true;
  const Tile tile = nodes_[index].leaf.tile;
  const FaceLists faces = nodes_[index].faces;
  std::array<SplitLine, 2> lines;
  for (std::size_t k = 0; k < 2; ++k)
    lines[k] = split_line(tile.low[k], tile.high[k], plane_->origin[k]);
  // A way that is much longer is split by itself.
  for (std::size_t k = 0; k < 2; ++k)
    if (lines[k].exponent < lines[1 - k].exponent &&
        2 * (tile.high[k] - tile.low[k]) <= tile.high[1 - k] - tile.low[1 - k])
      lines[k] = {};
  for (int part = 0; part < 4; ++part) {
    Tile child = tile;
    bool made = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const bool upper = part >> k & 1;
      if (lines[k].exponent < 0)
        made = made && !upper;
      else
        (upper ? child.low : child.high)[k] = lines[k].at;
    }
    if (made)
      add(child, faces);
  }
}

void TileTree::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane) {
  bodies_ = bodies;
  plane_ = &plane;
  nodes_.clear();
  largest_.clear();
  work_.begin();
  FaceLists all;
  for (std::size_t body = 0; body < 2; ++body) {
    lists_[body] = bodies[body]->near;
    all.count[body] = lists_[body].size();
  }
  if (plane.size[0] < 2 || plane.size[1] < 2)
    return;
  add({{0, 0}, plane.size}, all);
  largest_.push_back(0);
}

bool TileTree::is_smaller(std::size_t a, std::size_t b) const {
  const double of_a = nodes_[a].leaf.volume.bound, of_b = nodes_[b].leaf.volume.bound;
  return of_a != of_b ? of_a < of_b : a > b;
}

TileTree::Sums TileTree::add_up() const {
  const double scale = plane_->unit * plane_->unit;
  Sums sums;
  for (const Node& node : nodes_) {
    if (node.split)
      continue;
    const double bound = scale * node.leaf.volume.bound;
    sums.volume += scale * node.leaf.volume.volume;
    sums.bound += bound;
    sums.squares += bound * bound;
    ++sums.tiles;
  }
  return sums;
}

ViewVolume TileTree::refine(const TileLimits& limits) {
  const auto smaller = [this](std::size_t a, std::size_t b) { return is_smaller(a, b); };
  const double scale = plane_->unit * plane_->unit;
  // Kept up to date by differences; added up anew at last.
  Sums now = add_up();
  const auto off_by = [&] {
    return limits.rigorous ? now.bound : error_bar(now.bound, std::sqrt(std::max(0.0, now.squares)));
  };
  while (!largest_.empty() && now.tiles < limits.most_tiles && off_by() > limits.tolerance) {
    std::pop_heap(largest_.begin(), largest_.end(), smaller);
    const std::size_t next = largest_.back();
    largest_.pop_back();
    const Tile tile = nodes_[next].leaf.tile;
    if (tile.high[0] - tile.low[0] <= 2 && tile.high[1] - tile.low[1] <= 2)
      continue;
    const std::size_t first = nodes_.size();
    const double of_tile = scale * nodes_[next].leaf.volume.bound;
    split(next);
    now.bound -= of_tile;
    now.squares -= of_tile * of_tile;
    for (std::size_t child = first; child < nodes_.size(); ++child) {
      const double of_child = scale * nodes_[child].leaf.volume.bound;
      now.bound += of_child;
      now.squares += of_child * of_child;
      if (of_child == 0)
        continue;
      largest_.push_back(child);
      std::push_heap(largest_.begin(), largest_.end(), smaller);
    }
    now.tiles += nodes_.size() - first - 1;
  }
  now = add_up();
  return {now.volume, now.bound, error_bar(now.bound, std::sqrt(now.squares)), now.tiles, nodes_.size()};
}

std::vector<TileTree::Leaf> TileTree::leaves() const {
  std::vector<Leaf> found;
  for (const Node& node : nodes_)
    if (!node.split)
      found.push_back(node.leaf);
  return found;
}

} // namespace lamina::adaptive
