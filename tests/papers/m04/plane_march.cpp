#include "tests/papers/m04/plane_march.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace lamina::papers::m04 {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double squared_to_edge(const Vec2& point, const Vec2& a, const Vec2& b) {
  const Vec2 side = b - a;
  const double length = side.squaredNorm();
  const double along = length > 0 ? std::clamp(side.dot(point - a) / length, 0.0, 1.0) : 0;
  return (point - a - along * side).squaredNorm();
}

class PlaneMarch {
public:
  PlaneMarch(const PlaneTopology& topology, std::span<const Vec2> nodes, PlaneStep step)
      : topology_(topology), nodes_(nodes), step_(step), squared_(nodes.size(), infinity),
        feature_(nodes.size(), PlaneTopology::none), fixed_(nodes.size(), 0) {}

  std::vector<double> run() {
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      if (topology_.on_boundary(node))
        improve(node, 0, step_ == PlaneStep::point ? node : PlaneTopology::none);
    while (!heap_.empty()) {
      const std::uint32_t node = heap_.top().second;
      heap_.pop();
      if (std::exchange(fixed_[node], 1))
        continue;
      for (const std::uint32_t next : topology_.joined.of(node))
        if (!fixed_[next])
          offer(node, next);
    }
    for (double& squared : squared_)
      squared = std::sqrt(squared);
    return std::move(squared_);
  }

private:
  void offer(std::uint32_t from, std::uint32_t to) {
    if (step_ == PlaneStep::point)
      improve(to, (nodes_[to] - nodes_[feature_[from]]).squaredNorm(), feature_[from]);
    else if (topology_.on_boundary(from))
      for (const std::uint32_t edge : topology_.edges_at[from])
        offer_edge(edge, to);
    else
      offer_edge(feature_[from], to);
  }
  void offer_edge(std::uint32_t edge, std::uint32_t to) {
    const auto& [a, b] = topology_.boundary[edge];
    improve(to, squared_to_edge(nodes_[to], nodes_[a], nodes_[b]), edge);
  }
  void improve(std::uint32_t node, double squared, std::uint32_t feature) {
    if (!(squared < squared_[node]))
      return;
    squared_[node] = squared;
    feature_[node] = feature;
    heap_.push({squared, node});
  }

  const PlaneTopology& topology_;
  std::span<const Vec2> nodes_;
  PlaneStep step_;
  std::vector<double> squared_; ///< m²
  std::vector<std::uint32_t> feature_;
  std::vector<char> fixed_;
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

} // namespace

PlaneTopology::PlaneTopology(const PlaneMesh& mesh)
    : joined(std::span<const Triangle>(mesh.triangles), mesh.nodes.size()), boundary(plane_boundary(mesh)),
      edges_at(mesh.nodes.size(), {none, none}) {
  for (std::uint32_t edge = 0; edge < boundary.size(); ++edge)
    for (const std::uint32_t node : boundary[edge]) {
      if (edges_at[node][0] == none)
        edges_at[node][0] = edge;
      edges_at[node][1] = edge;
    }
}

std::vector<double> march_plane(const PlaneTopology& topology, std::span<const Vec2> nodes, PlaneStep step) {
  return PlaneMarch(topology, nodes, step).run();
}

std::vector<double> exact_plane(const PlaneTopology& topology, std::span<const Vec2> nodes) {
  std::vector<double> distances;
  for (const Vec2& node : nodes) {
    double least = infinity;
    for (const auto& [a, b] : topology.boundary)
      least = std::min(least, squared_to_edge(node, nodes[a], nodes[b]));
    distances.push_back(std::sqrt(least));
  }
  return distances;
}

} // namespace lamina::papers::m04
