#pragma once

#include "core/shape/surface.h"

namespace lamina::bench {

/// Volume that a closed surface and a convex one share, m³, exact but for rounding. Each triangle of the
/// closed one spans a signed tetrahedron with the middle of the convex one. The planes of the convex one's
/// faces cut it. Knows nothing of images, so that it can judge what was measured on them.
double exact_shared_volume(const Surface& closed, const Surface& convex);

} // namespace lamina::bench
