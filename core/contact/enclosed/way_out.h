#pragma once

#include "core/contact/enclosed/nearest_place.h"

#include <span>

namespace lamina::enclosed {

/// How a piece that lies within a surface as a whole gets out: all of it moves along one direction.
///
///   ══════x══════════════   surface
///         ↑ direction
///      ┌──●──┐              ● the point from which the way is shortest for the whole piece
///      │     │              depth of a point p of the piece: (x − p)·direction
///      └─────┘
///
/// Each point by its own shortest way would be torn apart half way through a body.
struct WayOut {
  Vec3 direction; ///< unit, outwards
  NearestPlace place;

  double depth(const Vec3& point) const { return (place.position - point).dot(direction); } ///< m
};

/// Looks from at most 32 of the points, spread evenly, to their nearest places. Of these ways it takes the
/// one that moves the whole piece by the least. All points must lie within the hull. None if they lie on it.
std::optional<WayOut> shortest_way_out(std::span<const Vec3> points, const Hull& hull);

} // namespace lamina::enclosed
