#include "core/contact/hashing/consistent_depth.h"

#include <algorithm>
#include <cmath>

namespace lamina::hashing {

using namespace tetrahedra;

namespace {

constexpr std::uint32_t outside = ~std::uint32_t{0};

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
  list(found, own.points().positions.size());
  find_border(own, other);
  spread(own);
  for (const DeepPoint& deep : points_)
    index_of_[deep.point] = outside;
}

void ConsistentDepth::list(std::span<const PointInTet> found, std::size_t points_of_body) {
  points_.clear();
  if (index_of_.size() < points_of_body)
    index_of_.resize(points_of_body, outside);
  for (const PointInTet& hit : found) {
    if (!points_.empty() && points_.back().point == hit.point)
      continue;
    index_of_[hit.point] = static_cast<std::uint32_t>(points_.size());
    points_.push_back({.point = hit.point, .tetrahedron = hit.tetrahedron, .weights = hit.weights});
  }
  sums_.assign(points_.size(), {});
}

void ConsistentDepth::find_border(const HashedBody& own, const HashedBody& other) {
  border_ = 0;
  heap_.clear();
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    DeepPoint& deep = points_[i];
    Sums& sums = sums_[i];
    const Vec3& at = own.point(deep.point);
    for (const std::uint32_t neighbour : own.neighbours().of(deep.point)) {
      if (index_of_[neighbour] != outside)
        continue;
      const std::optional<SolidExit> exit =
          find_exit(other.solid().nodes, other.solid().tetrahedra, other.faces(), deep.tetrahedron, at,
                    own.point(neighbour));
      const Vec3 normal = exit ? other.unit_normal(exit->triangle) : Vec3(Vec3::Zero());
      if (normal.isZero(0))
        continue;
      const Vec3 way = exit->position - at;
      const double weight = weight_at(way);
      sums.weight += weight;
      sums.depth += weight * way.dot(normal);
      sums.direction += weight * normal;
      if (weight > sums.nearest) {
        sums.nearest = weight;
        deep.crossed = exit;
      }
    }
    if (sums.weight == 0)
      continue;
    ++border_;
    sums.border = true;
    heap_.push_back({sums.mean_depth(), i});
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
