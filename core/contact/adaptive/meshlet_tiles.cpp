#include "core/contact/adaptive/meshlet_tiles.h"

#include "core/contact/adaptive/split_tile.h"

#include <algorithm>

namespace lamina::adaptive {

namespace {

/// Units by which corners may lie beside the box of their meshlet, once they are moved to whole ones.
constexpr double moved_by = 2;

/// As may_lie_over(), but that most faces lie within a tile or beside it.
bool is_over(const Face& face, const TileBorders& tile) {
  if (!boxes_meet(face, tile))
    return false;
  const bool within = (face.low_u >= tile.low_u) & (face.high_u <= tile.high_u) & (face.low_v >= tile.low_v) &
                      (face.high_v <= tile.high_v);
  return within || sides_meet(face, tile);
}

} // namespace

/// Lists the meshlets of a body that may lie over the plane.
void MeshletTiles::see(std::size_t body, double slack) {
  const ldi::CulledMeshlets& near = *near_[body];
  seen_[body].clear();
  lists_[body].clear();
  turns_[body].clear();
  const auto units = [&](double along, std::size_t k) {
    return (along - plane_->anchor[k]) / plane_->unit - static_cast<double>(plane_->origin[k]);
  };
  for (const std::uint32_t meshlet : near.meshlets) {
    const Box box = ldi::bounds_of(near.ball(meshlet), plane_->frame, slack);
    const Seen seen{units(box.min[plane_->u], 0) - moved_by,
                    units(box.max[plane_->u], 0) + moved_by,
                    units(box.min[plane_->v], 1) - moved_by,
                    units(box.max[plane_->v], 1) + moved_by,
                    {box.min[plane_->depth], box.max[plane_->depth]},
                    meshlet,
                    false,
                    0};
    if (seen.high_u < 0 || seen.low_u > static_cast<double>(plane_->size[0]) || seen.high_v < 0 ||
        seen.low_v > static_cast<double>(plane_->size[1]))
      continue;
    lists_[body].push_back(static_cast<std::uint32_t>(seen_[body].size()));
    seen_[body].push_back(seen);
  }
}

/// Where the bodies may be over a tile. False if that is not known, as of surfaces that are not closed.
bool MeshletTiles::find_ranges(const Node& node) {
  const std::array<double, 2> middle = node.tile.middle();
  for (std::size_t body = 0; body < 2; ++body) {
    DepthRanges& ranges = ranges_[body];
    std::vector<DepthRanges::Crossing>& crossings = crossings_[body];
    ranges.clear();
    crossings.clear();
    int turns = 0;
    const auto add = [&](const DepthRange& range, int change) {
      ranges.add(range);
      turns += change;
      if (change != 0)
        crossings.push_back({0.5 * (range.low + range.high), change});
    };
    for (std::size_t i = 0; i < node.turns[body]; ++i) {
      const KnownTurn& known = turns_[body][node.first_turn[body] + i];
      add(known.range, known.turns);
    }
    for (std::size_t i = 0; i < node.count[body]; ++i) {
      const Seen& seen = seen_[body][lists_[body][node.first[body] + i]];
      const bool over = middle[0] >= seen.low_u && middle[0] <= seen.high_u && middle[1] >= seen.low_v &&
                        middle[1] <= seen.high_v;
      add(seen.range, over ? turns_over(*near_[body], seen.meshlet, *plane_, middle) : 0);
    }
    int winding = 0;
    const ldi::KnownEnds ends = near_[body]->ends[static_cast<std::size_t>(plane_->depth)];
    if (!begin_winding(near_[body]->surface(), ends, turns, winding))
      return false;
    ranges.finish(winding, crossings, {plane_->low, plane_->high});
  }
  return true;
}

/// Leaves out what lies at depths where the other body is nowhere, as TileWork::needed does.
void MeshletTiles::leave_out(std::size_t body, Node& node) {
  const DepthRanges &own = ranges_[body], &other = ranges_[1 - body];
  const std::span<const DepthRange> ranges = own.of_faces();
  range_is_needed_.clear();
  for (const DepthRange& range : ranges)
    range_is_needed_.push_back(other.meets(range.low, range.high) ? 1 : 0);
  const auto is_needed = [&](const DepthRange& part) {
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), part.low,
                                        [](double z, const DepthRange& range) { return z < range.low; });
    return range_is_needed_[static_cast<std::size_t>(above - ranges.begin()) - 1] != 0;
  };

  std::vector<KnownTurn>& turns = turns_[body];
  turns_before_.assign(turns.begin() + static_cast<std::ptrdiff_t>(node.first_turn[body]),
                       turns.begin() + static_cast<std::ptrdiff_t>(node.first_turn[body] + node.turns[body]));
  const std::size_t first = turns.size();
  for (const KnownTurn& known : turns_before_)
    if (is_needed(known.range))
      turns.push_back(known);
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (!range_is_needed_[i] && own.turns()[i] != 0)
      turns.push_back({ranges[i], own.turns()[i], 0});
  node.first_turn[body] = first;
  node.turns[body] = turns.size() - first;

  const auto list = lists_[body].begin() + static_cast<std::ptrdiff_t>(node.first[body]);
  const auto last = std::remove_if(list, list + static_cast<std::ptrdiff_t>(node.count[body]),
                                   [&](std::uint32_t index) { return !is_needed(seen_[body][index].range); });
  node.count[body] = static_cast<std::size_t>(last - list);
}

void MeshletTiles::narrow(Node& node) {
  if (!find_ranges(node))
    return;
  for (std::size_t body = 0; body < 2; ++body)
    leave_out(body, node);
}

/// About how many faces of a body lie over a tile: of each meshlet as large a share as of its box.
double MeshletTiles::faces_over(const Node& node, std::size_t body) const {
  const TileBorders tile(node.tile);
  double faces = 0;
  for (std::size_t i = 0; i < node.count[body]; ++i) {
    const Seen& seen = seen_[body][lists_[body][node.first[body] + i]];
    const double width = std::min(seen.high_u, tile.high_u) - std::max(seen.low_u, tile.low_u),
                 height = std::min(seen.high_v, tile.high_v) - std::max(seen.low_v, tile.low_v);
    faces += static_cast<double>(near_[body]->groups().triangles(seen.meshlet).size()) * width * height /
             ((seen.high_u - seen.low_u) * (seen.high_v - seen.low_v));
  }
  return faces;
}

/// Not of a body of one meshlet, such as a box, as all of it lies over the parts too.
bool MeshletTiles::is_worth_splitting(const Node& node, double many) const {
  return node.count[0] > 1 && node.count[1] > 1 && node.tile.width() > 2 && node.tile.height() > 2 &&
         faces_over(node, 0) * faces_over(node, 1) > many;
}

void MeshletTiles::split(std::size_t index) {
  const SplitTile parts(nodes_[index].tile, plane_->origin, 3);
  nodes_[index].first_part = nodes_.size();
  nodes_[index].parts = parts.parts().size();
  for (const Tile& tile : parts.parts()) {
    const TileBorders borders(tile);
    const Node& whole = nodes_[index];
    Node part{tile, {}, {}, whole.first_turn, whole.turns};
    for (std::size_t body = 0; body < 2; ++body) {
      std::vector<std::uint32_t>& list = lists_[body];
      part.first[body] = list.size();
      for (std::size_t i = 0; i < whole.count[body]; ++i) {
        const std::uint32_t meshlet = list[whole.first[body] + i];
        const Seen& seen = seen_[body][meshlet];
        if (seen.high_u >= borders.low_u && seen.low_u <= borders.high_u && seen.high_v >= borders.low_v &&
            seen.low_v <= borders.high_v)
          list.push_back(meshlet);
      }
      part.count[body] = list.size() - part.first[body];
    }
    nodes_.push_back(part);
  }
}

/// Those of the tiles that are not split.
void MeshletTiles::choose_needed(std::size_t body) {
  for (const Node& node : nodes_)
    for (std::size_t i = 0; node.parts == 0 && i < node.count[body]; ++i)
      seen_[body][lists_[body][node.first[body] + i]].is_needed = true;
  needed_[body].clear();
  std::size_t faces = 0;
  for (Seen& seen : seen_[body]) {
    if (!seen.is_needed)
      continue;
    needed_[body].push_back(seen.meshlet);
    seen.first_face = faces;
    faces += near_[body]->groups().triangles(seen.meshlet).size();
  }
  // Faces stand for turns.
  if (needed_[body].empty() && !seen_[body].empty())
    needed_[body].push_back(seen_[body].front().meshlet);
}

void MeshletTiles::begin(const std::array<const ldi::CulledMeshlets*, 2>& near, const ViewPlane& plane,
                         double slack, const MeshletTilesLimits& limits) {
  near_ = near;
  plane_ = &plane;
  nodes_.clear();
  Node whole{{{0, 0}, plane.size}};
  for (std::size_t body = 0; body < 2; ++body) {
    see(body, slack);
    whole.count[body] = seen_[body].size();
  }
  nodes_.push_back(whole);
  leaves_out_ = limits.most_tiles >= 4 && is_worth_splitting(whole, limits.region_pairs);
  for (std::size_t i = 0, tiles = 1; leaves_out_ && i < nodes_.size(); ++i) {
    narrow(nodes_[i]);
    if (tiles + 3 > limits.most_tiles || !is_worth_splitting(nodes_[i], limits.tile_pairs))
      continue;
    split(i);
    tiles += nodes_[i].parts - 1;
  }
  for (std::size_t body = 0; body < 2; ++body)
    choose_needed(body);
}

void MeshletTiles::list(const std::array<const ViewSurface*, 2>& bodies, FirstTiles& tiles) const {
  tiles.nodes.clear();
  for (std::size_t body = 0; body < 2; ++body) {
    tiles.faces[body].clear();
    tiles.turns[body] = turns_[body];
  }
  for (const Node& node : nodes_) {
    FirstTiles::Node& listed = tiles.nodes.emplace_back();
    listed.tile = node.tile;
    listed.first_part = node.first_part;
    listed.parts = node.parts;
    if (node.parts > 0)
      continue;
    const TileBorders borders(node.tile);
    for (std::size_t body = 0; body < 2; ++body) {
      listed.first_turn[body] = node.first_turn[body];
      listed.turns[body] = node.turns[body];
      listed.first[body] = tiles.faces[body].size();
      for (std::size_t i = 0; i < node.count[body]; ++i) {
        const Seen& seen = seen_[body][lists_[body][node.first[body] + i]];
        const std::size_t faces = near_[body]->groups().triangles(seen.meshlet).size();
        for (std::size_t face = seen.first_face; face < seen.first_face + faces; ++face)
          if (is_over(bodies[body]->faces[face], borders))
            tiles.faces[body].push_back(static_cast<std::uint32_t>(face));
      }
      listed.count[body] = tiles.faces[body].size() - listed.first[body];
    }
  }
}

} // namespace lamina::adaptive
