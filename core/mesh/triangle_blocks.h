#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Which vertex and which triangle each one was before a mesh was brought into the order of its groups.
struct BlockOrder {
  std::vector<std::uint32_t> vertices, triangles;
};

/// The triangles of a mesh in groups of neighbours, so that whoever looks for what lies near a place passes
/// over a group at once. Groups name indices only: they stay valid however the mesh deforms, and what they
/// enclose is measured anew wherever the vertices are.
class TriangleBlocks {
public:
  /// A group has no more vertices than this.
  static constexpr std::size_t most_vertices = 128;
  /// Behind a group's corners at least so many more can be read.
  static constexpr std::size_t readable_behind = 64;

  TriangleBlocks() = default;
  /// Halves the triangles at the median of their centroids, along the longest side of the centroids' bounds,
  /// until no group has more than `largest`.
  TriangleBlocks(std::span<const Triangle> triangles, std::span<const Vec3> positions, std::size_t largest);
  /// Chooses `largest` by the number of triangles: groups of few pass over more of a small mesh, and of a
  /// large one there would be too many.
  explicit TriangleBlocks(const TriangleMesh& mesh);
  /// The same, and brings the triangles and vertices of the mesh into the order of the groups, so that what
  /// lies close together is close together in memory too. Says where all of them were before.
  static TriangleBlocks in_order(TriangleMesh& mesh, BlockOrder& before);

  std::size_t size() const { return ends_.size(); }
  std::span<const std::uint32_t> triangles(std::size_t block) const; ///< ascending; each is in one block
  std::span<const std::uint32_t> vertices(std::size_t block) const;  ///< of those, each once; ascending
  /// How many of the block's vertices come before the last ones that follow one another without a gap.
  std::size_t apart(std::size_t block) const { return ends_[block].apart; }
  /// Corner k of the same triangles, as indices into the block's vertices.
  std::span<const std::uint8_t> corners(std::size_t block, std::size_t k) const;

private:
  struct End {
    std::uint32_t triangle, vertex, apart;
  };
  void add(std::span<const Triangle> triangles, std::span<const std::uint32_t> members);
  void make_readable();
  std::uint32_t first_triangle(std::size_t block) const { return block == 0 ? 0 : ends_[block - 1].triangle; }

  std::vector<std::uint32_t> triangles_, vertices_;
  std::array<std::vector<std::uint8_t>, 3> corners_;
  std::vector<End> ends_; ///< of each block in these lists
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
