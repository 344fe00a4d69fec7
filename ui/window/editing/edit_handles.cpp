#include "ui/window/editing/edit_handles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamina {
namespace {

constexpr double nearly_parallel = 0.06; // sine of the angle under which a pixel means too much

double distance_to_segment(double x, double y, const Vec3& a, const Vec3& b) {
  const double dx = b.x() - a.x(), dy = b.y() - a.y();
  const double square = dx * dx + dy * dy;
  const double along = square > 0 ? std::clamp(((x - a.x()) * dx + (y - a.y()) * dy) / square, 0.0, 1.0) : 0;
  return std::hypot(x - a.x() - along * dx, y - a.y() - along * dy);
}

double to_step(double value, double step) {
  // Dividing by the inverse of a power of ten gives the double nearest to the short decimal number.
  return step < 1 ? std::round(value / step) / std::round(1 / step) : std::round(value / step) * step;
}

Vec3 ring_side(int axis) {
  return Vec3::Unit((axis + 1) % 3);
}

} // namespace

std::optional<double> ray_along_line(const Ray& ray, const Vec3& point, const Vec3& direction) {
  const double cosine = ray.direction.dot(direction);
  const double sine_squared = 1 - cosine * cosine;
  if (sine_squared < nearly_parallel * nearly_parallel)
    return {};
  const Vec3 between = ray.origin - point;
  return (between.dot(direction) - cosine * between.dot(ray.direction)) / sine_squared;
}

std::optional<Vec3> ray_on_plane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const double towards = ray.direction.dot(normal);
  if (std::abs(towards) < nearly_parallel)
    return {};
  const double distance = (point - ray.origin).dot(normal) / towards;
  if (distance < 0)
    return {};
  return ray.at(distance);
}

int handle_axis(HandlePart part) {
  return part <= HandlePart::turn_z ? int(part) % 3 : -1;
}

bool is_arrow(HandlePart part) {
  return part <= HandlePart::move_z;
}

bool is_ring(HandlePart part) {
  return part >= HandlePart::turn_x && part <= HandlePart::turn_z;
}

EditHandles::EditHandles(const Vec3& centre, const Camera& camera, ViewSize size, bool scales)
    : centre_(centre), camera_(camera), size_(size), scales_(scales) {
  const double depth = (centre - camera.eye()).dot(camera.forward());
  const double nearest = 1e-6 * camera.distance();
  if (camera.orthographic() || depth > nearest)
    length_ = arrow_pixels * camera.metres_per_pixel_at(centre, size.height);
}

Vec3 EditHandles::scale_cube() const {
  const Vec3 up = camera_.right().cross(camera_.forward());
  return centre_ + 0.62 * length_ * (up - camera_.right());
}

Vec3 EditHandles::ring_point(int axis, double angle) const {
  const Vec3 u = ring_side(axis), v = Vec3::Unit(axis).cross(u);
  return centre_ + ring_radius() * (std::cos(angle) * u + std::sin(angle) * v);
}

bool EditHandles::usable(HandlePart part) const {
  const int axis = handle_axis(part);
  if (axis < 0)
    return visible() && (scales_ || part != HandlePart::scale);
  const double along = std::abs(camera_.direction_to(centre_)[axis]);
  // With a spare over what the drag needs: handles that come and go at its limit would flicker.
  if (is_arrow(part))
    return visible() && 1 - along * along > std::pow(3 * nearly_parallel, 2);
  return visible() && along > 2 * nearly_parallel;
}

double EditHandles::distance_to(HandlePart part, double x, double y) const {
  constexpr double far = std::numeric_limits<double>::infinity();
  const auto at = [&](const Vec3& point) { return camera_.project(point, size_); };
  const auto to_point = [&](const Vec3& point, double radius) {
    const auto place = at(point);
    return place ? std::max(0.0, std::hypot(x - place->x(), y - place->y()) - radius) : far;
  };
  if (part == HandlePart::scale)
    return to_point(scale_cube(), cube_pixels);
  if (part == HandlePart::move_all)
    return to_point(centre_, middle_pixels);
  const int axis = handle_axis(part);
  if (is_arrow(part)) {
    const auto from = at(centre_), to = at(tip(axis));
    return from && to ? distance_to_segment(x, y, *from, *to) : far;
  }
  double nearest = far;
  auto before = at(ring_point(axis, 0));
  for (int i = 1; i <= ring_pieces; ++i) {
    const auto next = at(ring_point(axis, 2 * std::numbers::pi * i / ring_pieces));
    if (before && next)
      nearest = std::min(nearest, distance_to_segment(x, y, *before, *next));
    before = next;
  }
  return nearest;
}

std::optional<HandlePart> EditHandles::pick(double x, double y, double reach) const {
  std::optional<HandlePart> best;
  double nearest = reach;
  // Small parts first: of two that are equally near, the one that is harder to hit wins.
  for (const HandlePart part :
       {HandlePart::scale, HandlePart::move_all, HandlePart::move_x, HandlePart::move_y, HandlePart::move_z,
        HandlePart::turn_x, HandlePart::turn_y, HandlePart::turn_z}) {
    if (!usable(part))
      continue;
    const double distance = distance_to(part, x, y);
    if (distance < nearest) {
      best = part;
      nearest = distance;
    }
  }
  return best;
}

HandleSteps handle_steps(double size, bool coarse) {
  HandleSteps steps;
  const double digits = size > 0 ? std::clamp(std::floor(std::log10(size)), -6.0, 5.0) : 0;
  const double power = digits - (coarse ? 1 : 2);
  steps.length = power < 0 ? 1 / std::pow(10.0, -power) : std::pow(10.0, power);
  steps.degrees = coarse ? 15 : 1;
  steps.factor = coarse ? 0.1 : 0.01;
  return steps;
}

HandleDrag::HandleDrag(HandlePart part, const Vec3& centre, const Vec3& origin, const Camera& camera,
                       const Ray& pressed)
    : part_(part), centre_(centre), origin_(origin), moved_(origin), forward_(camera.forward()),
      pressed_(pressed) {
  start_ = reading(pressed);
  last_angle_ = is_ring(part) ? start_.value_or(0) : 0;
}

/// One number of where a ray is: along an arrow (m), around a ring (radians), from the centre (m).
std::optional<double> HandleDrag::reading(const Ray& ray) const {
  const int axis = handle_axis(part_);
  if (is_arrow(part_))
    return ray_along_line(ray, centre_, Vec3::Unit(axis));
  const auto on_plane = ray_on_plane(ray, centre_, is_ring(part_) ? Vec3(Vec3::Unit(axis)) : forward_);
  if (!on_plane)
    return {};
  const Vec3 arm = *on_plane - centre_;
  if (!is_ring(part_))
    return arm.norm();
  const Vec3 u = ring_side(axis), v = Vec3::Unit(axis).cross(u);
  if (arm.norm() == 0)
    return {};
  return std::atan2(arm.dot(v), arm.dot(u));
}

HandleChange HandleDrag::follow(const Ray& ray, const HandleSteps& steps) {
  const auto now = reading(ray);
  if (!now || !start_)
    return change_;
  HandleChange next;
  if (part_ == HandlePart::move_all) {
    const auto from = ray_on_plane(pressed_, centre_, forward_), to = ray_on_plane(ray, centre_, forward_);
    if (!from || !to)
      return change_;
    moved_ = (origin_ + *to - *from).unaryExpr([&](double part) { return to_step(part, steps.length); });
    next.shift = moved_ - origin_;
  } else if (is_arrow(part_)) {
    const int axis = handle_axis(part_);
    moved_[axis] = to_step(origin_[axis] + *now - *start_, steps.length);
    next.shift = moved_ - origin_;
  } else if (is_ring(part_)) {
    turned_ += std::remainder(*now - last_angle_, 2 * std::numbers::pi);
    last_angle_ = *now;
    next.degrees = to_step(turned_ * 180 / std::numbers::pi, steps.degrees);
  } else {
    const double least = steps.factor;
    next.factor = *start_ > 0 ? std::max(least, to_step(*now / *start_, steps.factor)) : 1;
  }
  return change_ = next;
}

} // namespace lamina
