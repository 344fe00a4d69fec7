#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lamina {

namespace {

FaceUse face_use(const Tetrahedron& t, std::uint32_t tetrahedron, std::uint8_t side) {
  FaceUse use{face_of(t, side), tetrahedron, side, true};
  auto& n = use.nodes;
  for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 1}})
    if (n[static_cast<std::size_t>(i)] > n[static_cast<std::size_t>(j)]) {
      std::swap(n[static_cast<std::size_t>(i)], n[static_cast<std::size_t>(j)]);
      use.even = !use.even;
    }
  return use;
}

} // namespace

Triangle face_of(const Tetrahedron& t, int side) {
  switch (side) {
  case 0:
    return {t[1], t[2], t[3]};
  case 1:
    return {t[0], t[3], t[2]};
  case 2:
    return {t[0], t[1], t[3]};
  default:
    return {t[0], t[2], t[1]};
  }
}

void number_vertices(const TetMesh& mesh, TriangleMesh& surface, std::vector<std::uint32_t>& node_of_vertex) {
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> vertex_of_node(mesh.nodes.size(), unused);
  for (const Triangle& triangle : surface.triangles)
    for (const std::uint32_t node : triangle)
      vertex_of_node[node] = 0;
  node_of_vertex.clear();
  for (std::uint32_t node = 0; node < mesh.nodes.size(); ++node)
    if (vertex_of_node[node] != unused) {
      vertex_of_node[node] = static_cast<std::uint32_t>(node_of_vertex.size());
      node_of_vertex.push_back(node);
      surface.vertices.push_back(mesh.nodes[node]);
    }
  for (Triangle& triangle : surface.triangles)
    for (std::uint32_t& corner : triangle)
      corner = vertex_of_node[corner];
}

FaceTable::FaceTable(std::span<const Tetrahedron> tetrahedra, std::size_t nodes) {
  // Bucket the faces by their lowest node (a counting sort), then sort each small bucket.
  std::vector<std::size_t> bucket(nodes + 1, 0);
  const auto lowest = [](const Triangle& t) { return std::min({t[0], t[1], t[2]}); };
  for (const Tetrahedron& t : tetrahedra)
    for (int side = 0; side < 4; ++side)
      ++bucket[lowest(face_of(t, side)) + 1];
  for (std::size_t n = 1; n < bucket.size(); ++n)
    bucket[n] += bucket[n - 1];
  uses_.resize(4 * tetrahedra.size());
  std::vector<std::size_t> next(bucket.begin(), bucket.end() - 1);
  for (std::size_t i = 0; i < tetrahedra.size(); ++i)
    for (std::uint8_t side = 0; side < 4; ++side) {
      const FaceUse use = face_use(tetrahedra[i], static_cast<std::uint32_t>(i), side);
      uses_[next[use.nodes[0]]++] = use;
    }
  for (std::size_t n = 0; n + 1 < bucket.size(); ++n)
    std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(bucket[n]),
              uses_.begin() + static_cast<std::ptrdiff_t>(bucket[n + 1]),
              [](const FaceUse& a, const FaceUse& b) {
                return std::tie(a.nodes, a.tetrahedron, a.side) < std::tie(b.nodes, b.tetrahedron, b.side);
              });

  for (std::size_t i = 0; i < uses_.size(); ++i)
    if (i == 0 || uses_[i].nodes != uses_[i - 1].nodes)
      starts_.push_back(i);
  starts_.push_back(uses_.size());
}

} // namespace lamina
