#include "core/contact/stochastic/touch_contacts.h"

#include "core/contact/point_evidence.h"

#include <algorithm>
#include <cmath>

namespace lamina::stochastic {

namespace {

/// What two surfaces that are sampled at these areas a vertex stand for together.
double shared_by_both(double own, double other) {
  return other > 0 && std::isfinite(other) ? own * other / (own + other) : own;
}

std::array<double, 3> corner_weights_of(const Foot& foot) {
  const double b = foot.on.barycentric[0], c = foot.on.barycentric[1];
  return {1 - b - c, b, c};
}

ContactPointPair joined_points(const PairSearch& search, const Touch& touch, double area,
                               std::uint32_t contact) {
  const SearchedSurface& own = search.surface(touch.side);
  const std::uint32_t corner = own.fans().first_triangle(touch.vertex);
  const Triangle& around = own.triangle(corner);
  const std::array<double, 3> weights = corner_weights_of(touch.at.foot);
  ContactPointPair pair;
  pair.position = {own.position(touch.vertex), touch.at.foot.position};
  pair.normal = touch.at.outwards;
  pair.area = area;
  pair.triangle = {corner, touch.at.foot.triangle};
  pair.barycentric = {
      std::array{around[1] == touch.vertex ? 1.0f : 0.0f, around[2] == touch.vertex ? 1.0f : 0.0f},
      std::array{static_cast<float>(weights[1]), static_cast<float>(weights[2])}};
  pair.body = {touch.side, static_cast<std::uint8_t>(1 - touch.side)};
  pair.contact = contact;
  return pair;
}

/// Its depth shrinks as the vertex moves outwards, and grows as the foot does.
void add_gradient(const PairSearch& search, const Touch& touch, Contact& contact, PairContacts& result) {
  const auto begin = static_cast<std::uint32_t>(result.gradient.size());
  const std::array<double, 3> weights = corner_weights_of(touch.at.foot);
  const Triangle& triangle = search.surface(1 - touch.side).triangle(touch.at.foot.triangle);
  result.gradient.push_back({touch.vertex, -touch.at.outwards});
  for (std::size_t k = 0; k < 3; ++k)
    result.gradient.push_back({triangle[k], weights[k] * touch.at.outwards});
  contact.gradient[touch.side] = {begin, begin + 1};
  contact.gradient[1 - touch.side] = {begin + 1, begin + 4};
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
  auto& points = result.evidence.add<PointEvidence>().points;
  for (const Touch& touch : search.touches()) {
    const auto back = static_cast<std::uint8_t>(1 - touch.side);
    const double own = area_along(touch.side, touch.vertex, -touch.at.outwards);
    const std::array<double, 3> weights = corner_weights_of(touch.at.foot);
    const Triangle& triangle = search.surface(back).triangle(touch.at.foot.triangle);
    double opposite = 0;
    for (std::size_t k = 0; k < 3; ++k)
      opposite += weights[k] * area_along(back, triangle[k], touch.at.outwards);
    Contact contact;
    contact.kind = MeasureKind::depth;
    contact.measure = -touch.at.distance;
    contact.area = shared_by_both(own, opposite);
    contact.cell = static_cast<int>(result.contacts.size());
    if (!(contact.measure > 0) || !(contact.area > 0 && std::isfinite(contact.area)))
      continue;
    add_gradient(search, touch, contact, result);
    points.push_back(
        joined_points(search, touch, contact.area, static_cast<std::uint32_t>(result.contacts.size())));
    result.area += contact.area;
    result.contacts.push_back(contact);
  }
}

} // namespace lamina::stochastic
