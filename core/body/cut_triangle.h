#pragma once

#include "core/math/types.h"

#include <array>

namespace lamina {

/// A flat triangle that cuts what it passes through: its corners in the world, m.
using CutTriangle = std::array<Vec3, 3>;

} // namespace lamina
