#include "core/contact/distancefield/side_points.h"

#include "core/contact/shared_area.h"
#include "core/math/box_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lamina::distancefield {

namespace {

/// Where a field changes by less than that with the way, ways out cancel.
constexpr double least_slope = 0.1;

} // namespace

void SidePoints::find(const FieldBody& own, const FieldBody& other, double offset) {
  clear();
  own_ = &own;
  other_ = &other;
  offset_ = offset;
  ask_vertices();
  push_vertices();
}

void SidePoints::find_inner(const SidePoints& back) {
  if (!other_)
    return;
  push_edges(back);
  push_faces(back);
}

void SidePoints::clear() {
  own_ = other_ = nullptr;
  counts_ = {};
  is_pushed_.clear();
  pushed_.clear();
}

void SidePoints::ask_vertices() {
  const Surface& around = other_->surface();
  const std::vector<Vec3>& positions = own_->surface().positions;
  values_.resize(positions.size());
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const double away =
        around.winding_at_infinity > 0 ? 0 : std::sqrt(squared_distance(around.bounds, positions[v]));
    // What is no number is far away.
    if (!(away <= offset_)) {
      values_[v] = {.distance = away > offset_ ? away : std::numeric_limits<double>::infinity()};
      continue;
    }
    values_[v] = other_->at(positions[v]);
    ++counts_.asked;
  }
}

void SidePoints::push_vertices() {
  is_pushed_.assign(values_.size(), 0);
  for (std::uint32_t v = 0; v < values_.size(); ++v) {
    const field::FieldValue& value = values_[v];
    if (!value.known || !(value.distance < offset_) || !own_->fans().has_triangles(v)) {
      counts_.too_deep += !value.known && value.distance < 0;
      continue;
    }
    const std::uint32_t triangle = own_->fans().first_triangle(v);
    is_pushed_[v] = push(
        vertex_point(triangle, own_->triangle(triangle), v, own_->position(v)), value,
        [&](const Vec3& direction) { return own_->area_along(v, direction); }, nullptr);
  }
}

void SidePoints::push_edges(const SidePoints& back) {
  lowest_.resize(own_->triangle_count());
  for (std::uint32_t t = 0; t < lowest_.size(); ++t) {
    const auto [a, b, c] = own_->triangle(t);
    lowest_[t] = std::min({values_[a].distance, values_[b].distance, values_[c].distance});
  }
  for (const proximity::Edge& edge : own_->edges())
    push_edge(edge, back);
}

void SidePoints::push_edge(const proximity::Edge& edge, const SidePoints& back) {
  const std::array values{values_[edge.vertex[0]], values_[edge.vertex[1]]};
  // No edge is longer, so that most are passed over without their lengths.
  const double sum = values[0].distance + values[1].distance;
  if (!(sum - own_->longest_edge() < 2 * offset_))
    return;
  const std::array ends{own_->position(edge.vertex[0]), own_->position(edge.vertex[1])};
  const double length = (ends[1] - ends[0]).norm();
  if (!(sum - length < 2 * offset_) || length < 0.5 * other_->cell())
    return;
  const auto deepest = deepest_on_edge(*other_, ends, values, offset_, counts_.asked);
  if (!deepest)
    return;
  for (const std::uint32_t t : edge.triangle)
    if (t != proximity::no_index)
      lowest_[t] = std::min(lowest_[t], deepest->value.distance);
  const Triangle& corners = own_->triangle(edge.triangle[0]);
  SurfacePoint point{edge.triangle[0], corners, {}, deepest->position};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t end = 0; end < 2; ++end)
      if (corners[k] == edge.vertex[end])
        point.weights[k] = deepest->weights[end];
  const auto area_along = [&](const Vec3& direction) {
    double area = 0;
    for (const std::uint32_t t : edge.triangle)
      area += t != proximity::no_index ? own_->face_area_along(t, direction) / 6 : 0;
    return area;
  };
  counts_.edges += push(point, deepest->value, area_along, &back);
}

void SidePoints::push_faces(const SidePoints& back) {
  for (std::uint32_t t = 0; t < own_->triangle_count(); ++t)
    if (lowest_[t] - own_->longest_edge() < offset_)
      push_face(t, back);
}

void SidePoints::push_face(std::uint32_t t, const SidePoints& back) {
  const Triangle& corners = own_->triangle(t);
  const std::array places{own_->position(corners[0]), own_->position(corners[1]), own_->position(corners[2])};
  const double longest = std::max(
      {(places[1] - places[0]).norm(), (places[2] - places[1]).norm(), (places[0] - places[2]).norm()});
  if (!(lowest_[t] - longest < offset_) || longest < other_->cell())
    return;
  const auto area_along = [&](const Vec3& direction) { return own_->face_area_along(t, direction) / 3; };
  for (const DeepPlace& place :
       deep_in_triangle(*other_, places, std::min(offset_, lowest_[t]), counts_.asked))
    counts_.faces += push({t, corners, place.weights, place.position}, place.value, area_along, &back);
}

/// Pushes a point that stands for so much of its own surface, seen along a direction. Says whether there is a
/// contact: none where a corner of the triangle that it is pushed to is pushed itself, by `back`.
template <class AreaAlong>
bool SidePoints::push(const SurfacePoint& point, const field::FieldValue& value, const AreaAlong& area_along,
                      const SidePoints* back) {
  const double slope = value.gradient.norm();
  if (!(slope > least_slope) || !std::isfinite(slope))
    return false;
  const Vec3 direction = value.gradient / slope;
  // What looks along its way out is not what was pressed in.
  double area = area_along(-direction);
  if (!(area > 0 && std::isfinite(area)))
    return false;
  const SurfacePoint foot = other_->foot(point.position, value.distance, direction);
  if (back && !back->is_pushed_.empty() &&
      std::any_of(foot.corners.begin(), foot.corners.end(),
                  [&](std::uint32_t corner) { return back->is_pushed_[corner] != 0; }))
    return false;
  if (own_->has_field()) {
    double other_area = 0;
    for (std::size_t k = 0; k < 3; ++k)
      other_area += std::max(0.0, foot.weights[k]) * other_->area_along(foot.corners[k], direction);
    area = shared_area(area, other_area);
  }
  pushed_.push_back({{point, foot}, {}, direction, offset_ - value.distance, area});
  return true;
}

void SidePoints::add_to(PairContacts& result, std::uint8_t side) const {
  auto& evidence = result.evidence.add<FieldEvidence>();
  evidence.asked += counts_.asked;
  evidence.colliding += pushed_.size();
  evidence.too_deep += counts_.too_deep;
  evidence.edges += counts_.edges;
  evidence.faces += counts_.faces;
  for (PointContact contact : pushed_) {
    contact.body = {side, static_cast<std::uint8_t>(1 - side)};
    add_point_contact(contact, result);
  }
}

} // namespace lamina::distancefield
