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

/// Which number each vertex and triangle had before a mesh was brought into the order of its meshlets.
struct MeshletOrder {
  std::vector<std::uint32_t> vertices, triangles;
};

/// Indices of triangles, ascending: those of a list, or consecutive numbers without a list.
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
  const std::uint32_t* listed_; ///< null: the numbers are consecutive
  std::uint32_t first_;
  std::size_t size_;
};

/// The triangles of a mesh in groups of neighbours. A search passes over a whole meshlet at once. Meshlets
/// hold indices only, so they stay valid however the mesh deforms.
///
///                  meshlet 0          meshlet 1
///   triangles    │ 0 1 2 … 8        │ 9 10 … 20        │ …   of the mesh: consecutive, or listed
///   corners_[0]  │ 0 2 1 …          │ 3 0 1 …          │ …   a byte a triangle: index into the line below
///   vertices_    │ 4 5 7 9 …        │ 2 5 8 11 …       │ …   of the mesh, each once, ascending
///   ends_                           ▲                  ▲     where the parts of a meshlet end
///
/// Corner 0 of triangle 9 is entry 3 of its meshlet's vertices: vertex 11 of the mesh. A vertex on a border
/// is in several meshlets, as vertex 5 is above.
class Meshlets {
public:
  /// A meshlet has no more vertices and triangles than this, so that a byte numbers either.
  static constexpr std::size_t most_vertices = 128, most_triangles = 256;
  /// At least so many more can be read behind a meshlet's corners.
  static constexpr std::size_t readable_behind = 64;

  Meshlets() = default;
  /// Halves the triangles at the median of their centroids, along the longest side of the centroids' bounds.
  /// Stops when no meshlet has more than `largest` triangles, or than most_triangles.
  Meshlets(std::span<const Triangle> triangles, const VertexPositions& positions, std::size_t largest);
  /// Chooses `largest` by the number of triangles. Small meshlets pass over more of a small mesh; a large
  /// mesh would have too many of them.
  explicit Meshlets(const TriangleMesh& mesh);
  /// Of a mesh that begins with the triangles of `first`, whatever vertices they have: these keep their
  /// groups (halved where they have more vertices than before), and the others get groups of their own.
  Meshlets(const TriangleMesh& mesh, const Meshlets& first);
  /// The same, and brings triangles and vertices of the mesh into the order of the meshlets. Neighbours in
  /// space are then neighbours in memory. `before` says where all of them were.
  static Meshlets in_order(TriangleMesh& mesh, MeshletOrder& before);

  std::size_t size() const { return ends_.size(); }
  /// Whether the triangles of the mesh lie in the order of meshlets.
  bool in_order() const { return triangles_.empty(); }
  /// Every triangle is in one meshlet.
  TriangleIndices triangles(std::size_t meshlet) const {
    const std::uint32_t begin = first_triangle(meshlet);
    return {triangles_.empty() ? nullptr : triangles_.data() + begin, begin, ends_[meshlet].triangle - begin};
  }
  /// The vertices of those triangles, each once, ascending. At least `readable_behind` more can be read
  /// behind them, all of which are indices of vertices.
  std::span<const std::uint32_t> vertices(std::size_t meshlet) const {
    const std::uint32_t begin = meshlet == 0 ? 0 : ends_[meshlet - 1].vertex;
    return {vertices_.data() + begin, ends_[meshlet].vertex - begin};
  }
  /// How many vertices the triangles use, if these are the first of the mesh; else 0.
  std::size_t vertices_from_first() const { return vertices_from_first_; }
  /// How many of the meshlet's vertices come before the consecutive numbers at the end of its list.
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
  /// Where each vertex of the mesh is in the list of a meshlet; `unplaced` between two meshlets.
  using Places = std::vector<std::uint32_t>;
  static constexpr std::uint32_t unplaced = ~std::uint32_t{0};
  static std::size_t largest_of(std::size_t triangles);
  void add(std::span<const Triangle> triangles, std::span<const std::uint32_t> members, Places& places);
  void finish();
  std::uint32_t first_triangle(std::size_t meshlet) const {
    return meshlet == 0 ? 0 : ends_[meshlet - 1].triangle;
  }

  std::vector<std::uint32_t> triangles_; ///< empty for a mesh in the order of its meshlets
  std::vector<std::uint32_t> vertices_;
  std::array<std::vector<std::uint8_t>, 3> corners_;
  std::vector<End> ends_; ///< where each meshlet's part of these lists ends
  std::size_t vertices_from_first_ = 0;
};

/// A ball around the bounds of one meshlet's vertices.
struct Ball {
  Vec3 centre = Vec3::Zero();    ///< of the ball and of the bounds, m
  double radius = 0;             ///< m
  Vec3 half_size = Vec3::Zero(); ///< half of the bounds, along the axes that the vertices are given in, m
};

/// Puts a ball around each meshlet's bounds. Returns the bounds of all vertices that triangles use. A vertex
/// with a coordinate that is no number makes the centres of its balls no numbers.
Box enclose_meshlets(const Meshlets& meshlets, const VertexPositions& positions, std::vector<Ball>& balls);

} // namespace lamina
