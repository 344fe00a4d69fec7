#pragma once

#include "core/picture/ray_scene.h"

namespace lamina::picture {

/// What a plane cuts away lies on the other side of its inward normal.
struct Cut {
  Vec3 point = Vec3::Zero();   ///< on the plane, world
  Vec3 inward = Vec3::UnitX(); ///< unit, into what is left
};

/// Light, ground and background of a picture. Lengths are in metres, positions and directions of the world.
struct Look {
  Vec3 up = Vec3::UnitY();
  Vec3 key_direction = Vec3::UnitY(); ///< unit, towards the light
  double light_radius = 0; ///< of the light as it is seen, radians: softens shadows from the second pass on
  bool shadows = true;
  bool dark = false; ///< theme: floors get darker in the shade
  Colour background_top = Colour::Ones(), background_bottom = Colour::Ones();
  bool flat_background = false; ///< without the noise that hides bands of equal colour

  Vec3 floor_point = Vec3::Zero(); ///< in the plane of the ground grid, in the middle of floor and grid
  double fade_radius = 1;          ///< they end there
  double ground_reach = 0;         ///< how far above the ground undersides are darker; 0: they are not
  bool grid = false;
  Vec3 across = Vec3::UnitX(), along = Vec3::UnitZ(); ///< unit, in that plane
  double grid_minor = 1, grid_major = 1;              ///< between lines
  Colour grid_ink = Colour::Zero();
  float grid_opacity = 0; ///< of major lines
  float line_width = 1;   ///< pixels
  std::optional<Cut> cut;
};

} // namespace lamina::picture
