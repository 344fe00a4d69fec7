#pragma once

#include "core/math/types.h"
#include "core/mesh/nearest_on_triangle.h"

#include <optional>

namespace lamina::proximity {

using lamina::nearest_on_triangle;
using lamina::NearestOnTriangle;

/// Where the lines through two segments come nearest: 0 at the first end of a segment, 1 at the second.
/// None for segments that are parallel (the sine of their angle below 10⁻³) or without length.
struct NearestOnLines {
  double first, second;
};
std::optional<NearestOnLines> nearest_on_lines(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                               const Vec3& b1);

} // namespace lamina::proximity
