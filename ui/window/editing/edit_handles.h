#pragma once

#include "ui/render/camera/camera.h"

#include <optional>

namespace lamina {

/// Where along the line through `point` the ray comes nearest to it, m from the point; nothing if they are
/// nearly parallel. `direction` has unit length.
std::optional<double> ray_along_line(const Ray& ray, const Vec3& point, const Vec3& direction);

/// Where the ray meets the plane through `point`; nothing if it runs along it or the plane lies behind.
std::optional<Vec3> ray_on_plane(const Ray& ray, const Vec3& point, const Vec3& normal);

/// The parts of the handles: arrows along the world's axes, rings around them, a cube that scales, and the
/// middle, which moves in the plane of the picture.
enum class HandlePart { move_x, move_y, move_z, turn_x, turn_y, turn_z, scale, move_all };

/// The axis of an arrow or ring, 0 to 2; −1 for the others.
int handle_axis(HandlePart part);
bool is_arrow(HandlePart part);
bool is_ring(HandlePart part);

/// Handles around a point of the world, of a fixed size in the picture.
class EditHandles {
public:
  /// `scales`: with a cube, which several bodies have not.
  EditHandles(const Vec3& centre, const Camera& camera, ViewSize size, bool scales = true);

  bool visible() const { return length_ > 0; } ///< false behind the eye
  const Vec3& centre() const { return centre_; }
  double ring_radius() const { return ring_share * length_; } ///< m
  Vec3 tip(int axis) const { return centre_ + length_ * Vec3::Unit(axis); }
  Vec3 scale_cube() const; ///< its centre, in the plane of the picture
  /// A point of a ring, at an angle about its axis.
  Vec3 ring_point(int axis, double angle) const;
  /// So many straight pieces draw a ring, and are what a pointer near it is measured to.
  static constexpr int ring_pieces = 72;
  /// Rings seen from their edge, and arrows seen from their end, cannot be used and are left out.
  bool usable(HandlePart part) const;

  /// The part under a point of the picture; nothing if none is within `reach` pixels.
  std::optional<HandlePart> pick(double x, double y, double reach = 9) const;

  /// Length of an arrow and other sizes in the picture, pixels.
  static constexpr double arrow_pixels = 88, cube_pixels = 7, middle_pixels = 8;
  static constexpr double ring_share = 0.62;

private:
  double distance_to(HandlePart part, double x, double y) const;

  Vec3 centre_;
  Camera camera_;
  ViewSize size_;
  bool scales_;
  double length_ = 0; ///< of an arrow, m
};

/// What a drag of a handle comes to.
struct HandleChange {
  Vec3 shift = Vec3::Zero(); ///< m
  double degrees = 0;        ///< right-handed about the ring's axis
  double factor = 1;         ///< of the size
  bool operator==(const HandleChange&) const = default;
};

/// How finely drags go: positions end on whole multiples of `length`, so that files hold short numbers.
struct HandleSteps {
  double length = 1e-3; ///< m
  double degrees = 1;
  double factor = 0.01;
};

/// Steps that suit a body of this size, m; coarse ones are ten times as long, and 15°.
HandleSteps handle_steps(double size, bool coarse);

/// A drag of one part from the press on.
class HandleDrag {
public:
  /// `origin`: the position whose coordinates shall be whole multiples of the step, m.
  HandleDrag(HandlePart part, const Vec3& centre, const Vec3& origin, const Camera& camera,
             const Ray& pressed);

  HandlePart part() const { return part_; }
  const Vec3& centre() const { return centre_; }

  /// The change for where the pointer is now. A ray that says nothing (along the axis, say) leaves the last
  /// one.
  HandleChange follow(const Ray& ray, const HandleSteps& steps);
  const HandleChange& change() const { return change_; }
  /// Where `origin` goes: whole multiples of the step, to the last bit.
  const Vec3& moved_origin() const { return moved_; }

private:
  std::optional<double> reading(const Ray& ray) const;

  HandlePart part_;
  Vec3 centre_, origin_, moved_, forward_;
  Ray pressed_;
  std::optional<double> start_;
  double last_angle_ = 0, turned_ = 0; ///< radians: a ring counts full turns
  HandleChange change_;
};

} // namespace lamina
