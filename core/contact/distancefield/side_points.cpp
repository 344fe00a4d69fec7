#include "core/contact/distancefield/side_points.h"

#include "core/contact/shared_area.h"

#include <algorithm>
#include <array>

namespace lamina::distancefield {

namespace {

/// m; 0 for a point in the box, and without end for one that is no number.
double distance_to(const Box& box, const Vec3& point) {
  if (!point.allFinite())
    return std::numeric_limits<double>::infinity();
  return (box.min - point).cwiseMax(point - box.max).cwiseMax(0.0).norm();
}

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
    const double away = around.winding_at_infinity > 0 ? 0 : distance_to(around.bounds, positions[v]);
    if (away > offset_) {
      values_[v] = {.distance = away};
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
    is_pushed_[v] =
        push(vertex_point(triangle, own_->triangle(triangle), v, own_->position(v)), value, 1, {});
  }
}

void SidePoints::push_edges(const SidePoints& back) {
  lowest_.resize(own_->triangle_count());
  for (std::uint32_t t = 0; t < lowest_.size(); ++t) {
    const auto [a, b, c] = own_->triangle(t);
    lowest_[t] = std::min({values_[a].distance, values_[b].distance, values_[c].distance});
  }
  const double shortest = 0.5 * other_->cell();
  for (const SurfaceEdge& edge : own_->edges()) {
    const std::array ends{own_->position(edge.vertex[0]), own_->position(edge.vertex[1])};
    const std::array values{values_[edge.vertex[0]], values_[edge.vertex[1]]};
    const double length = (ends[1] - ends[0]).norm();
    if (!(0.5 * (values[0].distance + values[1].distance - length) < offset_) || length < shortest)
      continue;
    const auto deepest = deepest_on_edge(*other_, ends, values, offset_, counts_.asked);
    if (!deepest)
      continue;
    for (const std::uint32_t t : edge.triangle)
      lowest_[t] = std::min(lowest_[t], deepest->value.distance);
    const std::uint32_t triangle = edge.triangle[0];
    SurfacePoint point{triangle, own_->triangle(triangle), {}, deepest->position};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t end = 0; end < 2; ++end)
        if (point.corners[k] == edge.vertex[end])
          point.weights[k] = deepest->weights[end];
    if (!is_covered(point, deepest->value, back))
      counts_.edges += push(point, deepest->value, 1.0 / 6, edge.triangle);
  }
}

void SidePoints::push_faces(const SidePoints& back) {
  for (std::uint32_t t = 0; t < own_->triangle_count(); ++t) {
    const Triangle& corners = own_->triangle(t);
    const std::array places{own_->position(corners[0]), own_->position(corners[1]),
                            own_->position(corners[2])};
    const double longest = std::max(
        {(places[1] - places[0]).norm(), (places[2] - places[1]).norm(), (places[0] - places[2]).norm()});
    if (!(lowest_[t] - longest < offset_) || longest < other_->cell())
      continue;
    for (const DeepPlace& place :
         deep_in_triangle(*other_, places, std::min(offset_, lowest_[t]), counts_.asked)) {
      const SurfacePoint point{t, corners, place.weights, place.position};
      if (!is_covered(point, place.value, back))
        counts_.faces += push(point, place.value, 1.0 / 3, std::array{t, t});
    }
  }
}

/// Whether a corner of the triangle that a point is pushed to is pushed itself.
bool SidePoints::is_covered(const SurfacePoint& point, const field::FieldValue& value,
                            const SidePoints& back) const {
  if (back.is_pushed_.empty() || !(value.gradient.norm() > least_slope))
    return false;
  const SurfacePoint foot = other_->foot(point.position, value.distance, value.gradient.normalized());
  return std::any_of(foot.corners.begin(), foot.corners.end(),
                     [&](std::uint32_t corner) { return back.is_pushed_[corner] != 0; });
}

/// A point stands for a share of triangles, or, without triangles, for the surface of its vertex. Says
/// whether there is a contact.
bool SidePoints::push(const SurfacePoint& point, const field::FieldValue& value, double area_share,
                      std::span<const std::uint32_t> triangles) {
  const double slope = value.gradient.norm();
  if (!(slope > least_slope) || !std::isfinite(slope))
    return false;
  const Vec3 direction = value.gradient / slope;
  // What looks along its way out is not what was pressed in.
  double area = 0;
  if (triangles.empty())
    for (std::size_t k = 0; k < 3; ++k)
      area += point.weights[k] != 0 ? own_->area_along(point.corners[k], -direction) : 0;
  else
    for (std::size_t i = 0; i < (triangles[0] == triangles[1] ? 1 : 2); ++i)
      area += area_share * own_->face_area_along(triangles[i], -direction);
  if (!(area > 0 && std::isfinite(area)))
    return false;
  pushed_.push_back({point, direction, value.distance, area});
  return true;
}

void SidePoints::add_to(PairContacts& result, std::uint8_t side) const {
  auto& evidence = result.evidence.add<FieldEvidence>();
  evidence.asked += counts_.asked;
  evidence.colliding += pushed_.size();
  evidence.too_deep += counts_.too_deep;
  evidence.edges += counts_.edges;
  evidence.faces += counts_.faces;
  for (const Pushed& pushed : pushed_)
    add_pushed(pushed, result, side);
}

void SidePoints::add_pushed(const Pushed& pushed, PairContacts& result, std::uint8_t side) const {
  const SurfacePoint foot = other_->foot(pushed.point.position, pushed.distance, pushed.direction);
  double area = pushed.area;
  if (own_->has_field()) {
    double other_area = 0;
    for (std::size_t k = 0; k < 3; ++k)
      other_area += std::max(0.0, foot.weights[k]) * other_->area_along(foot.corners[k], pushed.direction);
    area = shared_area(area, other_area);
  }
  add_point_contact({{pushed.point, foot},
                     {side, static_cast<std::uint8_t>(1 - side)},
                     pushed.direction,
                     offset_ - pushed.distance,
                     area},
                    result);
}

} // namespace lamina::distancefield
