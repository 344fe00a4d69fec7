#include "core/mesh/pieces.h"

#include "core/mesh/prepare.h"
#include "core/mesh/union_find.h"
#include "core/mesh/weld.h"

namespace lamina {

namespace {

std::size_t number_pieces(const TriangleMesh& mesh, UnionFind& vertices,
                          std::vector<std::uint32_t>& piece_of_triangle) {
  // Pieces are numbered in order of their first triangle.
  constexpr std::uint32_t unnumbered = 0xffffffffu;
  std::vector<std::uint32_t> piece_of_vertex(mesh.vertices.size(), unnumbered);
  piece_of_triangle.resize(mesh.triangles.size());
  std::uint32_t pieces = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::uint32_t& piece = piece_of_vertex[vertices.find(mesh.triangles[t][0])];
    if (piece == unnumbered)
      piece = pieces++;
    piece_of_triangle[t] = piece;
  }
  return pieces;
}

void unite_corners(const TriangleMesh& mesh, UnionFind& vertices) {
  for (const Triangle& t : mesh.triangles) {
    vertices.unite(t[0], t[1]);
    vertices.unite(t[0], t[2]);
  }
}

} // namespace

std::size_t find_pieces(const TriangleMesh& mesh, std::vector<std::uint32_t>& piece_of_triangle) {
  UnionFind vertices(mesh.vertices.size());
  unite_corners(mesh, vertices);
  return number_pieces(mesh, vertices, piece_of_triangle);
}

std::vector<TriangleMesh> split_pieces(const TriangleMesh& mesh) {
  // Duplicates of a position connect triangles, but each piece keeps its vertices as they are stored.
  UnionFind vertices(mesh.vertices.size());
  const std::vector<std::uint32_t> first = first_at_same_position(mesh.vertices);
  for (std::uint32_t v = 0; v < first.size(); ++v)
    vertices.unite(v, first[v]);
  unite_corners(mesh, vertices);
  std::vector<std::uint32_t> piece_of_triangle;
  const std::size_t pieces = number_pieces(mesh, vertices, piece_of_triangle);
  if (pieces <= 1)
    return {mesh};

  // Each used vertex belongs to one piece, in the order of the whole mesh.
  std::vector<TriangleMesh> result(pieces);
  constexpr std::uint32_t unused = 0xffffffffu;
  std::vector<std::uint32_t> piece_of_vertex(mesh.vertices.size(), unused), place(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const std::uint32_t v : mesh.triangles[t])
      piece_of_vertex[v] = piece_of_triangle[t];
  for (std::size_t v = 0; v < place.size(); ++v) {
    if (piece_of_vertex[v] == unused)
      continue;
    TriangleMesh& piece = result[piece_of_vertex[v]];
    place[v] = static_cast<std::uint32_t>(piece.vertices.size());
    piece.vertices.push_back(mesh.vertices[v]);
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& triangle = mesh.triangles[t];
    result[piece_of_triangle[t]].triangles.push_back(
        {place[triangle[0]], place[triangle[1]], place[triangle[2]]});
  }
  for (std::size_t i = 0; i < pieces; ++i)
    result[i].name = mesh.name + " " + std::to_string(i + 1);
  return result;
}

} // namespace lamina
