#pragma once

#include "core/mesh/prepare.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// Pairs of vertices across the solid. From each vertex a ray runs inwards, against the mean normal of its
/// triangles. The corner nearest to where it leaves the solid is its partner. A vertex whose ray meets
/// nothing has none. Each pair once, the lower vertex first, in order.
std::vector<std::array<std::uint32_t, 2>> chords_through(const PreparedMesh& mesh);

} // namespace lamina
