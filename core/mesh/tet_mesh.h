#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// Four node indices, with det(x1 − x0, x2 − x0, x3 − x0) > 0: seen from the fourth, the first three run
/// clockwise.
using Tetrahedron = std::array<std::uint32_t, 4>;

/// A solid cut into tetrahedra. Metres unless said otherwise.
struct TetMesh {
  std::string name;
  std::vector<Vec3> nodes;
  std::vector<Tetrahedron> tetrahedra;
};

} // namespace lamina
