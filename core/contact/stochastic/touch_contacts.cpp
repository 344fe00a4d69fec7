#include "core/contact/stochastic/touch_contacts.h"

#include "core/contact/point_contact.h"
#include "core/contact/shared_area.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina::stochastic {

namespace {

std::array<double, 3> corner_weights_of(const Foot& foot) {
  const double b = foot.on.barycentric[0], c = foot.on.barycentric[1];
  return {1 - b - c, b, c};
}

} // namespace

/// Of all vertices that touch, and of the corners of their feet, each once.
void TouchContacts::find_areas(const PairSearch& search) {
  wanted_.clear();
  for (const Touch& touch : search.touches()) {
    const auto back = static_cast<std::uint8_t>(1 - touch.side);
    wanted_.insert(touch.side, touch.vertex);
    for (const std::uint32_t corner : search.surface(back).triangle(touch.at.foot.triangle))
      wanted_.insert(back, corner);
  }
  areas_.resize(wanted_.size());
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    const SearchedSurface& own = search.surface(wanted_.side(i));
    areas_[i] = own.fans().area_vector(wanted_.vertex(i), own.surface().positions);
  }
}

/// Surface of a vertex that is seen from outside against a unit direction, m².
double TouchContacts::area_along(std::uint8_t side, std::uint32_t vertex, const Vec3& direction) {
  return std::max(0.0, direction.dot(areas_[wanted_.index(side, vertex)]));
}

void TouchContacts::add_to(const PairSearch& search, PairContacts& result) {
  find_areas(search);
  for (const Touch& touch : search.touches()) {
    const auto back = static_cast<std::uint8_t>(1 - touch.side);
    const double own = area_along(touch.side, touch.vertex, -touch.at.outwards);
    const std::array<double, 3> weights = corner_weights_of(touch.at.foot);
    const Triangle& triangle = search.surface(back).triangle(touch.at.foot.triangle);
    double opposite = 0;
    for (std::size_t k = 0; k < 3; ++k)
      opposite += weights[k] * area_along(back, triangle[k], touch.at.outwards);
    const double depth = -touch.at.distance, area = shared_area(own, opposite);
    if (!(depth > 0) || !(area > 0 && std::isfinite(area)))
      continue;
    const SearchedSurface& surface = search.surface(touch.side);
    const std::uint32_t corner = surface.fans().first_triangle(touch.vertex);
    add_point_contact(
        {{vertex_point(corner, surface.triangle(corner), touch.vertex, surface.position(touch.vertex)),
          {touch.at.foot.triangle, triangle, weights, touch.at.foot.position}},
         {touch.side, back},
         touch.at.outwards,
         depth,
         area},
        result);
  }
}

} // namespace lamina::stochastic
