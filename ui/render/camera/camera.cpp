#include "ui/render/camera/camera.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// Short of straight up and down, where the heading would be lost.
constexpr double steepest = 1.5533; // 89°
constexpr double closest = 1e-6;
constexpr double farthest = 1e9;
/// In distances, how far ground and grid reach around the target (Frame::fade_radius), and a little more: an
/// orthographic picture has as much before its eye and behind it.
constexpr double ortho_reach = 7.5;
/// Of the distance, how far the eye stays above a floor.
constexpr double above_floor = 0.02;

/// Level unit vectors for yaw 0 (z for y up) and a quarter turn (x for y up).
struct Level {
  Vec3 ahead, aside;
};

Level level_axes(const Vec3& up) {
  const Vec3 helper = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 aside = (helper - up * up.dot(helper)).normalized();
  return {aside.cross(up), aside};
}

} // namespace

Camera::Camera(const CameraView& view) {
  const Vec3 reach = view.eye - view.target;
  if (!view.eye.allFinite() || !view.target.allFinite() || !view.up.allFinite())
    return;
  target_ = view.target;
  if (view.up.norm() > 0)
    up_ = view.up.normalized();
  if (view.field_of_view > 0.01 && view.field_of_view < 3)
    field_of_view_ = view.field_of_view;
  if (!(reach.norm() > closest))
    return;
  distance_ = std::min(reach.norm(), farthest);
  const Level level = level_axes(up_);
  pitch_ = std::asin(std::clamp(reach.dot(up_) / reach.norm(), -1.0, 1.0));
  const double aside = reach.dot(level.aside), ahead = reach.dot(level.ahead);
  yaw_ = std::hypot(aside, ahead) > 1e-9 * reach.norm() ? std::atan2(aside, ahead) : 0;
}

CameraView Camera::view(int image_height) const {
  return {eye(), target_, up_, field_of_view_, std::max(1, image_height)};
}

void Camera::orbit(double right, double over) {
  if (!std::isfinite(right) || !std::isfinite(over))
    return;
  yaw_ = std::remainder(yaw_ + right, 2 * M_PI);
  pitch_ = std::clamp(pitch_ + over, -steepest, steepest);
}

void Camera::pan(double pixels_right, double pixels_down, ViewSize size) {
  const double scale = metres_per_pixel(size.height);
  const Vec3 picture_up = right().cross(forward());
  target_ += scale * (pixels_down * picture_up - pixels_right * right());
}

void Camera::zoom(double factor) {
  if (std::isfinite(factor) && factor > 0)
    distance_ = std::clamp(distance_ * factor, closest, farthest);
}

void Camera::zoom_at(double factor, double x, double y, ViewSize size) {
  const double before = distance_;
  zoom(factor);
  target_ += (before - distance_) * offset(x, y, size);
}

void Camera::frame(const Box& box, ViewSize size) {
  if (box.empty() || !box.min.allFinite() || !box.max.allFinite())
    return;
  target_ = box.centre();
  const double tan_y = std::tan(0.5 * field_of_view_);
  const double tan_x = tan_y * std::max(1, size.width) / std::max(1, size.height);
  const Vec3 picture_up = right().cross(forward());
  const double needed =
      std::max(distance_to_see(box, right(), tan_x), distance_to_see(box, picture_up, tan_y));
  constexpr double margin = 1.15;
  if (needed > 0)
    distance_ = std::clamp(needed * margin, closest, farthest);
}

// The distance from the target at which the box begins to lie between two edges of the picture; `slope` is
// the tangent of the angle between the middle of the picture and such an edge, which lies towards `aside`.
double Camera::distance_to_see(const Box& box, const Vec3& aside, double slope) const {
  // A corner at (x, z) about the target is inside if |x| ≤ slope·(distance + z).
  double needed = 0;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p = box.centre() - target_;
    for (int k = 0; k < 3; ++k)
      p[k] += 0.5 * box.size()[k] * (corner >> k & 1 ? 1 : -1);
    needed = std::max(needed, std::abs(p.dot(aside)) / slope - (orthographic_ ? 0 : p.dot(forward())));
  }
  return needed;
}

void Camera::fit_between(std::span<const Box> boxes, ViewSize size, int width) {
  const double per_pixel = std::tan(0.5 * field_of_view_) / std::max(1, size.height);
  const double whole = per_pixel * std::max(1, size.width);
  const double part = per_pixel * std::clamp(width, 1, std::max(1, size.width));
  double needed = distance_;
  for (const Box& box : boxes)
    if (!box.empty() && box.min.allFinite() && box.max.allFinite() &&
        distance_to_see(box, right(), whole) <= distance_)
      needed = std::max(needed, distance_to_see(box, right(), part));
  distance_ = std::min({needed, 2 * distance_, farthest});
}

Camera Camera::between(const Camera& from, const Camera& to, double share) {
  Camera camera = to;
  camera.target_ = from.target_ + share * (to.target_ - from.target_);
  camera.yaw_ = from.yaw_ + share * std::remainder(to.yaw_ - from.yaw_, 2 * M_PI);
  camera.pitch_ = from.pitch_ + share * (to.pitch_ - from.pitch_);
  // Evenly in ratios, as one sees distances.
  camera.distance_ = from.distance_ * std::pow(to.distance_ / from.distance_, share);
  camera.field_of_view_ = from.field_of_view_ + share * (to.field_of_view_ - from.field_of_view_);
  camera.lens_shift_ = from.lens_shift_ + share * (to.lens_shift_ - from.lens_shift_);
  return camera;
}

void Camera::set_up(const Vec3& up) {
  if (up.allFinite() && up.norm() > 0)
    up_ = up.normalized();
}

void Camera::look_along(const Vec3& direction) {
  if (!direction.allFinite() || !(direction.norm() > 0))
    return;
  const Vec3 back = -direction.normalized();
  const Level level = level_axes(up_);
  const double aside = back.dot(level.aside), ahead = back.dot(level.ahead);
  pitch_ = std::asin(std::clamp(back.dot(up_), -1.0, 1.0));
  const bool upright = std::hypot(aside, ahead) > 1e-6;
  yaw_ = upright ? std::atan2(aside, ahead) : 0.5 * M_PI * std::round(yaw_ / (0.5 * M_PI));
}

void Camera::stay_above(double height) {
  const double least = height + above_floor * distance_;
  const double sine = (least - up_.dot(target_)) / distance_, most = std::sin(steepest);
  if (!std::isfinite(sine) || std::sin(pitch_) >= sine)
    return;
  if (sine > most)
    target_ += (sine - most) * distance_ * up_;
  pitch_ = std::asin(std::min(sine, most));
}

Vec3 Camera::front() const {
  return -level_axes(up_).ahead;
}

Vec3 Camera::side() const {
  return -level_axes(up_).aside;
}

Vec3 Camera::heading() const {
  const Level level = level_axes(up_);
  return std::cos(yaw_) * level.ahead + std::sin(yaw_) * level.aside;
}

Vec3 Camera::forward() const {
  return -(std::cos(pitch_) * heading() + std::sin(pitch_) * up_);
}

Vec3 Camera::right() const {
  return up_.cross(heading());
}

Vec3 Camera::eye() const {
  return target_ - distance_ * forward();
}

double Camera::metres_per_pixel(int image_height) const {
  return 2 * distance_ * std::tan(0.5 * field_of_view_) / std::max(1, image_height);
}

double Camera::metres_per_pixel_at(const Vec3& point, int image_height) const {
  const double depth = orthographic_ ? distance_ : (point - eye()).dot(forward());
  return metres_per_pixel(image_height) * depth / distance_;
}

Vec3 Camera::direction_to(const Vec3& point) const {
  return orthographic_ ? forward() : (point - eye()).normalized();
}

Vec3 Camera::offset(double x, double y, ViewSize size) const {
  const double scale = 2 * std::tan(0.5 * field_of_view_) / std::max(1, size.height);
  const Vec3 picture_up = right().cross(forward());
  return scale * ((x - middle(size)) * right() - (y - 0.5 * size.height) * picture_up);
}

Eigen::Matrix4d Camera::view_matrix(const Vec3& origin) const {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.block<1, 3>(0, 0) = right().transpose();
  matrix.block<1, 3>(1, 0) = right().cross(forward()).transpose();
  matrix.block<1, 3>(2, 0) = -forward().transpose();
  const Vec3 from = (target_ - origin) - distance_ * forward();
  matrix.block<3, 1>(0, 3) = -matrix.block<3, 3>(0, 0) * from;
  return matrix;
}

Eigen::Matrix4d Camera::projection_matrix(ViewSize size, const ClipRange& range) const {
  const double scale = 1 / std::tan(0.5 * field_of_view_);
  const double n = range.nearest, f = range.farthest;
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
  const double aspect = double(std::max(1, size.width)) / std::max(1, size.height);
  if (orthographic_) {
    matrix(0, 0) = scale / (distance_ * aspect);
    matrix(1, 1) = scale / distance_;
    matrix(2, 2) = -2 / (f - n);
    matrix(2, 3) = -(f + n) / (f - n);
    matrix(0, 3) = 2 * lens_shift_;
    matrix(3, 3) = 1;
    return matrix;
  }
  matrix(0, 0) = scale / aspect;
  matrix(1, 1) = scale;
  matrix(2, 2) = -(f + n) / (f - n);
  matrix(2, 3) = -2 * f * n / (f - n);
  matrix(3, 2) = -1;
  matrix(0, 2) = -2 * lens_shift_; // of −z, which divides
  return matrix;
}

ClipRange Camera::clip_range(const Box& scene) const {
  const bool known = !scene.empty() && scene.min.allFinite() && scene.max.allFinite();
  // Depths of the box are those of its centre, less and more its half extent along the view.
  const double middle = known ? (scene.centre() - eye()).dot(forward()) : distance_;
  const double half = known ? 0.5 * scene.size().dot(forward().cwiseAbs()) : 0;
  if (orthographic_)
    return {std::min((1 - ortho_reach) * distance_, middle - 1.05 * half),
            std::max((1 + ortho_reach) * distance_, middle + 1.05 * half)};
  double nearest = 0.03 * distance_;
  double deepest = 1.1 * distance_;
  if (known) {
    nearest = std::clamp(0.5 * (middle - half), 0.003 * distance_, 0.03 * distance_);
    deepest = std::max(deepest, 1.05 * (middle + half));
  }
  // Floor and grid fade out within this many distances.
  return {nearest, std::max(deepest, 30 * distance_)};
}

Ray Camera::ray(double x, double y, ViewSize size) const {
  const Vec3 aside = offset(x, y, size);
  if (orthographic_)
    return {eye() + distance_ * (aside - ortho_reach * forward()), forward()};
  return {eye(), (forward() + aside).normalized()};
}

std::optional<Vec3> Camera::project(const Vec3& world, ViewSize size) const {
  const Vec3 from_eye = (world - target_) + distance_ * forward();
  const double depth = from_eye.dot(forward());
  if (!orthographic_ && !(depth > 1e-9 * distance_))
    return std::nullopt;
  const double scale =
      std::max(1, size.height) / (2 * std::tan(0.5 * field_of_view_) * (orthographic_ ? distance_ : depth));
  const Vec3 picture_up = right().cross(forward());
  return Vec3(middle(size) + scale * from_eye.dot(right()),
              0.5 * size.height - scale * from_eye.dot(picture_up), depth);
}

} // namespace lamina
