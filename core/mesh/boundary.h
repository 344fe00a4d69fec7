#pragma once

#include "core/mesh/orient.h"

#include <functional>

namespace lamina {

/// One edge of a shell's boundary, running as the shell's triangles do; several times where several end
/// there.
struct BoundaryEdge {
  std::uint32_t from, to, shell;
};

/// Where shells are open, in the order of the edge table.
std::vector<BoundaryEdge> find_boundary(const EdgeTable& edges, const Patches& shells);

/// For each shell, whether it has a boundary.
std::vector<bool> open_shells(const std::vector<BoundaryEdge>& boundary, const Patches& shells);

/// How far (m) a vertex of a shell lies from its copy.
using BackOffset = std::function<Vec3(std::uint32_t vertex, std::uint32_t shell)>;

/// Closes the open shells. It adds their triangles again, turned, between copies of their vertices that are
/// moved by `offset`, and a skirt from the boundary to its copy. The added triangles follow those of the
/// mesh. Shells that touch at a vertex have a copy of it each.
void add_backs(TriangleMesh& mesh, const Patches& shells, const std::vector<BoundaryEdge>& boundary,
               const BackOffset& offset);

} // namespace lamina
