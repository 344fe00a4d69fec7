#include "core/contact/hashing/consistent_depth.h"

#include <algorithm>
#include <cmath>

namespace lamina::hashing {

using namespace tetrahedra;

namespace {

/// Directions that cancel but for this share of them point nowhere.
constexpr double least_agreement = 1e-6;

/// Of something so far away (m); what lies where the point does counts as all but alone.
double weight_at(const Vec3& way) {
  constexpr double nothing = 1e-100; // m²
  return 1 / std::max(way.squaredNorm(), nothing);
}

} // namespace

void ConsistentDepth::find(const HashedBody& own, const HashedBody& other,
                           std::span<const PointInTet> found) {
  list(own, found);
  find_border(own, other);
  spread(own);
  lead_out_enclosed(own, other);
  for (const DeepPoint& deep : points_)
    index_of_[deep.point] = outside;
}

void ConsistentDepth::list(const HashedBody& own, std::span<const PointInTet> found) {
  points_.clear();
  sums_.clear();
  if (index_of_.size() < own.point_count())
    index_of_.resize(own.point_count(), outside);
  for (const PointInTet& hit : found)
    if (const std::uint32_t point = own.point_of(hit.point); index_of_[point] == outside)
      add(point, hit.tetrahedron, hit.weights);
}

void ConsistentDepth::add(std::uint32_t point, std::uint32_t tetrahedron, const TetWeights& weights) {
  index_of_[point] = static_cast<std::uint32_t>(points_.size());
  points_.push_back({.point = point, .tetrahedron = tetrahedron, .weights = weights});
  sums_.emplace_back();
}

void ConsistentDepth::find_border(const HashedBody& own, const HashedBody& other) {
  const Solid& solid = other.solid();
  // Nodes inside are added as edges lead to them.
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    const Vec3& at = own.point(points_[i].point);
    for (const std::uint32_t neighbour : own.neighbours().of(points_[i].point)) {
      if (index_of_[neighbour] != outside)
        continue;
      const Vec3& to = own.point(neighbour);
      const SolidWay way =
          follow_way(solid.nodes, solid.tetrahedra, other.faces(), points_[i].tetrahedron, at, to);
      if (way.exit)
        add_crossing(i, at, *way.exit, other.unit_normal(way.exit->triangle));
      else if (way.end && own.vertex_of(neighbour) == no_vertex &&
               !(&own == &other && is_node_of(neighbour, solid.tetrahedra[*way.end])))
        add(neighbour, *way.end, TetFrame(solid.nodes, solid.tetrahedra[*way.end]).weights(to));
    }
  }
  border_ = 0;
  heap_.clear();
  for (std::uint32_t i = 0; i < points_.size(); ++i)
    if (sums_[i].border) {
      ++border_;
      heap_.push_back({sums_[i].mean_depth(), i});
    }
}

void ConsistentDepth::add_crossing(std::uint32_t index, const Vec3& at, const SolidExit& exit,
                                   const Vec3& normal) {
  if (normal.isZero(0))
    return;
  Sums& sums = sums_[index];
  const Vec3 way = exit.position - at;
  const double weight = weight_at(way);
  sums.weight += weight;
  sums.depth += weight * way.dot(normal);
  sums.direction += weight * normal;
  sums.border = sums.weight > 0;
  if (weight > sums.nearest) {
    sums.nearest = weight;
    points_[index].crossed = exit;
  }
}

/// Depth and direction are what the sums say from now on.
void ConsistentDepth::fix(std::uint32_t index) {
  const Sums& sums = sums_[index];
  DeepPoint& deep = points_[index];
  deep.depth = sums.mean_depth();
  const double length = sums.direction.norm();
  if (length > least_agreement * sums.weight)
    deep.direction = sums.direction / length;
}

void ConsistentDepth::add_neighbour(const HashedBody& own, const DeepPoint& known, std::uint32_t index) {
  DeepPoint& deep = points_[index];
  Sums& sums = sums_[index];
  const Vec3 way = own.point(known.point) - own.point(deep.point);
  const double weight = weight_at(way);
  sums.weight += weight;
  sums.depth += weight * (way.dot(known.direction) + known.depth);
  sums.direction += weight * known.direction;
  if (weight > sums.nearest) {
    sums.nearest = weight;
    deep.crossed = known.crossed;
  }
  heap_.push_back({sums.mean_depth(), index});
  std::push_heap(heap_.begin(), heap_.end());
}

void ConsistentDepth::spread(const HashedBody& own) {
  std::make_heap(heap_.begin(), heap_.end());
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end());
    const Next next = heap_.back();
    heap_.pop_back();
    Sums& sums = sums_[next.index];
    // Whose depth has changed has a newer place in the heap.
    if (sums.done || next.depth != sums.mean_depth())
      continue;
    sums.done = true;
    fix(next.index);
    const DeepPoint& known = points_[next.index];
    if (known.direction.isZero(0))
      continue;
    for (const std::uint32_t neighbour : own.neighbours().of(known.point))
      if (const std::uint32_t i = index_of_[neighbour]; i != outside && !sums_[i].border && !sums_[i].done)
        add_neighbour(own, known, i);
  }
}

} // namespace lamina::hashing
