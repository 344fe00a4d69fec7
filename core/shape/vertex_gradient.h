#pragma once

#include "core/math/types.h"

#include <cstdint>

namespace lamina {

/// One entry of the sparse gradient of a measure: d(measure)/d(position of a surface vertex), in the world.
/// For volumes: an area vector in m²; for depths and gaps a part of a unit vector.
struct VertexGradient {
  std::uint32_t vertex;
  Vec3 value;
};

} // namespace lamina
