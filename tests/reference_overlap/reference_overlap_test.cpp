#include "core/reference_overlap/reference_overlap.h"

#include "core/base/error.h"
#include "core/mesh/cloth_mesh.h"
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

TEST(ReferenceOverlap, TwoBoxesOverlapByTheProductOfTheirOverlaps) {
  const auto scene = two_boxes(0.15);
  ReferenceOverlap reference_overlap(*scene);
  const std::vector<Overlap> found = reference_overlap.overlaps();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found.front().volume, 0.05 * 0.3 * 0.4, 1e-9);
  EXPECT_GT(found.front().area, 0.3 * 0.4) << "the faces that look along the overlap, at least";
  EXPECT_NEAR(reference_overlap.smaller_volume(found.front()), 0.2 * 0.3 * 0.4, 1e-12);
  EXPECT_NEAR(reference_overlap.movable_volume(), 2 * 0.2 * 0.3 * 0.4, 1e-12);
}

TEST(ReferenceOverlap, OfClosedClothIsThatOfTheVolumesWithinIt) {
  const auto scene = two_boxes(0.15);
  for (SceneBody& body : scene->bodies)
    body = body_of(body.name, make_box(Vec3(0.2, 0.3, 0.4)), BodyKind::cloth, body.pose);
  ReferenceOverlap reference_overlap(*scene);
  const std::vector<Overlap> found = reference_overlap.overlaps();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found.front().volume, 0.05 * 0.3 * 0.4, 1e-9);
  EXPECT_NEAR(reference_overlap.smaller_volume(found.front()), 0.2 * 0.3 * 0.4, 1e-12);

  scene->bodies[1] = body_of("right", make_sheet(0.3, 0.3, 2), BodyKind::cloth, at(0.05, 0, 0));
  EXPECT_TRUE(ReferenceOverlap(*scene).overlaps().empty()) << "what is open has no volume";
}

TEST(ReferenceOverlap, SeesNothingInBoxesApartOrKeptFromColliding) {
  EXPECT_TRUE(ReferenceOverlap(*two_boxes(0.25)).overlaps().empty());

  const auto ruled = two_boxes(0.15);
  PairRule rule;
  rule.bodies = {"right", "left"};
  rule.collide = false;
  ruled->pairs.push_back(rule);
  EXPECT_TRUE(ReferenceOverlap(*ruled).overlaps().empty());

  const auto grouped = two_boxes(0.15);
  for (SceneBody& body : grouped->bodies)
    body.groups = {"together"};
  EXPECT_TRUE(ReferenceOverlap(*grouped).overlaps().empty());
}

TEST(ReferenceOverlap, FollowsTheStatesOfARun) {
  const auto scene = two_boxes(0.25);
  scene->bodies[1].velocity = Vec3(-10, 0, 0);
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  ASSERT_TRUE(simulation.step()); // 0.1 m nearer: 0.05 m into the other
  reference_overlap.take(simulation.body_states());
  EXPECT_NEAR(volume_of(reference_overlap.overlaps()), 0.05 * 0.3 * 0.4, 1e-9);
}

TEST(ReferenceOverlap, ABodyWithoutAMeshIsRefusedByItsName) {
  const auto scene = two_boxes(0.15);
  scene->bodies[1].mesh.reset();
  try {
    ReferenceOverlap reference_overlap(*scene);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("right"), std::string::npos);
  }
}

} // namespace
} // namespace lamina::test
