#pragma once

#include "core/contact/adaptive/shadow.h"
#include "core/contact/adaptive/view_surface.h"

#include <array>

namespace lamina::adaptive {

/// A rectangle of the image plane, units from the middle of a tile.
struct FlatBox {
  Vec2 low, high;
};

/// Where faces of two bodies cross within a tile with this middle and these half sides: along the segment
/// from p to q, units from the middle. False if nowhere. `boxes`: of both faces, as far as they lie over the
/// tile. Of an edge-on face the segment is its longest side.
bool crossing_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                   const Vec2& middle, const Vec2& half, Vec2& p, Vec2& q);

} // namespace lamina::adaptive
