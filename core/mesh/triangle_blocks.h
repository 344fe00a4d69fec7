#pragma once

#include "core/mesh/mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The triangles of a mesh in groups of neighbours, so that whoever looks for what lies near a place passes
/// over a group at once. Groups name indices only: they stay valid however the mesh deforms, and what they
/// enclose is measured anew wherever the vertices are.
class TriangleBlocks {
public:
  TriangleBlocks() = default;
  /// Halves the triangles at the median of their centroids, along the longest side of the centroids' bounds,
  /// until no group has more than `largest`.
  explicit TriangleBlocks(const TriangleMesh& mesh, std::size_t largest);
  /// Chooses `largest` by the number of triangles: groups of few pass over more of a small mesh, and of a
  /// large one there would be too many.
  explicit TriangleBlocks(const TriangleMesh& mesh);

  std::size_t size() const { return ends_.size(); }
  std::span<const std::uint32_t> triangles(std::size_t block) const; ///< ascending; each is in one block
  std::span<const std::uint32_t> vertices(std::size_t block) const;  ///< of those triangles, each once

private:
  struct End {
    std::uint32_t triangle, vertex;
  };

  std::vector<std::uint32_t> triangles_, vertices_;
  std::vector<End> ends_; ///< of each block in the two lists
};

/// A ball around the vertices of one block.
struct Ball {
  Vec3 centre = Vec3::Zero();
  double radius = 0; ///< m
};

/// Puts a ball around each block's bounds. A vertex that is no number makes the centres of its balls no
/// numbers. Returns the bounds of all vertices that triangles use.
Box enclose_blocks(const TriangleBlocks& blocks, std::span<const Vec3> positions, std::vector<Ball>& balls);

} // namespace lamina
