#pragma once

#include "core/mesh/edges.h"
#include "core/mesh/mesh.h"

namespace lamina {

/// Loops of more edges are filled by a fan about their middle.
inline constexpr std::size_t most_edges_without_fan = 300;

struct ClosedHoles {
  std::size_t count = 0;
  double largest = 0; ///< m: the longest side of the largest hole's bounding box
};

/// Fills each loop of boundary edges with triangles that are oriented as their neighbours, so that every edge
/// balances. They follow those of the mesh.
///
/// Of all triangulations of a loop the one of least area is taken (Barequet and Sharir, Filling gaps in the
/// boundary of a polyhedron, 1995), among those with the fewest slivers and edges that the mesh has already.
/// It adds no vertices. Above `most_edges_without_fan` edges it is a fan about a new vertex in the middle.
/// Loops that touch themselves at a vertex are split there. Leaves the mesh as it is, and returns 0 holes,
/// unless every edge that does not balance belongs to one triangle: only then do they form loops.
ClosedHoles close_holes(TriangleMesh& mesh, const EdgeTable& edges);

} // namespace lamina
