#pragma once

#include "core/bvh/box_tree.h"
#include "core/math/camera_view.h"
#include "core/mesh/mesh.h"
#include "core/picture/pixel_rays.h"
#include "core/picture/ray_scene.h"

#include <cmath>
#include <memory>
#include <utility>

namespace lamina::test {

/// A mesh with a tree over it, to be seen by rays.
struct SeenMesh {
  TriangleMesh mesh;
  bvh::BoxTree tree;

  explicit SeenMesh(TriangleMesh of) : mesh(std::move(of)) {
    tree.build(mesh.triangles, mesh.vertices, bvh::corner_bounds(mesh.triangles, mesh.vertices));
  }
  SeenMesh(const SeenMesh&) = delete;
  SeenMesh& operator=(const SeenMesh&) = delete;

  picture::SeenSurface at(const Pose& pose = {}) const {
    picture::SeenSurface surface;
    surface.tree = &tree;
    surface.triangles = mesh.triangles;
    surface.positions = mesh.vertices;
    surface.pose = pose;
    for (const Vec3& vertex : mesh.vertices)
      if (vertex.allFinite())
        surface.bounds.include(pose * vertex);
    return surface;
  }
};

/// A level square about the origin, facing up.
inline TriangleMesh level_square(double side) {
  const double h = 0.5 * side;
  return {"square", {{-h, 0, -h}, {-h, 0, h}, {h, 0, h}, {h, 0, -h}}, {{0, 1, 2}, {0, 2, 3}}};
}

/// The rays of a perspective camera with its target in the middle of the picture.
inline picture::PixelRays pixel_rays(const CameraView& view, int width, int height) {
  const Vec3 forward = (view.target - view.eye).normalized();
  const Vec3 right = forward.cross(view.up).normalized();
  const double scale = 2 * std::tan(0.5 * view.field_of_view) / height;
  picture::PixelRays rays;
  rays.origin = view.eye;
  rays.along_x = scale * right;
  rays.along_y = scale * forward.cross(right);
  rays.direction = forward - 0.5 * width * rays.along_x - 0.5 * height * rays.along_y;
  return rays;
}

} // namespace lamina::test
