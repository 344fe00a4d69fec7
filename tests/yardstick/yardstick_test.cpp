#include "core/yardstick/yardstick.h"

#include "core/base/error.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

Pose at(double x, double y, double z) {
  Pose pose;
  pose.position = Vec3(x, y, z);
  return pose;
}

std::shared_ptr<Scene> two_boxes(double apart) {
  const TriangleMesh box = make_box(Vec3(0.2, 0.3, 0.4));
  auto scene = scene_of({body_of("left", box), body_of("right", box, BodyKind::rigid, at(apart, 0, 0))});
  scene->gravity = Vec3::Zero();
  return scene;
}

TEST(Yardstick, TwoBoxesOverlapByTheProductOfTheirOverlaps) {
  const auto scene = two_boxes(0.15);
  Yardstick yardstick(*scene);
  const std::vector<Overlap> found = yardstick.overlaps();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found.front().volume, 0.05 * 0.3 * 0.4, 1e-9);
  EXPECT_GT(found.front().area, 0.3 * 0.4) << "the faces that look along the overlap, at least";
  EXPECT_NEAR(yardstick.smaller_volume(found.front()), 0.2 * 0.3 * 0.4, 1e-12);
  EXPECT_NEAR(yardstick.movable_volume(), 2 * 0.2 * 0.3 * 0.4, 1e-12);
}

TEST(Yardstick, SeesNothingInBoxesApartOrKeptFromColliding) {
  EXPECT_TRUE(Yardstick(*two_boxes(0.25)).overlaps().empty());

  const auto ruled = two_boxes(0.15);
  PairRule rule;
  rule.bodies = {"right", "left"};
  rule.collide = false;
  ruled->pairs.push_back(rule);
  EXPECT_TRUE(Yardstick(*ruled).overlaps().empty());

  const auto grouped = two_boxes(0.15);
  for (SceneBody& body : grouped->bodies)
    body.groups = {"together"};
  EXPECT_TRUE(Yardstick(*grouped).overlaps().empty());
}

TEST(Yardstick, FollowsTheStatesOfARun) {
  const auto scene = two_boxes(0.25);
  scene->bodies[1].velocity = Vec3(-10, 0, 0);
  Yardstick yardstick(*scene);
  Simulation simulation(scene);
  ASSERT_TRUE(simulation.step()); // 0.1 m nearer: 0.05 m into the other
  yardstick.take(simulation.body_states());
  EXPECT_NEAR(volume_of(yardstick.overlaps()), 0.05 * 0.3 * 0.4, 1e-9);
}

TEST(Yardstick, ABodyWithoutAMeshIsRefusedByItsName) {
  const auto scene = two_boxes(0.15);
  scene->bodies[1].mesh.reset();
  try {
    Yardstick yardstick(*scene);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("right"), std::string::npos);
  }
}

} // namespace
} // namespace lamina::test
