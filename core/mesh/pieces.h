#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Numbers the pieces (triangles connected through shared vertices) of a welded mesh in order of their first
/// triangle, and returns how many there are.
std::size_t find_pieces(const TriangleMesh& mesh, std::vector<std::uint32_t>& piece_of_triangle);

} // namespace lamina
