#pragma once

#include "ui/render/bodies/shown_shape.h"
#include "ui/render/camera/camera.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/overlay/palette.h"
#include "ui/render/view_options.h"

#include <Eigen/Core>

namespace lamina {

/// What one picture is drawn with. Positions go to the GPU relative to `origin`, the camera's target.
struct Frame {
  ViewSize size;
  Vec3 origin = Vec3::Zero();
  Eigen::Matrix4f view_projection;                                 ///< of positions relative to origin
  Eigen::Matrix4f shadow_projection = Eigen::Matrix4f::Identity(); ///< the light's clip space, the same way
  Vec3 eye = Vec3::Zero();                                         ///< world
  Vec3 up = Vec3::UnitY();
  Vec3 key_direction = Vec3::UnitY(); ///< unit, towards the key light
  bool shadows = false;
  bool soft_shadows = false;
  double shadow_texel = 0;               ///< m
  Vec3 floor_point = Vec3::Zero();       ///< world: where the grid's plane lies below (or above) the target
  double fade_radius = 1;                ///< m: floor and grid end there
  double grid_minor = 1, grid_major = 1; ///< m, between the lines of the ground grid
  double contact_reach = 0;              ///< m: how near the floor bodies darken it; 0: they do not
  double contact_half = 1;               ///< m: half the width of the map of that
  Vec3 contact_middle = Vec3::Zero();    ///< world
  double ambient_reach = 0;              ///< m: how near bodies darken each other; 0: they do not
  bool cut = false;                      ///< a plane cuts away what lies on its eye's side
  Vec3 cut_point = Vec3::Zero();         ///< on the plane, world
  Vec3 cut_inward = Vec3::Zero();        ///< unit, into what is left
  double pixel_ratio = 1;
  bool dark = false;

  /// Unit vectors in the plane of the ground grid; with up they are right-handed.
  Vec3 across() const;
  Vec3 along() const { return up.cross(across()); }
  /// A position or matrix column as the shaders want it.
  Eigen::Vector3f relative(const Vec3& world) const { return (world - origin).cast<float>(); }
};

/// Everything but the shadow and the shades.
Frame make_frame(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options, ViewSize size,
                 ShownShapes& shapes);

/// The uniform block of frame.glsl.
class FrameBlock {
public:
  void setup();
  void upload_and_bind(const Frame& frame);

private:
  GlObject buffer_;
};

} // namespace lamina
