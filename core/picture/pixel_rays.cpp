#include "core/picture/pixel_rays.h"

namespace lamina::picture {

bvh::Ray PixelRays::at(double x, double y) const {
  const Vec3 aside = x * along_x + y * along_y;
  if (orthographic)
    return {origin + aside, direction};
  return {origin, (direction + aside).normalized()};
}

} // namespace lamina::picture
