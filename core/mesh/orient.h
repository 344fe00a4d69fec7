#pragma once

#include "core/mesh/edges.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Triangles connected across edges that exactly two of them share.
struct Patches {
  std::size_t count = 0;
  std::vector<std::uint32_t> of_triangle;
};
Patches find_patches(const TriangleMesh& mesh, const EdgeTable& edges);

struct OrientationRepair {
  std::size_t flipped = 0;        ///< triangles turned to agree with their neighbours
  std::size_t not_orientable = 0; ///< patches such as a Möbius strip, left as they are
};

/// Turns triangles so that neighbours across edges of two triangles agree; within a patch the fewer are
/// turned. The edge table still describes the mesh as it was: build a new one afterwards.
OrientationRepair orient_patches(TriangleMesh& mesh, const EdgeTable& edges);

/// Groups patches into shells: parts of the surface that are closed, or open, by themselves. Patches are
/// joined only where they meet at an edge at which one of them alone does not balance.
Patches find_shells(const TriangleMesh& mesh, const EdgeTable& edges);

} // namespace lamina
