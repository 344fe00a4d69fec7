#include "core/mesh/stuffing/outer_parts.h"

#include "core/mesh/column_test.h"
#include "core/mesh/pieces.h"

#include <algorithm>

namespace lamina::stuffing {

namespace {

/// Six times the signed volume of each piece: below zero for cavities.
std::vector<double> signed_volumes(const TriangleMesh& mesh, const SurfacePieces& pieces) {
  const Vec3 reference = bounds(mesh).centre();
  std::vector<double> volumes(pieces.count, 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& triangle = mesh.triangles[t];
    const Vec3 a = mesh.vertices[triangle[0]] - reference, b = mesh.vertices[triangle[1]] - reference,
               c = mesh.vertices[triangle[2]] - reference;
    volumes[pieces.of_triangle[t]] += a.dot(b.cross(c));
  }
  return volumes;
}

} // namespace

SurfacePieces pieces_of(const TriangleMesh& mesh) {
  SurfacePieces pieces;
  pieces.count = find_pieces(mesh, pieces.of_triangle);
  return pieces;
}

std::size_t count_unmarked(const SurfacePieces& pieces, const std::vector<char>& marked_triangles) {
  std::vector<char> marked(pieces.count, 0);
  for (std::size_t t = 0; t < marked_triangles.size(); ++t)
    if (marked_triangles[t])
      marked[pieces.of_triangle[t]] = 1;
  return static_cast<std::size_t>(std::count(marked.begin(), marked.end(), 0));
}

std::vector<Vec3> outer_vertices(const TriangleMesh& mesh, const SurfacePieces& pieces) {
  std::vector<std::uint32_t> piece_of_vertex(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::uint32_t vertex : mesh.triangles[t])
      piece_of_vertex[vertex] = pieces.of_triangle[t];
  const std::vector<double> volumes = signed_volumes(mesh, pieces);
  const ColumnGrid columns(mesh);
  std::vector<Vec3> outer;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    // The winding number of the others there; across the piece's own surface it changes by one.
    int others = 0;
    for (const auto& [piece, winding] : columns.windings(mesh.vertices[v], pieces.of_triangle))
      others += piece == piece_of_vertex[v] ? 0 : winding;
    if (others + (volumes[piece_of_vertex[v]] < 0 ? -1 : 0) <= 0)
      outer.push_back(mesh.vertices[v]);
  }
  return outer;
}

} // namespace lamina::stuffing
