#pragma once

#include "core/contact/stochastic/budget.h"
#include "core/contact/stochastic/searched_surface.h"

#include <optional>

namespace lamina::stochastic {

/// The place of a surface that is nearest to a point, as far as its neighbourhood tells.
struct Foot {
  std::uint32_t triangle;
  NearestOnTriangle on; ///< that triangle
  Vec3 position;        ///< world, m
  double squared;       ///< of the distance, m²
};

/// Walks from triangle to triangle as long as the surface gets nearer: across the edge that the nearest place
/// of a triangle lies on, or to the best of the triangles around the corner that it lies on. None where the
/// budget ends before that, or nothing is a number.
///
///        ● point
///        ┊
///    ╱╲  ┊ ╱╲
///   ╱  ╲╱▼╱  ╲      start ──► … ──► ▼
std::optional<Foot> walk_from(const SearchedSurface& on, std::uint32_t triangle, const Vec3& point,
                              Budget& budget);
/// The same from the best of the triangles around a vertex.
std::optional<Foot> walk_from_vertex(const SearchedSurface& on, std::uint32_t vertex, const Vec3& point,
                                     Budget& budget);

/// A foot, and on which side of the surface the point lies, by the normal there (proximity::normal_at).
struct Place {
  Foot foot;
  double distance; ///< m; below 0 inside
  Vec3 outwards;   ///< unit: distance grows along it
};
/// Where a walk from a triangle ends. None where there is no normal, or no foot.
///
/// Seen from inside, the faces of a convex surface have a nearest place each, and no walk leads from one to
/// the next. So there the triangles around all corners are looked at, too, unless the point is nearer to its
/// foot than that is to the sides of its triangle.
std::optional<Place> find_place(const SearchedSurface& on, std::uint32_t triangle, const Vec3& point,
                                Budget& budget);

} // namespace lamina::stochastic
