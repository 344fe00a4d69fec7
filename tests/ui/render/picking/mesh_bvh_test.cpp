#include "ui/render/picking/mesh_bvh.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace lamina {
namespace {

constexpr double anywhere = std::numeric_limits<double>::infinity();

Ray random_ray(std::mt19937& random) {
  std::uniform_real_distribution<double> spread(-1, 1);
  const Vec3 from(3 * spread(random), 3 * spread(random), 3 * spread(random));
  const Vec3 to(spread(random), spread(random), spread(random));
  return {from, (to - from).normalized()};
}

TEST(MeshBvh, FindsTheSameNearestTriangleAsTryingThemAll) {
  const TriangleMesh mesh = test::round_sphere(1, 20, 30);
  const MeshBvh tree(mesh.vertices, mesh.triangles);
  std::mt19937 random(1);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Ray ray = random_ray(random);
    for (const bool front_only : {false, true}) {
      double nearest = anywhere;
      for (const Triangle& t : mesh.triangles)
        if (const auto d =
                ray_triangle(ray, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], front_only))
          nearest = std::min(nearest, *d);
      const auto hit = tree.nearest(ray, front_only, anywhere);
      ASSERT_EQ(hit.has_value(), nearest < anywhere);
      if (hit) {
        EXPECT_EQ(hit->distance, nearest);
        ++hits;
      }
    }
  }
  EXPECT_GT(hits, 1000);
}

TEST(MeshBvh, LetsNoRaySlipThroughTheEdgesOfAClosedSurface) {
  const TriangleMesh mesh = test::plain_box(Vec3(2, 2, 2));
  const MeshBvh tree(mesh.vertices, mesh.triangles);
  // Rays aimed at vertices and at points of the diagonals, where two triangles meet.
  for (double t = -1; t <= 1; t += 1.0 / 64) {
    const Vec3 on_diagonal(1, t, t);
    const Vec3 from(5, 0.3, -0.2);
    EXPECT_TRUE(tree.nearest({from, (on_diagonal - from).normalized()}, false, anywhere)) << t;
    EXPECT_TRUE(tree.nearest({Vec3(5, t, t), -Vec3::UnitX()}, false, anywhere)) << t;
  }
}

TEST(MeshBvh, KeepsToItsLimitAndTakesAnEmptyMesh) {
  const TriangleMesh mesh = test::plain_box(Vec3(2, 2, 2));
  const MeshBvh tree(mesh.vertices, mesh.triangles);
  const Ray ray{Vec3(5, 0.1, 0.2), -Vec3::UnitX()};
  EXPECT_NEAR(tree.nearest(ray, true, anywhere)->distance, 4, 1e-12);
  EXPECT_FALSE(tree.nearest(ray, true, 3.9));
  EXPECT_FALSE(MeshBvh({}, {}).nearest(ray, false, anywhere));
}

} // namespace
} // namespace lamina
