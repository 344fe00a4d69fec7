#include "core/contact/stochastic/walk.h"

#include <cmath>
#include <limits>

namespace lamina::stochastic {

namespace {

using Feature = NearestOnTriangle::Feature;

/// Of the size of a surface: a point that is nearer than this lies on it, as far as the direction to it goes.
constexpr double on_the_surface = 1e-10;

Foot foot_on(const SearchedSurface& on, std::uint32_t index, const Vec3& point) {
  const Triangle& t = on.triangle(index);
  const Vec3 &a = on.position(t[0]), &b = on.position(t[1]), &c = on.position(t[2]);
  const NearestOnTriangle nearest = nearest_on_triangle(point, a, b, c);
  const Vec3 place = a + nearest.barycentric[0] * (b - a) + nearest.barycentric[1] * (c - a);
  return {index, nearest, place, (point - place).squaredNorm()};
}

/// Whether the plane of a triangle is as far away as that, so that the triangle is, too.
bool plane_is_beyond(const SearchedSurface& on, std::uint32_t index, const Vec3& point, double squared) {
  const Triangle& t = on.triangle(index);
  const Vec3& a = on.position(t[0]);
  const Vec3 normal = (on.position(t[1]) - a).cross(on.position(t[2]) - a);
  const double along = (point - a).dot(normal);
  return along * along > squared * normal.squaredNorm();
}

/// Puts the nearest of these triangles into `best`, if it is nearer; false where the budget ends. What lies
/// in a plane that is too far away needs no distance.
bool look_at(const SearchedSurface& on, std::span<const std::uint32_t> triangles, const Vec3& point,
             std::uint32_t known, Foot& best, Budget& budget) {
  for (const std::uint32_t t : triangles) {
    if (t == known || t == proximity::no_index || plane_is_beyond(on, t, point, best.squared))
      continue;
    if (!budget.take())
      return false;
    if (const Foot foot = foot_on(on, t, point); foot.squared < best.squared)
      best = foot;
  }
  return true;
}

/// The triangles that share the edge or corner that a foot lies on; none for one within its face.
std::span<const std::uint32_t> triangles_about(const SearchedSurface& on, const Foot& foot) {
  const proximity::Features& features = on.features();
  if (foot.on.feature == Feature::vertex)
    return features.triangles_at(on.triangle(foot.triangle)[static_cast<std::size_t>(foot.on.index)]);
  if (foot.on.feature == Feature::face)
    return {};
  const std::uint32_t edge = features.edge(foot.triangle, foot.on.index);
  return edge == proximity::no_index ? std::span<const std::uint32_t>{}
                                     : std::span<const std::uint32_t>(features.edges()[edge].triangle);
}

std::optional<Foot> walk_on(const SearchedSurface& on, Foot foot, const Vec3& point, Budget& budget) {
  if (!(foot.squared < std::numeric_limits<double>::infinity()))
    return std::nullopt;
  // Every turn is strictly nearer than the last, so that the walk ends.
  for (;;) {
    Foot best = foot;
    if (!look_at(on, triangles_about(on, foot), point, foot.triangle, best, budget))
      return std::nullopt;
    if (best.triangle == foot.triangle)
      return foot;
    foot = best;
  }
}

std::optional<Place> place_at(const SearchedSurface& on, const Foot& foot, const Vec3& point) {
  const Vec3 normal = proximity::normal_at(on.placed(), foot.triangle, foot.on);
  const double size = normal.norm();
  if (!(size > 0 && std::isfinite(size)))
    return std::nullopt;
  const Vec3 unit = normal / size, away = point - foot.position;
  const double length = std::sqrt(foot.squared);
  const double distance = away.dot(unit) < 0 ? -length : length;
  const bool too_near = !(length > on_the_surface * on.bounds().size().maxCoeff());
  // Within a face the way to the foot is its normal, which rounding changes less.
  return Place{foot, distance, foot.on.feature == Feature::face || too_near ? unit : Vec3(away / distance)};
}

/// Whether the sides of a foot's triangle are no farther from it than the point is.
bool reaches_sides(const SearchedSurface& on, const Foot& foot) {
  if (foot.on.feature != Feature::face)
    return true;
  const Triangle& t = on.triangle(foot.triangle);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &from = on.position(t[k]), side = on.position(t[(k + 1) % 3]) - from;
    if (side.cross(foot.position - from).squaredNorm() <= foot.squared * side.squaredNorm())
      return true;
  }
  return false;
}

} // namespace

std::optional<Foot> walk_from(const SearchedSurface& on, std::uint32_t triangle, const Vec3& point,
                              Budget& budget) {
  if (!budget.take())
    return std::nullopt;
  return walk_on(on, foot_on(on, triangle, point), point, budget);
}

std::optional<Foot> walk_from_vertex(const SearchedSurface& on, std::uint32_t vertex, const Vec3& point,
                                     Budget& budget) {
  Foot best{};
  best.squared = std::numeric_limits<double>::infinity();
  if (!look_at(on, on.features().triangles_at(vertex), point, proximity::no_index, best, budget))
    return std::nullopt;
  return walk_on(on, best, point, budget);
}

std::optional<Place> find_place(const SearchedSurface& on, std::uint32_t triangle, const Vec3& point,
                                Budget& budget) {
  std::optional<Foot> foot = walk_from(on, triangle, point, budget);
  std::optional<Place> place = foot ? place_at(on, *foot, point) : std::nullopt;
  while (place && place->distance < 0 && reaches_sides(on, place->foot)) {
    Foot best = place->foot;
    for (const std::uint32_t corner : on.triangle(place->foot.triangle))
      if (!look_at(on, on.features().triangles_at(corner), point, place->foot.triangle, best, budget))
        return std::nullopt;
    if (best.triangle == place->foot.triangle)
      return place;
    foot = walk_on(on, best, point, budget);
    place = foot ? place_at(on, *foot, point) : std::nullopt;
  }
  return place;
}

} // namespace lamina::stochastic
