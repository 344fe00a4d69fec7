#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The faces that one tetrahedron alone has, counter-clockwise seen from outside. The surface is closed if
/// every tetrahedron has positive volume and no two overlap at a shared face. prepare_tets() makes sure of
/// both. Vertices are the nodes on it in node order; node_of_vertex says which.
TriangleMesh boundary_surface(const TetMesh& mesh, std::vector<std::uint32_t>& node_of_vertex);

/// The node of each vertex of a boundary that was prepared (prepare_mesh), which welds, drops and reorders
/// vertices but moves none. `boundary_nodes`: those of the boundary, in any order.
std::vector<std::uint32_t> find_nodes(const TriangleMesh& prepared, const TetMesh& solid,
                                      std::span<const std::uint32_t> boundary_nodes);

/// Six times the signed volume of a tetrahedron, m³.
inline double six_volumes(std::span<const Vec3> nodes, const Tetrahedron& t) {
  const Vec3& origin = nodes[t[0]];
  return (nodes[t[1]] - origin).cross(nodes[t[2]] - origin).dot(nodes[t[3]] - origin);
}

/// Signed volume of one tetrahedron of a mesh, m³.
double volume(const TetMesh& mesh, const Tetrahedron& tetrahedron);

/// The sum over all tetrahedra, m³.
double total_volume(const TetMesh& mesh);

} // namespace lamina
