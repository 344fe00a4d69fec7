#pragma once

#include "core/math/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// Three vertex indices; counter-clockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;

/// An indexed triangle surface. Vertices keep the order of the file they came from; metres unless said
/// otherwise.
struct TriangleMesh {
  std::string name;
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// Bounds of all vertices; empty for a mesh without vertices.
Box bounds(const TriangleMesh& mesh);

} // namespace lamina
