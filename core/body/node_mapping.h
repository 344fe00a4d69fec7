#pragma once

#include "core/body/body.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// A surface carried by nodes: each vertex is a sum of nodes with weights that do not change, x = W n. Its
/// Jacobian is W, so forces go back through Wᵀ (design, section 1).
class NodeMapping {
public:
  using Weight = Grip::Node;

  /// Each vertex is one node.
  static NodeMapping identity(std::span<const std::uint32_t> node_of_vertex);

  /// Adds the next vertex. Weights sum to one; nodes differ.
  void add_vertex(std::span<const Weight> weights);

  std::size_t vertex_count() const { return end_.size(); }
  std::span<const Weight> of(std::uint32_t vertex) const;

  /// positions[v] = Σ w · nodes[n].
  void apply(std::span<const Vec3> nodes, std::vector<Vec3>& positions) const;

  /// Appends Wᵀ of a sparse vector over vertices and, after them, nodes (VertexGradient); each node once,
  /// ascending.
  void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const;

  /// Weights of a point of a triangle, each node once, ascending.
  void point(const Triangle& triangle, const std::array<float, 2>& barycentric,
             std::vector<Weight>& out) const;

private:
  std::vector<Weight> weights_;
  std::vector<std::uint32_t> end_;
};

} // namespace lamina
