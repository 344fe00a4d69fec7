#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace lamina::adaptive {

/// In place of a triangle: nothing lies across the side, more than one triangle, or one that is not in the
/// list.
inline constexpr std::uint32_t open_side = std::numeric_limits<std::uint32_t>::max(),
                               shared_side = open_side - 1, left_out = open_side - 2;

/// Per triangle, which one lies across its sides; side k runs from corner k to corner (k + 1) mod 3.
using Neighbours = std::vector<std::array<std::uint32_t, 3>>;
Neighbours neighbours_of(const std::vector<Triangle>& triangles);

} // namespace lamina::adaptive
