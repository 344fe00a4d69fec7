#include "core/contact/tetdistance/distance_field.h"

#include "core/contact/tetdistance/in_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::tetdistance {

namespace {

constexpr std::uint32_t whole_triangle = 3;

/// Of a foot that is a boundary node alone.
std::uint32_t feature_of_node(const SolidRings& rings, const Foot& foot) {
  const Triangle& corners = rings.triangles()[foot.triangle];
  const auto corner = std::find(corners.begin(), corners.end(), foot.node) - corners.begin();
  return 4 * foot.triangle + static_cast<std::uint32_t>(corner);
}

MarchStep step_of(TetMarch march) {
  return march == TetMarch::cpfm   ? MarchStep::node
         : march == TetMarch::cffm ? MarchStep::triangle
                                   : MarchStep::walking;
}

} // namespace

bool DistanceField::take_topology(const Solid& solid) {
  const bool same = solid.tetrahedra.data() == tetrahedra_ && solid.topology == topology_ &&
                    solid.tetrahedra.size() == tetrahedron_count_ && solid.nodes.size() == rings_.nodes();
  if (same)
    return true;
  tetrahedra_ = solid.tetrahedra.data();
  tetrahedron_count_ = solid.tetrahedra.size();
  topology_ = solid.topology;
  at_rest_ = nullptr;
  marked_.clear();
  place_.clear();
  rings_ = SolidRings(solid.nodes.size(), solid.tetrahedra);
  positions_.assign(rings_.nodes(), Vec3::Zero());
  distances_.assign(rings_.nodes(), std::numeric_limits<double>::infinity());
  features_.assign(rings_.nodes(), 0);
  return false;
}

void DistanceField::take_all_positions(std::span<const Vec3> nodes) {
  for (std::uint32_t rank = 0; rank < rings_.nodes(); ++rank)
    positions_[rank] = nodes[rings_.node_of(rank)];
}

void DistanceField::take_positions(std::span<const Vec3> nodes, std::span<const std::uint32_t> ranks) {
  for (std::uint32_t rank = 0; rank < rings_.boundary_nodes(); ++rank)
    positions_[rank] = nodes[rings_.node_of(rank)];
  for (const std::uint32_t rank : ranks)
    positions_[rank] = nodes[rings_.node_of(rank)];
}

void DistanceField::forget_distances() {
  std::fill(distances_.begin() + rings_.boundary_nodes(), distances_.end(),
            std::numeric_limits<double>::infinity());
  for (std::uint32_t rank = 0; rank < rings_.boundary_nodes(); ++rank) {
    distances_[rank] = 0;
    features_[rank] = feature_of_node(rings_, {0, rank, rings_.fan(rank)[0].triangle});
  }
}

void DistanceField::find_distance(std::uint32_t rank) {
  if (rank < rings_.boundary_nodes() || fronts_.foot(rank) == SolidRings::none)
    return;
  const Foot foot = search_fans(rings_, positions_, positions_[rank], fronts_.foot(rank));
  distances_[rank] = std::sqrt(foot.squared);
  features_[rank] = 4 * foot.triangle + whole_triangle;
}

void DistanceField::march_rings(std::span<const Vec3> nodes, TetExtent extent, int threads) {
  if (extent == TetExtent::local) {
    needed_.find(rings_, nodes, marked_);
    take_positions(nodes, needed_.ranks());
    fronts_.march(rings_, positions_, Nodes(needed_.ranks()), threads);
    visited_ = needed_.ranks().size();
  } else {
    take_all_positions(nodes);
    fronts_.march(rings_, positions_, Nodes(rings_.reached()), threads);
    visited_ = rings_.reached();
  }
  if (extent == TetExtent::full)
    in_blocks(rings_.boundary_nodes(), rings_.reached(), threads,
              [&](std::size_t rank) { find_distance(static_cast<std::uint32_t>(rank)); });
  else
    in_blocks(0, marked_.size(), threads, [&](std::size_t i) { find_distance(marked_[i]); });
}

void DistanceField::march_heap(std::span<const Vec3> nodes, TetExtent extent) {
  take_all_positions(nodes);
  allowed_.clear();
  if (extent == TetExtent::local) {
    needed_.find(rings_, nodes, marked_);
    allowed_.assign(rings_.nodes(), 0);
    for (const std::uint32_t rank : needed_.ranks())
      allowed_[rank] = 1;
  }
  const bool full = extent == TetExtent::full;
  heap_.march(rings_, positions_, step_of(march_), allowed_,
              full ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(marked_));
  visited_ = 0;
  for (std::uint32_t rank = 0; rank < rings_.reached(); ++rank) {
    if (!heap_.fixed(rank))
      continue;
    ++visited_;
    const Foot& foot = heap_.foot(rank);
    distances_[rank] = std::sqrt(foot.squared);
    features_[rank] = march_ == TetMarch::cpfm || rank < rings_.boundary_nodes()
                          ? feature_of_node(rings_, foot)
                          : 4 * foot.triangle + whole_triangle;
  }
}

void DistanceField::take_marked(std::span<const std::uint32_t> nodes) {
  place_.resize(rings_.nodes(), SolidRings::none);
  for (const std::uint32_t rank : marked_)
    if (rank < place_.size())
      place_[rank] = SolidRings::none;
  marked_.clear();
  for (const std::uint32_t node : nodes)
    if (rings_.rank_of(node) < rings_.reached())
      marked_.push_back(rings_.rank_of(node));
  std::sort(marked_.begin(), marked_.end());
}

/// Of marked nodes, which contacts ask for again and again.
void DistanceField::find_closest(int threads) {
  closest_.resize(marked_.size());
  in_blocks(0, marked_.size(), threads,
            [&](std::size_t i) { closest_[i] = closest(rings_.node_of(marked_[i])); });
  for (std::uint32_t i = 0; i < marked_.size(); ++i)
    place_[marked_[i]] = i;
}

void DistanceField::update(const Solid& solid, const DistancesWanted& wanted) {
  const bool same = take_topology(solid);
  nodes_ = solid.nodes;
  take_marked(wanted.marked);
  const bool rigid = solid.rigid && solid.at_rest.size() == solid.nodes.size();
  if (!rigid || !same || at_rest_ != solid.at_rest.data() || march_ != wanted.march) {
    at_rest_ = rigid ? solid.at_rest.data() : nullptr;
    march_ = wanted.march;
    march(rigid ? solid.at_rest : solid.nodes, rigid ? TetExtent::full : wanted.extent, wanted.threads);
  }
  find_closest(wanted.threads);
}

void DistanceField::march(std::span<const Vec3> nodes, TetExtent extent, int threads) {
  forget_distances();
  extent_ = extent;
  visited_ = 0;
  if (extent != TetExtent::full && marked_.empty())
    return;
  if (march_ == TetMarch::rings)
    march_rings(nodes, extent, threads);
  else
    march_heap(nodes, extent);
}

bool DistanceField::came_to(std::uint32_t node) const {
  const std::uint32_t rank = rings_.rank_of(node);
  if (visited_ == 0 || rank >= rings_.reached())
    return false;
  if (march_ != TetMarch::rings)
    return heap_.fixed(rank);
  return extent_ != TetExtent::local ||
         std::binary_search(needed_.ranks().begin(), needed_.ranks().end(), rank);
}

Closest DistanceField::on_triangle(const Vec3& point, std::uint32_t feature) const {
  Closest closest;
  closest.triangle = feature / 4;
  std::array<Vec3, 3> place;
  for (std::size_t k = 0; k < 3; ++k) {
    closest.corner[k] = rings_.node_of(rings_.triangles()[closest.triangle][k]);
    place[k] = nodes_[closest.corner[k]];
  }
  if (feature % 4 != whole_triangle) {
    closest.weight[feature % 4] = 1;
    closest.place = place[feature % 4];
    return closest;
  }
  const OnTriangle found = closest_on({0, 1, 2}, place, point);
  closest.weight = found.weights;
  closest.place = found.place;
  return closest;
}

Closest DistanceField::closest(std::uint32_t node) const {
  if (const std::uint32_t place = place_[rings_.rank_of(node)]; place != SolidRings::none)
    return closest_[place];
  return on_triangle(nodes_[node], features_[rings_.rank_of(node)]);
}

Closest DistanceField::walk_from(const Closest& start, const Vec3& point) const {
  Closest best = start;
  double least = (point - best.place).squaredNorm();
  for (int fan = 0; fan < most_fans; ++fan) {
    const auto nearest = std::max_element(best.weight.begin(), best.weight.end()) - best.weight.begin();
    const std::uint32_t around = rings_.rank_of(best.corner[static_cast<std::size_t>(nearest)]);
    const double before = least;
    for (const SolidRings::Corner& corner : rings_.fan(around)) {
      const Closest found = on_triangle(point, 4 * corner.triangle + whole_triangle);
      if (const double squared = (point - found.place).squaredNorm(); squared < least) {
        least = squared;
        best = found;
      }
    }
    if (!(least < before))
      break;
  }
  return best;
}

Closest DistanceField::closest_to(const Vec3& point, const Tetrahedron& nodes) const {
  Closest best;
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t node : nodes) {
    const Closest found = on_triangle(point, features_[rings_.rank_of(node)] | whole_triangle);
    if (const double squared = (point - found.place).squaredNorm(); squared < least) {
      least = squared;
      best = found;
    }
  }
  return std::isfinite(least) ? walk_from(best, point) : best;
}

} // namespace lamina::tetdistance
