#pragma once

#include "core/bvh/hit_tree.h"
#include "core/mesh/mesh.h"

namespace lamina::test {

/// Of all corners that are numbers.
inline Box corner_bounds(const TriangleMesh& mesh) {
  return bvh::corner_bounds(mesh.triangles, mesh.vertices);
}

/// Asks every triangle.
inline bvh::Hit brute_force(const TriangleMesh& mesh, const bvh::Ray& ray) {
  bvh::Hit hit;
  const bvh::RayTest test(ray);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& c = mesh.triangles[t];
    if (bvh::counts(ray, c))
      test.take(mesh.vertices[c[0]], mesh.vertices[c[1]], mesh.vertices[c[2]], t, hit);
  }
  return hit;
}

} // namespace lamina::test
