#pragma once

#include "core/body/nodes_at_plane.h"

namespace lamina {

/// On which side of the plane of a cut each tetrahedron near it is, and their neighbours: 1 above, 0 below.
/// That is where most of it lies, but for tetrahedra that reach to both sides, which go where the cut has
/// less area, and for single ones that would come off with nothing but others of the other side around them.
std::vector<std::uint8_t> sides_of_cut(const SolidToCut& solid, const TetNeighbours& neighbours,
                                       const NodesAtPlane& nodes);

} // namespace lamina
