#pragma once

#include "core/body/nodes_at_plane.h"

namespace lamina {

/// Pulls nodes of the faces that a cut splits nearer to its plane, as far as the tetrahedra at them leave
/// room (own formulation). A few rounds; in each a node takes the edge and the share of it that bring it
/// nearest. Appends the moves. Faces by their numbers in TetNeighbours.
void smooth_cut(const SolidToCut& solid, std::span<const std::uint32_t> faces, NodesAtPlane& nodes,
                std::vector<NodeMove>& moves);

} // namespace lamina
