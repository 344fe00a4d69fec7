#include "core/scene/turns.h"
#include "tests/edit/edit_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

TEST(SnapToFloor, ABoxComesDownToAFlatFloorAndUpOutOfIt) {
  Scene scene = small_scene();
  for (const double height : {3.0, 0.1, -2.0}) {
    scene = edited(scene, place_body(scene, 1, {Vec3(0.2, height, 0), orientation_of({0, 0, 45})}, "move"));
    scene = edited(scene, snap_to_floor(scene, 1));
    EXPECT_NEAR(starting_bounds(scene.bodies[1]).min.y(), 0, 1e-12);
    // On its edge: half the diagonal of a square of 0.5 m.
    EXPECT_NEAR(scene.bodies[1].pose.position.y(), 0.25 * std::numbers::sqrt2, 1e-12);
  }
}

TEST(SnapToFloor, ABallTouchesASlopeWithItsNearestPoint) {
  Scene scene = small_scene();
  scene = edited(scene, place_body(scene, 0, {Vec3::Zero(), orientation_of({0, 0, 30})}, "turn"));
  scene = edited(scene, place_body(scene, 2, {Vec3(1, 3, 0), Quat::Identity()}, "move"));
  scene = edited(scene, snap_to_floor(scene, 2));
  const Vec3 normal(-0.5, std::sqrt(0.75), 0);
  double nearest = 1e9;
  for (const Vec3& vertex : scene.bodies[2].mesh->mesh.vertices)
    nearest = std::min(nearest, normal.dot(scene.bodies[2].pose * vertex));
  EXPECT_NEAR(nearest, 0, 1e-12);
}

TEST(SnapToFloor, WithoutAFloorThePlaneThroughTheOriginCounts) {
  Scene scene = small_scene();
  scene = edited(scene, place_body(scene, 1, {Vec3(0, 3, 0), Quat::Identity()}, "move"));
  scene = edited(scene, remove_body(scene, 0));
  scene.gravity = Vec3(0, 0, -9.81);
  scene = edited(scene, snap_to_floor(scene, 0));
  EXPECT_NEAR(starting_bounds(scene.bodies[0]).min.z(), 0, 1e-12);
  EXPECT_EQ(scene.bodies[0].pose.position.y(), 3);
}

} // namespace
} // namespace lamina
