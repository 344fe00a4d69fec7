#include "core/picture/pixel_rays.h"

#include <cmath>

namespace lamina::picture {

bvh::Ray PixelRays::at(double x, double y) const {
  const Vec3 aside = x * along_x + y * along_y;
  if (orthographic)
    return {origin + aside, direction};
  return {origin, (direction + aside).normalized()};
}

PixelRays pixel_rays(const CameraView& view, int width, int height) {
  const Vec3 forward = (view.target - view.eye).normalized();
  const Vec3 right = forward.cross(view.up).normalized();
  const double scale = 2 * std::tan(0.5 * view.field_of_view) / height;
  PixelRays rays;
  rays.origin = view.eye;
  rays.along_x = scale * right;
  rays.along_y = scale * forward.cross(right);
  rays.direction = forward - 0.5 * width * rays.along_x - 0.5 * height * rays.along_y;
  return rays;
}

} // namespace lamina::picture
