#pragma once

#include "core/contact/adaptive/plane_gap.h"

#include <array>

namespace lamina::adaptive {

/// Where faces of two bodies cross within a tile, to rounding.
struct TracedLine {
  Vec2 p, q;        ///< units from the middle of the tile
  bool sure = true; ///< false where it runs along a side of a face so closely that rounding decides
};

/// Within a tile with this middle and these half sides. False if they do not cross there. `boxes`: of both
/// faces, as far as they lie over the tile. At least one of the faces is not edge-on.
bool traced_line(const std::array<const Face*, 2>& faces, const std::array<FlatBox, 2>& boxes,
                 const Vec2& middle, const Vec2& half, TracedLine& line);

} // namespace lamina::adaptive
