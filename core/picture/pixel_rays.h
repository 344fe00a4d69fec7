#pragma once

#include "core/bvh/ray.h"

namespace lamina::picture {

/// The rays through the pixels of a picture. Positions count from its upper left corner; a pixel's centre
/// lies at +0.5.
struct PixelRays {
  Vec3 origin = Vec3::Zero();      ///< of the ray through the corner, m; of all rays in perspective
  Vec3 direction = -Vec3::UnitZ(); ///< of that ray; of all rays in an orthographic picture, of unit length
  Vec3 along_x = Vec3::UnitX();    ///< what a pixel to the right adds: to the direction in perspective,
  Vec3 along_y = -Vec3::UnitY();   ///<   else to the origin, m; and a pixel down
  bool orthographic = false;

  bvh::Ray at(double x, double y) const;
};

} // namespace lamina::picture
