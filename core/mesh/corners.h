#pragma once

#include "core/mesh/mesh.h"

#include <cstdint>

namespace lamina {

/// Whether a vertex is one of a triangle's corners.
inline bool has_corner(const Triangle& triangle, std::uint32_t vertex) {
  return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

} // namespace lamina
