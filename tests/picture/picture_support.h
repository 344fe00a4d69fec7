#pragma once

#include "core/bvh/box_tree.h"
#include "core/mesh/mesh.h"
#include "core/picture/ray_scene.h"

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

} // namespace lamina::test
