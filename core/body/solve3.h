#pragma once

#include "core/math/types.h"

namespace lamina {

/// x with A x = b, by elimination with partial pivots; A is regular. Here once, for Eigen's takes seconds to
/// compile wherever it is called.
Vec3 solve3(const Mat3& a, const Vec3& b);

} // namespace lamina
