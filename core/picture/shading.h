#pragma once

#include "core/picture/look.h"
#include "core/picture/pixel_rays.h"

#include <cmath>

namespace lamina::picture {

/// One place of a picture, and the ray through it.
struct Sight {
  double x = 0, y = 0; ///< pixels from the upper left corner
  int height = 1;      ///< of the picture, pixels
  bvh::Ray ray;
  Vec3 light = Vec3::UnitY(); ///< unit, towards the point of the light that this sample takes
};

/// Of a number, what lies above a whole one.
inline double fraction(double x) {
  return x - std::floor(x);
}

/// A number from 0 to 1 for each place of a picture, unlike those of its neighbours a pixel away (Jimenez,
/// Next generation post processing in Call of Duty, 2014: interleaved gradient noise).
inline double pixel_noise(double x, double y) {
  return fraction(52.9829189 * fraction(0.06711056 * x + 0.00583715 * y));
}

/// The colour that is seen along a ray, sRGB: of the nearest surface, lit by key light, sky and a fill from
/// the eye, with the shadow that a ray to the light finds; of the ground grid before it; else of the
/// background. The same light as in the pictures that are drawn (assets/shaders/surface.frag, floor.frag).
Colour seen_colour(const RayScene& scene, const Look& look, const PixelRays& rays, const Sight& sight);

} // namespace lamina::picture
