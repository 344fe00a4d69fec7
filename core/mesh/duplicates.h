#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>

namespace lamina {

struct DuplicateCounts {
  std::size_t removed = 0;     ///< triangles removed in all
  std::size_t inner_walls = 0; ///< pairs of opposed triangles of which neither was kept
  bool doubled_surface =
      false; ///< more than half of the triangles lay in opposed pairs; one of each was kept
};

/// Removes triangles that occur more than once (same three vertices). Of equal ones the first stays. Opposed
/// ones cancel: both go, as an inner wall between two solids does not bound their union. Where most of the
/// surface is stored twice with opposed faces, one of each stays instead, to be oriented afterwards.
DuplicateCounts remove_duplicate_triangles(TriangleMesh& mesh);

} // namespace lamina
