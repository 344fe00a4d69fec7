#pragma once

#include "core/mesh/edges.h"
#include "core/mesh/mesh.h"

#include <cstddef>
#include <vector>

namespace lamina {

/// Puts each position that lies within `distance` (m, > 0) of an earlier one that stayed where it is at that
/// one, so that welding merges them:
///
///   before   •·  •      ··•          after   •:   •      •:         two of the points meet another one
///
/// What stays depends on the order of positions only. Returns how many were moved. Infinite positions stay.
std::size_t join_near_positions(std::vector<Vec3>& positions, double distance);

/// For a welded mesh with boundary edges: the distance (m, two digits) within which boundary vertices would
/// have to be joined for a surface without boundary; 0 if joining vertices that nearly coincide, against the
/// length of their edges, does not help.
double closing_distance(const TriangleMesh& mesh, const EdgeTable& edges);

} // namespace lamina
