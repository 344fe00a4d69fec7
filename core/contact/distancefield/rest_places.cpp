#include "core/contact/distancefield/rest_places.h"

#include "core/math/box_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lamina::distancefield {

namespace {

constexpr std::uint32_t tetrahedra_a_leaf = 4;

} // namespace

bool RestPlaces::has_other_tetrahedra(const Solid& solid) const {
  return solid.tetrahedra.data() != solid_.tetrahedra.data() || solid.topology != solid_.topology ||
         solid.tetrahedra.size() != order_.size() || solid.at_rest.data() != solid_.at_rest.data();
}

void RestPlaces::update(const Solid& solid) {
  const bool others = has_other_tetrahedra(solid);
  solid_ = solid;
  if (others) {
    order_.resize(solid.tetrahedra.size());
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.clear();
    if (!order_.empty())
      build(0, static_cast<std::uint32_t>(order_.size()));
  }
  frames_.resize(order_.size());
  for (std::size_t t = 0; t < frames_.size(); ++t)
    frames_[t] = tetrahedra::TetFrame(solid.nodes, solid.tetrahedra[t]);
  fit();
}

Vec3 RestPlaces::rest_centre(std::uint32_t tetrahedron) const {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t node : solid_.tetrahedra[tetrahedron])
    sum += solid_.at_rest[node];
  return sum;
}

void RestPlaces::build(std::uint32_t begin, std::uint32_t end) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({{}, begin, end, 0});
  if (end - begin <= tetrahedra_a_leaf)
    return;
  Box centres;
  for (std::uint32_t i = begin; i < end; ++i)
    centres.include(rest_centre(order_[i]));
  int axis = 0;
  centres.size().maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) {
                     const double at_a = rest_centre(a)[axis], at_b = rest_centre(b)[axis];
                     return at_a != at_b ? at_a < at_b : a < b;
                   });
  build(begin, middle);
  nodes_[node].second = static_cast<std::uint32_t>(nodes_.size());
  build(middle, end);
}

void RestPlaces::fit() {
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    Node& node = nodes_[n];
    node.box = {};
    if (node.second != 0) {
      node.box = nodes_[n + 1].box;
      node.box.include(nodes_[node.second].box);
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      if (frames_[order_[i]].usable())
        for (const std::uint32_t corner : solid_.tetrahedra[order_[i]])
          node.box.include(solid_.nodes[corner]);
  }
}

/// Towards a place of the tetrahedron near the point: the one whose weights are the point's, without those
/// below nought.
void RestPlaces::test(std::uint32_t tetrahedron, const Vec3& point, Nearest& nearest) const {
  const tetrahedra::TetFrame& frame = frames_[tetrahedron];
  if (!frame.usable())
    return;
  tetrahedra::TetWeights weights = frame.weights(point);
  double squared = 0;
  if (!tetrahedra::is_inside(weights)) {
    double sum = 0;
    for (double& weight : weights)
      sum += weight = std::max(weight, 0.0);
    Vec3 place = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k)
      place += weights[k] / sum * solid_.nodes[solid_.tetrahedra[tetrahedron][k]];
    squared = (place - point).squaredNorm();
  }
  if (!nearest.found ? std::isfinite(squared) : squared < nearest.squared)
    nearest = {squared, tetrahedron, true};
}

void RestPlaces::search(const Vec3& point, std::uint32_t node, Nearest& nearest) const {
  const Node& here = nodes_[node];
  if (here.second == 0) {
    for (std::uint32_t i = here.begin; i < here.end && !(nearest.found && nearest.squared == 0); ++i)
      test(order_[i], point, nearest);
    return;
  }
  const std::array<std::uint32_t, 2> halves{node + 1, here.second};
  std::array<double, 2> squared;
  for (std::size_t k = 0; k < 2; ++k)
    squared[k] = nodes_[halves[k]].box.empty() ? std::numeric_limits<double>::infinity()
                                               : squared_distance(nodes_[halves[k]].box, point);
  const std::size_t first = squared[1] < squared[0] ? 1 : 0;
  for (const std::size_t k : {first, 1 - first})
    if (nearest.found ? squared[k] < nearest.squared : std::isfinite(squared[k]))
      search(point, halves[k], nearest);
}

std::optional<RestPlace> RestPlaces::of(const Vec3& point) const {
  Nearest nearest;
  if (!nodes_.empty() && point.allFinite())
    search(point, 0, nearest);
  if (!nearest.found)
    return std::nullopt;
  const Tetrahedron& t = solid_.tetrahedra[nearest.tetrahedron];
  const tetrahedra::TetFrame& frame = frames_[nearest.tetrahedron];
  const tetrahedra::TetWeights weights = frame.weights(point);
  RestPlace place;
  place.away = std::sqrt(nearest.squared);
  place.position = solid_.at_rest[t[0]];
  place.gradient.setZero();
  for (std::size_t k = 1; k < 4; ++k) {
    const Vec3 edge = solid_.at_rest[t[k]] - solid_.at_rest[t[0]];
    place.position += weights[k] * edge;
    place.gradient += edge * frame.gradient(k).transpose();
  }
  return place;
}

field::FieldValue value_at(const RestField& rest, const RestPlaces& places, const Vec3& point, double reach) {
  const std::optional<RestPlace> place = places.of(point);
  if (!place)
    return {.distance = std::numeric_limits<double>::infinity()};
  if (place->away > reach)
    return {.distance = place->away};
  field::FieldValue value = rest.field().at(place->position);
  if (!value.known)
    return value;
  const Vec3 carried = place->gradient.transpose() * value.gradient;
  const double faster = carried.norm() / value.gradient.norm();
  if (faster > 0 && std::isfinite(faster)) {
    value.distance /= faster;
    value.gradient = carried / faster;
  }
  return value;
}

} // namespace lamina::distancefield
