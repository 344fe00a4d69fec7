#include "core/body/node_mapping.h"

#include "core/base/merge_by_key.h"

#include <array>

namespace lamina {

NodeMapping NodeMapping::identity(std::span<const std::uint32_t> node_of_vertex) {
  NodeMapping mapping;
  mapping.weights_.reserve(node_of_vertex.size());
  mapping.end_.reserve(node_of_vertex.size());
  for (const std::uint32_t node : node_of_vertex)
    mapping.add_vertex(std::array<Weight, 1>{Weight{node, 1.0}});
  return mapping;
}

void NodeMapping::add_vertex(std::span<const Weight> weights) {
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  end_.push_back(static_cast<std::uint32_t>(weights_.size()));
}

std::span<const NodeMapping::Weight> NodeMapping::of(std::uint32_t vertex) const {
  const std::uint32_t begin = vertex == 0 ? 0 : end_[vertex - 1];
  return {weights_.data() + begin, end_[vertex] - begin};
}

void NodeMapping::apply(std::span<const Vec3> nodes, std::vector<Vec3>& positions) const {
  std::uint32_t at = 0;
  for (std::size_t v = 0; v < end_.size(); ++v) {
    Vec3 sum = Vec3::Zero();
    for (; at < end_[v]; ++at)
      sum += weights_[at].weight * nodes[weights_[at].node];
    positions[v] = sum;
  }
}

void NodeMapping::transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const {
  const std::size_t first = out.size();
  const auto vertices = static_cast<std::uint32_t>(vertex_count());
  for (const VertexGradient& entry : entries) {
    if (entry.vertex >= vertices) {
      out.push_back({entry.vertex - vertices, entry.value});
      continue;
    }
    for (const Weight& weight : of(entry.vertex))
      out.push_back({weight.node, weight.weight * entry.value});
  }
  merge_by_key(out, first, &BlockEntry::block, &BlockEntry::value);
}

void NodeMapping::point(const Triangle& triangle, const std::array<float, 2>& barycentric,
                        std::vector<Weight>& out) const {
  const std::size_t first = out.size();
  const double shares[3] = {1.0 - static_cast<double>(barycentric[0]) - static_cast<double>(barycentric[1]),
                            barycentric[0], barycentric[1]};
  for (std::size_t k = 0; k < 3; ++k)
    for (const Weight& weight : of(triangle[k]))
      out.push_back({weight.node, shares[k] * weight.weight});
  merge_by_key(out, first, &Weight::node, &Weight::weight);
}

} // namespace lamina
