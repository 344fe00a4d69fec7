#include "core/body/node_mapping.h"

#include <algorithm>

namespace lamina {

namespace {

/// Sorts by `key` and sums up what has the same key. The sort is stable, so sums have one order.
template <class Entry, class Key, class Value>
void merge(std::vector<Entry>& entries, std::size_t first, Key key, Value value) {
  const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, entries.end(), [key](const Entry& a, const Entry& b) { return a.*key < b.*key; });
  auto last = begin;
  for (auto entry = begin; entry != entries.end(); ++entry) {
    if (entry != begin && (*last).*key == (*entry).*key)
      (*last).*value += (*entry).*value;
    else if (entry != begin)
      *++last = *entry;
  }
  if (begin != entries.end())
    entries.erase(last + 1, entries.end());
}

} // namespace

NodeMapping NodeMapping::identity(std::span<const std::uint32_t> node_of_vertex) {
  NodeMapping mapping;
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
  for (const VertexGradient& entry : entries)
    for (const Weight& weight : of(entry.vertex))
      out.push_back({weight.node, weight.weight * entry.value});
  merge(out, first, &BlockEntry::block, &BlockEntry::value);
}

void NodeMapping::point(const Triangle& triangle, const std::array<float, 2>& barycentric,
                        std::vector<Weight>& out) const {
  const std::size_t first = out.size();
  const double shares[3] = {1.0 - static_cast<double>(barycentric[0]) - static_cast<double>(barycentric[1]),
                            barycentric[0], barycentric[1]};
  for (std::size_t k = 0; k < 3; ++k)
    for (const Weight& weight : of(triangle[k]))
      out.push_back({weight.node, shares[k] * weight.weight});
  merge(out, first, &Weight::node, &Weight::weight);
}

} // namespace lamina
