#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Which tetrahedra of a mesh share faces, and which are at a node. A half-face is a side of a tetrahedron:
/// number 4 t + k for the side of tetrahedron t opposite its corner k. A face goes by the lower number of its
/// halves.
class TetNeighbours {
public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  TetNeighbours() = default;
  explicit TetNeighbours(const TetMesh& mesh);

  /// The other half of a face; none at the boundary.
  std::uint32_t across(std::uint32_t half) const { return across_[half]; }
  std::size_t halves() const { return across_.size(); }
  /// Half-faces opposite to a node, one for each tetrahedron at it, ascending.
  std::span<const std::uint32_t> opposite(std::uint32_t node) const {
    const std::uint32_t begin = node == 0 ? 0 : ends_[node - 1];
    return {opposite_.data() + begin, ends_[node] - begin};
  }

  /// Calls visit(t) for the tetrahedra at a node of a split solid that is a copy of node `origin`; ascending.
  template <class Visit>
  void for_each_at(std::span<const Tetrahedron> tetrahedra, std::uint32_t origin, std::uint32_t node,
                   const Visit& visit) const {
    for (const std::uint32_t half : opposite(origin))
      if (tetrahedra[half / 4][half % 4] == node)
        visit(half / 4);
  }
  /// Half-faces on the boundary, ascending.
  std::span<const std::uint32_t> boundary() const { return boundary_; }
  /// 1 for both halves of these faces, by half-face.
  std::vector<std::uint8_t> mark(std::span<const std::uint32_t> faces) const;

private:
  std::vector<std::uint32_t> across_, opposite_, ends_, boundary_;
};

/// A solid that has come apart along faces. Both sides of a face keep their tetrahedra:
///
///        ╱│╲               ╱│ │╲
///       ╱ │ ╲             ╱ │ │ ╲       the nodes of the face are there twice,
///      ╱  │  ╲    ──►    ╱  │ │  ╲      where nothing else around holds the two sides together
///      ╲  │  ╱           ╲  │ │  ╱
///       ╲ │ ╱             ╲ │ │ ╱
///        ╲│╱               ╲│ │╱
struct SplitSolid {
  std::vector<Tetrahedron> tetrahedra; ///< of the mesh, in its order, with nodes of their own side
  /// Of each node, the node of the mesh that it is a copy of. Those of the mesh come first, each with the
  /// tetrahedra that hang together with the first of those at it.
  std::vector<std::uint32_t> origin;
};

/// Splits a mesh along faces inside of it: by their numbers, ascending. At each of their nodes, tetrahedra
/// that no row of unsplit faces at this node joins get a node of their own. The result depends on the set of
/// faces alone. Time is linear in the tetrahedra of the mesh and those at the faces.
SplitSolid split_faces(const TetMesh& mesh, const TetNeighbours& neighbours,
                       std::span<const std::uint32_t> faces);

/// Which nodes of a split solid are which of those that it had while it was split along other faces.
struct SplitChange {
  std::vector<std::uint32_t> from; ///< of each node, the one that the last of its tetrahedra had
  std::vector<std::uint32_t> to;   ///< of each node before, the lowest that its tetrahedra have
  std::vector<std::uint8_t> same;  ///< of each node, whether its tetrahedra are all those of the one before
};

/// Of a solid that is split along faces `before`, what split_faces() makes for `faces`; both ascending. Time
/// is linear in the nodes, and in the tetrahedra around faces that differ and around copies.
SplitChange split_otherwise(const TetMesh& mesh, const TetNeighbours& neighbours,
                            std::span<const std::uint32_t> before, std::span<const std::uint32_t> faces,
                            SplitSolid& solid);

/// The boundary of a split solid, as boundary_surface() gives it; the faces along which it was split come
/// last, both sides of each, from triangle `first_split` on. A face whose sides still have all nodes in
/// common is none of it.
TriangleMesh split_surface(const TetMesh& rest, const TetNeighbours& neighbours,
                           std::span<const std::uint32_t> faces, std::vector<std::uint32_t>& node_of_vertex,
                           std::size_t& first_split);

/// The tetrahedra of a split solid that have one of some nodes; ascending.
std::vector<std::uint32_t> tetrahedra_at(const TetNeighbours& neighbours,
                                         std::span<const Tetrahedron> tetrahedra,
                                         std::span<const std::uint32_t> origin,
                                         std::span<const std::uint32_t> nodes);

/// The nodes of some sides of tetrahedra, by their numbers in TetNeighbours; ascending, none twice.
std::vector<std::uint32_t> nodes_of_faces(std::span<const Tetrahedron> tetrahedra,
                                          std::span<const std::uint32_t> faces);

/// The piece that each tetrahedron belongs to, numbered from 0 in order of their first tetrahedron: pieces
/// have no node in common. `nodes`: how many there are. Returns how many pieces there are.
std::size_t find_tet_pieces(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                            std::vector<std::uint32_t>& piece_of_tetrahedron);

/// The same piece numbers by vertex of a surface, each of which is a node. Null if all are one piece.
std::shared_ptr<const std::vector<std::uint32_t>>
pieces_of_vertices(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                   std::span<const std::uint32_t> node_of_vertex);

} // namespace lamina
