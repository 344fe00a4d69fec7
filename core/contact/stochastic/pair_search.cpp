#include "core/contact/stochastic/pair_search.h"

#include "core/base/hash.h"
#include "core/contact/enclosed/nearest_place.h"

#include <algorithm>
#include <limits>

namespace lamina::stochastic {

namespace {

/// Of the diagonal of the smaller surface's bounds: pairs farther apart are dropped, and boxes are inflated
/// by half of it before vertices are drawn from their overlap.
constexpr double far_share = 0.1;

/// A step draws so large a part of the pairs that may be kept, even if there is no place left for them. The
/// first one between two surfaces draws all.
constexpr std::size_t drawn_part = 4;

constexpr int draws_a_pair = 4;

/// Neighbours that a vertex tries to move to before it stays.
constexpr int tries_a_move = 3;

/// Of the distance to a foot: what a ray meets this near to its foot may be the foot itself.
constexpr double about_the_foot = 1e-6;

/// All pairs of surfaces draw other numbers, in every run the same.
constexpr std::uint64_t random_seed = 0x54303420'73656333;

} // namespace

void PairSearch::begin(const SearchedSurface& a, const SearchedSurface& b, const Budget& budget) {
  counts_ = {};
  found_.clear();
  touches_.clear();
  surfaces_ = {&a, &b};
  budget_ = budget;
  far_ = far_share * std::min(a.bounds().size().norm(), b.bounds().size().norm());
  listed_ = false;
  passed_.clear();
  visited_.clear();
  spread_so_far_ = 0;
}

void PairSearch::run(const SearchedSurface& a, const SearchedSurface& b, std::size_t most_pairs,
                     Budget budget, PairMemory& memory) {
  begin(a, b, budget);
  const bool first = memory.drawn == 0;
  const std::size_t wanted = first ? most_pairs : (most_pairs + drawn_part - 1) / drawn_part;
  follow(memory);
  draw(wanted, true, memory);
  spread_found();
  draw(wanted - std::min(wanted, counts_.drawn), false, memory);
  spread_found();
  keep_nearest(most_pairs, memory);
  counts_.evaluations = budget_.spent();
  counts_.out_of_budget = budget_.over();
}

void PairSearch::run_trees(const SearchedSurface& a, const SearchedSurface& b, const TriangleTree& tree_a,
                           const TriangleTree& tree_b, Budget budget) {
  begin(a, b, budget);
  trees_.run(tree_a, tree_b, budget_, [&](std::uint32_t of_a, std::uint32_t of_b) {
    queue_.clear();
    for (const std::uint32_t v : a.triangle(of_a))
      queue_.push_back({0, v, of_b});
    for (const std::uint32_t v : b.triangle(of_b))
      queue_.push_back({1, v, of_a});
    spread();
  });
  counts_.evaluations = budget_.spent();
  counts_.out_of_budget = budget_.over();
}

// Surfaces may have other triangles than in the last step; what has no vertex or triangle any more is lost.
void PairSearch::follow(const PairMemory& memory) {
  for (const TrackedPair& pair : memory.tracked) {
    const SearchedSurface& own = *surfaces_[pair.side];
    if (pair.vertex >= own.vertex_count() || !own.fans().has_triangles(pair.vertex) ||
        pair.triangle >= other(pair.side).triangle_count())
      continue;
    ++counts_.followed;
    go_down(pair);
  }
}

/// Whether a vertex may lie where it seems to. A foot is the nearest place of its neighbourhood alone: that
/// of a vertex beyond the far side of a body would make it a deep one. Within a surface a vertex lies in its
/// box, no deeper than that is wide, and looks back at what it came through.
bool PairSearch::plausible(std::uint8_t side, std::uint32_t vertex, const Place& at) const {
  if (!(at.distance < 0))
    return true;
  const SearchedSurface &own = *surfaces_[side], &within = other(side);
  return -at.distance <= within.most_depth() &&
         (within.endless() || within.bounds().contains(own.position(vertex))) &&
         own.fans().area_vector(vertex, own.surface().positions).dot(at.outwards) < 0;
}

/// Whether nothing of the surface lies between a vertex within it and its foot. Only a nearest place that is
/// one of its neighbourhood alone has something before it: the near side of a wall that the vertex stands
/// before, with its foot on the far side.
///
///          ┌──────┐
///     ●┈┈┈┈┼┈┈┈┈┈┈▼ foot
///   vertex └──────┘
bool PairSearch::sees_foot(const FoundPair& found) const {
  if (!(found.at.distance < 0))
    return true;
  const SearchedSurface& within = other(found.pair.side);
  bvh::Ray ray{surfaces_[found.pair.side]->position(found.pair.vertex), found.at.outwards};
  ray.before = -found.at.distance * (1 - about_the_foot);
  return !enclosed::first_hit({within.surface()}, ray).exists();
}

/// Follows a pair to its local minimum, and keeps it there.
void PairSearch::go_down(TrackedPair pair) {
  const std::optional<Place> at =
      find_place(other(pair.side), pair.triangle, surfaces_[pair.side]->position(pair.vertex), budget_);
  if (!at) {
    counts_.far += !budget_.over();
    return;
  }
  FoundPair found{pair, *at};
  do {
    if (!plausible(pair.side, found.pair.vertex, found.at)) {
      ++counts_.far;
      return;
    }
    if (!passed_.insert(pair.side, found.pair.vertex)) {
      ++counts_.duplicates;
      return;
    }
  } while (move_nearer(found));
  if (found.at.distance > far_ || !sees_foot(found)) {
    ++counts_.far;
    return;
  }
  found.pair.triangle = found.at.foot.triangle;
  found_.push_back(found);
}

/// Moves the vertex to a neighbour with a smaller distance, if there is one. Distance grows along `outwards`,
/// which tells where to look first; walks from the last foot decide.
bool PairSearch::move_nearer(FoundPair& found) {
  const SearchedSurface& own = *surfaces_[found.pair.side];
  const auto expected = [&](std::uint32_t q) {
    return (own.position(q) - found.at.foot.position).dot(found.at.outwards);
  };
  double tried = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < tries_a_move; ++i) {
    double least = found.at.distance;
    std::uint32_t best = VertexSet::none;
    for (const std::uint32_t q : own.neighbours(found.pair.vertex))
      if (const double e = expected(q); e < least && e > tried) {
        least = e;
        best = q;
      }
    if (best == VertexSet::none)
      return false;
    const std::optional<Place> at =
        find_place(other(found.pair.side), found.at.foot.triangle, own.position(best), budget_);
    if (at && at->distance < found.at.distance) {
      found.pair.vertex = best;
      found.at = *at;
      return true;
    }
    tried = least;
  }
  return false;
}

/// The deepest first, then the nearest.
void PairSearch::keep_nearest(std::size_t most_pairs, PairMemory& memory) {
  std::sort(found_.begin(), found_.end(), [](const FoundPair& p, const FoundPair& q) {
    return p.at.distance != q.at.distance ? p.at.distance < q.at.distance
           : p.pair.side != q.pair.side   ? p.pair.side < q.pair.side
                                          : p.pair.vertex < q.pair.vertex;
  });
  if (found_.size() > most_pairs)
    found_.resize(most_pairs);
  memory.tracked.clear();
  for (const FoundPair& found : found_)
    memory.tracked.push_back(found.pair);
}

// Drawing.

/// The vertices of either surface in the overlap of the inflated boxes.
void PairSearch::list_candidates() {
  listed_ = true;
  Box overlap = surfaces_[0]->bounds().intersection(surfaces_[1]->bounds());
  overlap.min.array() -= 0.5 * far_;
  overlap.max.array() += 0.5 * far_;
  for (std::size_t side = 0; side < 2; ++side) {
    candidates_[side].clear();
    const SearchedSurface& surface = *surfaces_[side];
    for (std::uint32_t v = 0; v < surface.vertex_count(); ++v)
      if (overlap.contains(surface.position(v)) && surface.fans().has_triangles(v))
        candidates_[side].push_back(v);
  }
}

std::uint64_t PairSearch::random(std::uint64_t below, PairMemory& memory) const {
  const std::uint64_t word =
      hash_word(memory.drawn++, hash_word(memory.body[1], hash_word(memory.body[0], random_seed)));
  return (word >> 32) * below >> 32;
}

/// Of a surface that has none in the overlap any; VertexSet::none for one without triangles.
std::uint32_t PairSearch::random_vertex(std::uint8_t side, PairMemory& memory) const {
  const std::vector<std::uint32_t>& listed = candidates_[side];
  if (!listed.empty())
    return listed[random(listed.size(), memory)];
  const auto vertex = static_cast<std::uint32_t>(random(surfaces_[side]->vertex_count(), memory));
  return surfaces_[side]->fans().has_triangles(vertex) ? vertex : VertexSet::none;
}

/// Moves both vertices by turns to neighbours that are nearer to the other (T04 section 3.2); false where the
/// budget ends.
bool PairSearch::climb(std::array<std::uint32_t, 2>& vertices) {
  const auto squared = [&](std::size_t side, std::uint32_t v) {
    return (surfaces_[side]->position(v) - surfaces_[1 - side]->position(vertices[1 - side])).squaredNorm();
  };
  double least = squared(0, vertices[0]);
  int stays = 0;
  for (std::size_t side = 0; stays < 2; side = 1 - side) {
    std::uint32_t best = vertices[side];
    for (const std::uint32_t q : surfaces_[side]->neighbours(vertices[side])) {
      if (!budget_.take())
        return false;
      if (const double there = squared(side, q); there < least) {
        least = there;
        best = q;
      }
    }
    stays = best == vertices[side] ? stays + 1 : 0;
    vertices[side] = best;
  }
  return true;
}

/// Moves a vertex by turns to the neighbour that is nearest to its foot. Distances have no sign here, so that
/// a vertex beyond the far side of a body comes to look away from its foot (plausible).
std::optional<TrackedPair> PairSearch::approach(std::uint8_t side, std::uint32_t vertex,
                                                std::uint32_t opposite) {
  const SearchedSurface& own = *surfaces_[side];
  auto foot = walk_from_vertex(other(side), opposite, own.position(vertex), budget_);
  while (foot) {
    double least = foot->squared;
    std::uint32_t best = vertex;
    for (const std::uint32_t q : own.neighbours(vertex)) {
      if (!budget_.take())
        return std::nullopt;
      if (const double there = (own.position(q) - foot->position).squaredNorm(); there < least) {
        least = there;
        best = q;
      }
    }
    if (best == vertex)
      return TrackedPair{side, vertex, foot->triangle};
    vertex = best;
    foot = walk_from(other(side), foot->triangle, own.position(vertex), budget_);
  }
  return std::nullopt;
}

/// The nearest of four, as near as steps from vertex to vertex come. Nothing where the budget ends, or there
/// is nothing to draw from.
std::optional<TrackedPair> PairSearch::draw_one(PairMemory& memory) {
  std::array<std::uint32_t, 2> nearest{};
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < draws_a_pair; ++i) {
    const std::array vertices{random_vertex(0, memory), random_vertex(1, memory)};
    if (vertices[0] == VertexSet::none || vertices[1] == VertexSet::none)
      continue;
    if (!budget_.take())
      return std::nullopt;
    const double squared =
        (surfaces_[0]->position(vertices[0]) - surfaces_[1]->position(vertices[1])).squaredNorm();
    if (squared < least) {
      least = squared;
      nearest = vertices;
    }
  }
  // A surface without vertices in the overlap has none that could touch.
  std::uint8_t side = static_cast<std::uint8_t>(random(2, memory));
  if (candidates_[side].empty())
    side = static_cast<std::uint8_t>(1 - side);
  const bool both = !candidates_[0].empty() && !candidates_[1].empty();
  if (!(least < std::numeric_limits<double>::infinity()) || (both && !climb(nearest)))
    return std::nullopt;
  return approach(side, nearest[side], nearest[1 - side]);
}

/// `to_quarter`: ends where a fourth of the budget is spent.
void PairSearch::draw(std::size_t most, bool to_quarter, PairMemory& memory) {
  if (most == 0)
    return;
  if (!listed_)
    list_candidates();
  for (std::size_t i = 0; i < most && !budget_.over() && !(to_quarter && budget_.quarter_spent()); ++i) {
    ++counts_.drawn;
    if (const std::optional<TrackedPair> pair = draw_one(memory))
      go_down(*pair);
  }
}

// Spreading.

void PairSearch::add_touch(const Touch& touch) {
  touches_.push_back(touch);
  for (const std::uint32_t q : surfaces_[touch.side]->neighbours(touch.vertex))
    queue_.push_back({touch.side, q, touch.at.foot.triangle});
  // What it lies in may have vertices within its own surface.
  const auto back = static_cast<std::uint8_t>(1 - touch.side);
  const std::uint32_t own = surfaces_[touch.side]->fans().first_triangle(touch.vertex);
  for (const std::uint32_t q : other(touch.side).triangle(touch.at.foot.triangle))
    queue_.push_back({back, q, own});
}

/// A vertex outside may have neighbours within: those that are farther away than the surface.
void PairSearch::spread_from(const FoundPair& found) {
  const auto [side, vertex, triangle] = found.pair;
  const SearchedSurface& own = *surfaces_[side];
  if (found.at.distance < 0) {
    if (visited_.insert(side, vertex))
      add_touch({side, vertex, found.at});
    return;
  }
  for (const std::uint32_t q : own.neighbours(vertex))
    if ((own.position(q) - own.position(vertex)).norm() > found.at.distance)
      queue_.push_back({side, q, triangle});
}

void PairSearch::spread_found() {
  queue_.clear();
  for (; spread_so_far_ < found_.size(); ++spread_so_far_)
    spread_from(found_[spread_so_far_]);
  spread();
}

/// Goes from all that is in the queue and touches to its neighbours as long as these touch, too, in the order
/// in which they were come to.
void PairSearch::spread() {
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Next next = queue_[i];
    if (!visited_.insert(next.side, next.vertex))
      continue;
    const Vec3& point = surfaces_[next.side]->position(next.vertex);
    const std::optional<Place> at = find_place(other(next.side), next.triangle, point, budget_);
    if (budget_.over())
      return;
    if (at && at->distance < 0 && plausible(next.side, next.vertex, *at))
      add_touch({next.side, next.vertex, *at});
  }
}

} // namespace lamina::stochastic
