#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/tet_mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// One tetrahedron at a face: side k lies opposite its node k.
struct FaceUse {
  std::array<std::uint32_t, 3> nodes; ///< rising
  std::uint32_t tetrahedron = 0;
  std::uint8_t side = 0;
  bool even = false; ///< seen from outside the tetrahedron, the nodes run counter-clockwise in rising order
};

/// The face of a tetrahedron opposite its node `side`, counter-clockwise seen from outside.
Triangle face_of(const Tetrahedron& tetrahedron, int side);

/// Of triangles between nodes of a solid: lists the nodes as vertices of the surface, in their order, and
/// numbers its corners by them. node_of_vertex says which node each vertex is.
void number_vertices(const TetMesh& mesh, TriangleMesh& surface, std::vector<std::uint32_t>& node_of_vertex);

/// The faces of a tetrahedral mesh with valid indices, each with all tetrahedra that use it, sorted by nodes
/// and then by tetrahedron. Memory and time are linear in the tetrahedra.
class FaceTable {
public:
  explicit FaceTable(const TetMesh& mesh) : FaceTable(mesh.tetrahedra, mesh.nodes.size()) {}
  FaceTable(std::span<const Tetrahedron> tetrahedra, std::size_t nodes);

  std::size_t size() const { return starts_.size() - 1; }
  std::span<const FaceUse> uses(std::size_t face) const {
    return {uses_.data() + starts_[face], uses_.data() + starts_[face + 1]};
  }

private:
  std::vector<FaceUse> uses_;
  std::vector<std::size_t> starts_;
};

} // namespace lamina
