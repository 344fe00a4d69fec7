#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::stuffing {

/// The connected pieces of a closed surface whose pieces may be nested or cross.
struct SurfacePieces {
  std::size_t count = 0;
  std::vector<std::uint32_t> of_triangle;
};
SurfacePieces pieces_of(const TriangleMesh& mesh);

/// How many pieces have no triangle that is marked.
std::size_t count_unmarked(const SurfacePieces& pieces, const std::vector<char>& marked_triangles);

/// The vertices that bound the solid: those that no other piece has inside it.
std::vector<Vec3> outer_vertices(const TriangleMesh& mesh, const SurfacePieces& pieces);

} // namespace lamina::stuffing
