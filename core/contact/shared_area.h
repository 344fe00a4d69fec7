#pragma once

#include <cmath>

namespace lamina {

/// m²: what a vertex of this area stands for, against a surface sampled at another area a vertex, where both
/// make contacts: the areas of a face add up to the true one once (core/contact/raytraced/raytraced.h). Its
/// own where the other is none.
inline double shared_area(double own, double other) {
  return other > 0 && std::isfinite(other) ? own * other / (own + other) : own;
}

} // namespace lamina
