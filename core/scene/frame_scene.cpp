#include "core/math/rotation_between.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <cmath>

namespace lamina {

CameraView frame_scene(const Scene& scene) {
  Box all, with_end;
  for (const SceneBody& body : scene.bodies) {
    if (!body.mesh)
      continue;
    Box box;
    for (const Vec3& vertex : body.mesh->mesh.vertices)
      box.include(body.pose * vertex);
    all.include(box);
    if (body.sidedness == Sidedness::closed)
      with_end.include(box);
  }
  const Box& box = with_end.empty() ? all : with_end;
  CameraView camera;
  camera.up = scene.up();
  if (box.empty())
    return camera;

  // The sphere around the box touches the edge of the picture, with a tenth to spare.
  const double radius = std::max(0.5 * box.size().norm(), 1e-9);
  const Vec3 direction = rotation_between(Vec3::UnitY(), scene.up()) * Vec3(0.5, 0.4, 1).normalized();
  camera.target = box.centre();
  camera.eye = camera.target + direction * (1.1 * radius / std::sin(0.5 * camera.field_of_view));
  return camera;
}

} // namespace lamina
