#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/vertex_positions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace lamina {

/// Which vertex and which triangle each one was before a mesh was brought into the order of its groups.
struct MeshletOrder {
  std::vector<std::uint32_t> vertices, triangles;
};

/// Indices of triangles, ascending: listed, or one after the other.
class TriangleIndices {
public:
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::uint32_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::uint32_t*;
    using reference = std::uint32_t;

    Iterator(const TriangleIndices& indices, std::size_t at) : indices_(&indices), at_(at) {}
    std::uint32_t operator*() const { return (*indices_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++at_;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

  private:
    const TriangleIndices* indices_;
    std::size_t at_;
  };

  TriangleIndices(const std::uint32_t* listed, std::uint32_t first, std::size_t size)
      : listed_(listed), first_(first), size_(size) {}
  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const {
    return listed_ ? listed_[i] : first_ + static_cast<std::uint32_t>(i);
  }
  bool follow_one_another() const { return listed_ == nullptr; }
  std::uint32_t first() const { return (*this)[0]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

private:
  const std::uint32_t* listed_; ///< null: one after the other
  std::uint32_t first_;
  std::size_t size_;
};

/// The triangles of a mesh in groups of neighbours, so that whoever looks for what lies near a place passes
/// over a group at once. Groups name indices only: they stay valid however the mesh deforms, and what they
/// enclose is measured anew wherever the vertices are.
class Meshlets {
public:
  /// A group has no more vertices and triangles than this, so that both are numbered by bytes.
  static constexpr std::size_t most_vertices = 128, most_triangles = 256;
  /// Behind a group's corners at least so many more can be read.
  static constexpr std::size_t readable_behind = 64;

  Meshlets() = default;
  /// Halves the triangles at the median of their centroids, along the longest side of the centroids' bounds,
  /// until no group has more than `largest`, or than most_triangles.
  Meshlets(std::span<const Triangle> triangles, const VertexPositions& positions, std::size_t largest);
  /// Chooses `largest` by the number of triangles: groups of few pass over more of a small mesh, and of a
  /// large one there would be too many.
  explicit Meshlets(const TriangleMesh& mesh);
  /// The same, and brings the triangles and vertices of the mesh into the order of the groups, so that what
  /// lies close together is close together in memory too. Says where all of them were before.
  static Meshlets in_order(TriangleMesh& mesh, MeshletOrder& before);

  std::size_t size() const { return ends_.size(); }
  /// The triangles of each meshlet follow one another, and so do meshlets.
  bool in_order() const { return triangles_.empty(); }
  /// Each is in one meshlet.
  TriangleIndices triangles(std::size_t meshlet) const {
    const std::uint32_t begin = first_triangle(meshlet);
    return {triangles_.empty() ? nullptr : triangles_.data() + begin, begin, ends_[meshlet].triangle - begin};
  }
  /// Of those, each once; ascending. Behind them at least `readable_behind` more can be read, all of which
  /// are vertices.
  std::span<const std::uint32_t> vertices(std::size_t meshlet) const {
    const std::uint32_t begin = meshlet == 0 ? 0 : ends_[meshlet - 1].vertex;
    return {vertices_.data() + begin, ends_[meshlet].vertex - begin};
  }
  /// How many vertices there are if those that triangles use are the first of all; else 0.
  std::size_t vertices_from_first() const { return vertices_from_first_; }
  /// How many of the meshlet's vertices come before the last ones that follow one another without a gap.
  std::size_t apart(std::size_t meshlet) const { return ends_[meshlet].apart; }
  /// Corner k of the same triangles, as indices into the meshlet's vertices.
  std::span<const std::uint8_t> corners(std::size_t meshlet, std::size_t k) const {
    const std::uint32_t begin = first_triangle(meshlet);
    return {corners_[k].data() + begin, ends_[meshlet].triangle - begin};
  }

private:
  struct End {
    std::uint32_t triangle, vertex, apart;
  };
  void add(std::span<const Triangle> triangles, std::span<const std::uint32_t> members);
  void finish();
  std::uint32_t first_triangle(std::size_t meshlet) const {
    return meshlet == 0 ? 0 : ends_[meshlet - 1].triangle;
  }

  std::vector<std::uint32_t> triangles_; ///< none if those of a mesh in order follow one another
  std::vector<std::uint32_t> vertices_;
  std::array<std::vector<std::uint8_t>, 3> corners_;
  std::vector<End> ends_; ///< of each meshlet in these lists
  std::size_t vertices_from_first_ = 0;
};

/// A ball around the bounds of one meshlet's vertices.
struct Ball {
  Vec3 centre = Vec3::Zero();    ///< of both
  double radius = 0;             ///< m
  Vec3 half_size = Vec3::Zero(); ///< of the bounds, along the axes that the vertices are given in, m
};

/// Puts a ball around each meshlet's bounds. A vertex that is no number makes the centres of its balls no
/// numbers. Returns the bounds of all vertices that triangles use.
Box enclose_meshlets(const Meshlets& meshlets, const VertexPositions& positions, std::vector<Ball>& balls);

} // namespace lamina
