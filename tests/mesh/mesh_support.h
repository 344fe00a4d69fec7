#pragma once

#include "core/mesh/edges.h"
#include "core/mesh/mesh.h"

#include <algorithm>
#include <cstddef>

namespace lamina::test {

/// Appends one mesh to another without welding.
inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles)
    a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

inline TriangleMesh moved(TriangleMesh mesh, const Vec3& offset) {
  for (Vec3& vertex : mesh.vertices)
    vertex += offset;
  return mesh;
}

inline TriangleMesh turned_inside_out(TriangleMesh mesh) {
  for (Triangle& t : mesh.triangles)
    std::swap(t[1], t[2]);
  return mesh;
}

/// Gives every triangle its own three vertices, as STL files do.
inline TriangleMesh soup(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const Triangle& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(result.vertices.size());
    for (const std::uint32_t v : t)
      result.vertices.push_back(mesh.vertices[v]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

inline long euler_characteristic(const TriangleMesh& mesh) {
  return static_cast<long>(mesh.vertices.size()) - static_cast<long>(EdgeTable(mesh).size()) +
         static_cast<long>(mesh.triangles.size());
}

inline bool is_closed_manifold(const TriangleMesh& mesh) {
  const EdgeCounts counts = count_edges(EdgeTable(mesh));
  return counts.boundary == 0 && counts.nonmanifold == 0 && counts.misoriented == 0;
}

} // namespace lamina::test
