#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::proximity {

inline constexpr std::uint32_t no_index = 0xffff'ffff;

/// An edge between two different vertices, and up to two triangles at it.
struct Edge {
  std::array<std::uint32_t, 2> vertex;
  std::array<std::uint32_t, 2> triangle{no_index, no_index}; ///< ascending
  std::array<std::uint32_t, 2> opposite{no_index, no_index}; ///< the corner of each that is not on the edge
  bool more = false;                                         ///< there are more than two
  bool manifold() const { return triangle[1] != no_index && !more; }
};

/// Vertices, edges and triangles of a surface, and which lie at which: made once per topology. A vertex or
/// edge is kept by one triangle, the first that has it. So a loop over triangles and what they keep meets
/// each once.
class Features {
public:
  /// Corners must be below `vertices`.
  Features(const std::vector<Triangle>& triangles, std::size_t vertices);

  const std::vector<Edge>& edges() const { return edges_; }
  /// The edge from corner k to the next; no_index where these are one vertex.
  std::uint32_t edge(std::uint32_t triangle, int k) const {
    return edge_of_[triangle][static_cast<std::size_t>(k)];
  }
  std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const {
    return {triangles_at_.data() + first_at_[vertex], first_at_[vertex + 1] - first_at_[vertex]};
  }
  std::uint32_t keeper_of_vertex(std::uint32_t vertex) const { return triangles_at_[first_at_[vertex]]; }
  bool keeps_vertex(std::uint32_t triangle, int k) const { return kept_[triangle] >> k & 1; }
  bool keeps_vertices(std::uint32_t triangle) const { return (kept_[triangle] & 7) != 0; } ///< any
  bool keeps_edge(std::uint32_t triangle, int k) const { return kept_[triangle] >> (3 + k) & 1; }

private:
  void find_triangles_at(const std::vector<Triangle>& triangles, std::size_t vertices);
  void find_edges(const std::vector<Triangle>& triangles);

  std::vector<Edge> edges_;
  std::vector<std::array<std::uint32_t, 3>> edge_of_;
  std::vector<std::uint32_t> first_at_, triangles_at_;
  std::vector<std::uint8_t> kept_; ///< one bit a corner, then one a side
};

} // namespace lamina::proximity
