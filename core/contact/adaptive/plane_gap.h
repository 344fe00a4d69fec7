#pragma once

#include "core/contact/adaptive/shadow.h"
#include "core/contact/adaptive/view_surface.h"

#include <array>

namespace lamina::adaptive {

/// A rectangle of the image plane, units from the middle of a tile.
struct FlatBox {
  Vec2 low, high;
};

/// By how much places may be off, as a share of a tile's size, and depths, as a share of themselves.
inline constexpr double rounding_of_places = 1e-12, rounding_of_depths = 1e-13;

/// How far the plane of one face is above that of another over a tile with this middle and these half sides.
/// Neither face is edge-on.
struct PlaneGap {
  PlaneGap(const Face& above, const Face& below, const Vec2& middle, const Vec2& half);

  /// Whether it may be none where both faces lie, `boxes` as far as they lie over the tile. Two faces in one
  /// plane do not cross.
  bool may_close(const std::array<FlatBox, 2>& boxes) const;

  Vec2 slope;       ///< m a unit
  double at_middle; ///< m
  double spans;     ///< m: it differs by no more from what it is in the middle
  double nothing;   ///< m: rounding
};

/// The longest side of an edge-on face: its projection.
struct LongestSide {
  LongestSide(const Face& face, const Vec2& middle);
  Vec2 from, way;    ///< units from the middle; the way has length 1
  double length = 0; ///< units; 0 if the face has no extent
};

} // namespace lamina::adaptive
