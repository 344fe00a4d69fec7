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
/// Connected triangles that occur an even number of times are judged together, by the edges along which they
/// join the rest. All go where the rest is whole without them: an inner wall between solids that touch, or a
/// fin. Otherwise one of each stays.
DuplicateCounts remove_duplicate_triangles(TriangleMesh& mesh);

} // namespace lamina
