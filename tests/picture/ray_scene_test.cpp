#include "core/mesh/procedural.h"
#include "tests/bvh/brute_force.h"
#include "tests/contact/ldi/awkward_triangles.h"
#include "tests/picture/picture_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

using picture::RayScene;
using picture::SceneHit;

Pose some_pose(Dice& dice) {
  const Vec3 axis = dice.vector(1).normalized();
  return {dice.vector(4), Quat(Eigen::AngleAxisd(dice.within(0, 3), axis))};
}

TEST(RayScene, FindsWhatAskingEveryTriangleOfEveryBodyFinds) {
  Dice dice(11);
  const SeenMesh torus(make_torus(0.5, 0.2, 400)), ball(make_sphere(0.6, 300));
  std::vector<picture::SeenSurface> surfaces;
  std::vector<const TriangleMesh*> meshes;
  for (int i = 0; i < 60; ++i) {
    surfaces.push_back((i % 2 ? torus : ball).at(some_pose(dice)));
    surfaces.back().front_only = i % 3 == 0;
    meshes.push_back(i % 2 ? &torus.mesh : &ball.mesh);
  }
  const RayScene scene(surfaces);
  int met = 0;
  for (int i = 0; i < 2000; ++i) {
    const bvh::Ray ray{dice.vector(6), dice.vector(1).normalized()};
    SceneHit expected;
    bool blocked = false;
    for (std::uint32_t s = 0; s < surfaces.size(); ++s) {
      const Pose& pose = surfaces[s].pose;
      bvh::Ray local{pose.to_local(ray.origin), pose.orientation.conjugate() * ray.direction};
      blocked = blocked || brute_force(*meshes[s], local).exists();
      local.front_only = surfaces[s].front_only;
      const bvh::Hit hit = brute_force(*meshes[s], local);
      if (hit.distance < expected.hit.distance)
        expected = {s, hit};
    }
    const SceneHit found = scene.first_hit(ray);
    EXPECT_EQ(found.surface, expected.surface);
    EXPECT_EQ(found.hit.distance, expected.hit.distance);
    EXPECT_EQ(found.hit.triangle, expected.hit.triangle);
    EXPECT_EQ(scene.blocked(ray), blocked);
    met += found.exists();
  }
  EXPECT_GT(met, 200) << "most rays should not miss everything";
}

TEST(RayScene, WhatThrowsNoShadowBlocksNothing) {
  const SeenMesh box(make_box(Vec3(1, 1, 1)));
  picture::SeenSurface surface = box.at();
  surface.throws_shadow = false;
  const bvh::Ray ray{Vec3(0, 5, 0), Vec3(0, -1, 0)};
  EXPECT_TRUE(RayScene({box.at()}).blocked(ray));
  EXPECT_FALSE(RayScene({surface}).blocked(ray));
  EXPECT_TRUE(RayScene({surface}).first_hit(ray).exists());
}

TEST(RayScene, OnlyWhatLiesOnTheRayBeforeItsEndBlocks) {
  const SeenMesh box(make_box(Vec3(1, 1, 1)));
  const RayScene scene({box.at()});
  bvh::Ray ray{Vec3(0, 5, 0), Vec3(0, -1, 0)};
  ray.before = 4.4; // its top is 4.5 m away
  EXPECT_FALSE(scene.blocked(ray));
  ray.before = 4.6;
  EXPECT_TRUE(scene.blocked(ray));
  ray.after = 5.6; // its underside is 5.5 m away
  ray.before = 100;
  EXPECT_FALSE(scene.blocked(ray));
}

TEST(RayScene, NothingIsMetInAnEmptySceneOrByWhatIsNoNumber) {
  EXPECT_FALSE(RayScene().first_hit({Vec3::Zero(), Vec3::UnitX()}).exists());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // No area, one place, no number, and one triangle that can be met.
  const SeenMesh mesh({"awkward",
                       {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {nan, 0, 0}, {0, 1, 0}},
                       {{0, 1, 2}, {0, 0, 0}, {0, 1, 3}, {0, 1, 4}}});
  const RayScene scene({mesh.at()});
  for (double x = -0.5; x < 2; x += 0.01) {
    const SceneHit hit = scene.first_hit({Vec3(x, 0.0, 5), -Vec3::UnitZ()});
    EXPECT_TRUE(!hit.exists() || hit.hit.triangle == 3) << x;
  }
  EXPECT_EQ(scene.first_hit({Vec3(0.2, 0.2, 5), -Vec3::UnitZ()}).hit.triangle, 3u);
}

} // namespace
} // namespace lamina::test
