#pragma once

#include "core/contact/tetdistance/solid_rings.h"

#include <cstdint>
#include <span>

namespace lamina::tetdistance {

/// The place of the boundary closest to a point, as far as it is known.
struct Foot {
  double squared = 0;                        ///< distance squared, m²
  std::uint32_t node = SolidRings::none;     ///< rank of a boundary node of the triangle
  std::uint32_t triangle = SolidRings::none; ///< of SolidRings::triangles
};

/// A search goes around so many nodes at most: the next one is rarely farther than one edge.
inline constexpr int most_fans = 8;

/// Searches the triangles around a boundary node for the place closest to a point. Goes on around another
/// corner while that is closer, a few times at most. `positions` are by rank, m.
Foot search_fans(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                 std::uint32_t boundary_rank);

/// The same with the closest point of each triangle found by nearest_on_triangle(): plain code, to compare
/// with.
Foot search_fans_plainly(const SolidRings& rings, std::span<const Vec3> positions, const Vec3& point,
                         std::uint32_t boundary_rank);

/// The point of a triangle that is closest to another one, by the weights of its corners.
struct OnTriangle {
  std::array<double, 3> weights;
  Vec3 place;     ///< m
  double squared; ///< distance squared, m²
};
OnTriangle closest_on(const Triangle& triangle, std::span<const Vec3> positions, const Vec3& point);

} // namespace lamina::tetdistance
