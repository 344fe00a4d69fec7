#pragma once

#include "core/mesh/mesh.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lamina {

/// Whether a vertex is one of a triangle's corners.
inline bool has_corner(const Triangle& triangle, std::uint32_t vertex) {
  return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

/// Whether all corners of all triangles are below a number of vertices.
inline bool corners_exist(std::span<const Triangle> triangles, std::size_t vertices) {
  return std::all_of(triangles.begin(), triangles.end(), [vertices](const Triangle& t) {
    return t[0] < vertices && t[1] < vertices && t[2] < vertices;
  });
}

} // namespace lamina
