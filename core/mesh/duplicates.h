#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>

namespace lamina {

struct DuplicateCounts {
  std::size_t removed = 0; ///< triangles removed in all
  std::size_t walls = 0;   ///< of these, triangles that went with all their copies
};

/// Removes triangles that occur more than once (same three vertices, either way round); of an odd number one
/// stays, running the way most do. An even number is a sheet without thickness, or a surface stored twice.
/// Triangles of even number that are connected are judged together, by the edges along which they join the
/// rest: where the rest is whole without them (an inner wall between solids that touch, a fin) all go,
/// otherwise one of each stays.
DuplicateCounts remove_duplicate_triangles(TriangleMesh& mesh);

} // namespace lamina
