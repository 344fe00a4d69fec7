#pragma once

#include "core/contact/method.h"
#include "core/math/types.h"

#include <optional>
#include <span>

namespace lamina {

/// A half-line in the world; the direction has unit length.
struct Ray {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = -Vec3::UnitZ();

  Vec3 at(double distance) const { return origin + distance * direction; }
};

/// Width and height of a picture in pixels.
struct ViewSize {
  int width = 1;
  int height = 1;
};

/// Depths along the view direction between which things are drawn, m.
struct ClipRange {
  double nearest = 0.01;
  double farthest = 100;
};

/// A camera that turns about a target, with the scene's up always up in the picture. It draws in perspective
/// or orthographically, and what lies at the target's depth is equally large in both. Pixel positions count
/// from the picture's upper left corner; a pixel's centre lies at +0.5.
class Camera {
public:
  Camera() = default;
  /// Looks as the view does. A view whose eye is on its target, or that is not finite, keeps the default
  /// direction.
  explicit Camera(const CameraView& view);
  CameraView view(int image_height) const;

  /// Turns about the target, radians: to the right around the scene, and up over it. Stops short of the
  /// poles.
  void orbit(double right, double over);
  /// Moves eye and target with the picture, so that what lies at the target's depth follows the pointer.
  void pan(double pixels_right, double pixels_down, ViewSize size);
  /// Multiplies the distance to the target.
  void zoom(double factor);
  /// The same, with what lies at the target's depth under pixel (x, y) staying there.
  void zoom_at(double factor, double x, double y, ViewSize size);
  /// Turns about this point from now on, without moving the eye's direction or distance.
  void centre_on(const Vec3& point) { target_ = point; }
  /// Moves so that the whole box is in the picture, keeping the direction. An empty box changes nothing.
  void frame(const Box& box, ViewSize size);
  /// Moves back, at most to twice the distance. Boxes that lie wholly between the left and right edges of a
  /// picture then also lie in its middle part, `width` pixels wide.
  void fit_between(std::span<const Box> boxes, ViewSize size, int width);
  /// Changes which way is up, keeping heading and height.
  void set_up(const Vec3& up);
  /// Looks at the target along this direction, from eye to target. Straight up or down keeps the heading,
  /// turned to the nearest quarter.
  void look_along(const Vec3& direction);
  void set_orthographic(bool on) { orthographic_ = on; }
  /// Draws the target so far to the right of the picture's middle, in widths of the picture. All rays and
  /// projections follow; which way and from where one looks stays.
  void set_lens_shift(double right) { lens_shift_ = right; }
  /// Raises the eye, if need be, to just above this height along the up direction.
  void stay_above(double height);

  Vec3 eye() const;
  const Vec3& target() const { return target_; }
  const Vec3& up() const { return up_; }
  double distance() const { return distance_; }
  double field_of_view() const { return field_of_view_; } ///< vertical, radians
  Vec3 forward() const;                                   ///< unit, from eye to target
  Vec3 right() const;                                     ///< unit, to the right in the picture
  bool orthographic() const { return orthographic_; }
  double lens_shift() const { return lens_shift_; }
  bool is_above(double height) const { return up_.dot(eye()) > height; } ///< the eye, along the up direction
  Vec3 front() const; ///< unit, level: where one looks from the front, along −z where y is up
  Vec3 side() const;  ///< unit, level: where one looks from the right, along −x where y is up
  double metres_per_pixel(int image_height) const; ///< at the target's depth
  double metres_per_pixel_at(const Vec3& point, int image_height) const;
  /// Unit, along which the eye sees a point.
  Vec3 direction_to(const Vec3& point) const;

  /// From world to eye coordinates (x right, y up, −z forward), with positions taken relative to `origin`.
  Eigen::Matrix4d view_matrix(const Vec3& origin = Vec3::Zero()) const;
  /// From eye to clip coordinates, depth −1 to 1.
  Eigen::Matrix4d projection_matrix(ViewSize size, const ClipRange& range) const;
  /// Covers the scene and the ground around the target, with the near plane as far out as the scene allows.
  ClipRange clip_range(const Box& scene) const;

  /// The ray through a point of the picture: from the eye, or orthographically from behind it.
  Ray ray(double x, double y, ViewSize size) const;
  /// Where a point appears in the picture (x, y in pixels; z: depth along the view direction, m); nothing
  /// behind the eye of a perspective.
  std::optional<Vec3> project(const Vec3& world, ViewSize size) const;

  /// The camera at a share from 0 to 1 of the way between two: turned about the targets the shorter way
  /// round. Which way is up is that of `to`.
  static Camera between(const Camera& from, const Camera& to, double share);

private:
  double distance_to_see(const Box& box, const Vec3& aside, double slope) const;
  Vec3 offset(double x, double y,
              ViewSize size) const; ///< from the target to a pixel at its depth, over the distance
  double middle(ViewSize size) const { return (0.5 + lens_shift_) * size.width; } ///< x of the target
  Vec3 heading() const; ///< unit, level: from the target towards the eye, without its height

  Vec3 target_ = Vec3::Zero();
  Vec3 up_ = Vec3::UnitY();
  double yaw_ = 0.6;   ///< radians about up
  double pitch_ = 0.4; ///< radians above the level
  double distance_ = 3;
  double field_of_view_ = 0.576; ///< 33°, as a lens of 60 mm sees: boxes keep their shape at the edges
  bool orthographic_ = false;
  double lens_shift_ = 0;
};

} // namespace lamina
