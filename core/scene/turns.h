#pragma once

#include "core/math/types.h"

namespace lamina {

/// An orientation as turns about the world's x axis, then y, then z, in degrees, each rounded to a hundredth:
/// how people state one. y lies within ±90.
Vec3 turns_of(const Quat& orientation);

/// The orientation that those turns give, by the very arithmetic with which a scene file's `rotation` is
/// read.
Quat orientation_of(const Vec3& degrees);

} // namespace lamina
