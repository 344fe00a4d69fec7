#pragma once

#include "core/math/types.h"

#include <cstdint>

namespace lamina {

/// One entry of the sparse gradient of a measure: d(measure)/d(position of a surface vertex), in the world.
/// For volumes: an area vector in m²; for depths and gaps a part of a unit vector. Methods that measure
/// inside of solids have entries of their nodes, too.
struct VertexGradient {
  std::uint32_t vertex; ///< a vertex of the surface; from their number on, a node of the body's solid
  Vec3 value;
};

} // namespace lamina
