#pragma once

#include "core/contact/adaptive/plane_gap.h"

#include <array>

namespace lamina::adaptive {

/// Where faces of two bodies cross within a tile with this middle and these half sides: along the segment
/// from p to q, units from the middle. False if nowhere. `boxes`: of both faces, as far as they lie over the
/// tile. Of an edge-on face the segment is its longest side.
bool crossing_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                   const Vec2& middle, const Vec2& half, Vec2& p, Vec2& q);

} // namespace lamina::adaptive
