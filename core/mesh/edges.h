#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// One triangle at an edge: side k runs from corner k to corner (k + 1) mod 3.
struct EdgeUse {
  std::uint32_t low = 0, high = 0; ///< the edge's vertices, low < high
  std::uint32_t triangle = 0;
  std::uint8_t side = 0;
  bool forward = false; ///< the triangle runs from low to high
};

/// The edges of a mesh without collapsed triangles, each with all triangles that use it, sorted by vertices
/// and then by triangle. Memory and time are linear in the triangles.
class EdgeTable {
public:
  explicit EdgeTable(const TriangleMesh& mesh);

  std::size_t size() const { return starts_.size() - 1; }
  std::span<const EdgeUse> uses(std::size_t edge) const {
    return {uses_.data() + starts_[edge], uses_.data() + starts_[edge + 1]};
  }

private:
  std::vector<EdgeUse> uses_;
  std::vector<std::size_t> starts_;
};

/// Forward minus backward uses: zero where the surface is closed at this edge.
int imbalance(std::span<const EdgeUse> uses);

struct EdgeCounts {
  std::size_t boundary = 0;    ///< used by one triangle
  std::size_t nonmanifold = 0; ///< used by more than two
  std::size_t misoriented = 0; ///< used by two that run the same way
  std::size_t unbalanced = 0;  ///< whose directed uses do not cancel
};
EdgeCounts count_edges(const EdgeTable& edges);

} // namespace lamina
