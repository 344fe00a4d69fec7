#include "core/edit/several_bodies.h"
#include "tests/edit/edit_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::HasSubstr;
using Bodies = std::vector<std::uint32_t>;

/// The floor, a box of half a metre, a ball of 0.2 m radius, and a turned plate.
Scene three_on_a_floor() {
  Scene scene = small_scene();
  scene = edited(scene, add_recipe({"box", {{"x", 0.6}, {"y", 0.1}, {"z", 0.3}}}, Vec3(0, 0, 1)));
  scene = edited(scene, rename_body(scene, 3, "plate"));
  const Pose turned{Vec3(-1, 0.7, 1), Quat(Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()))};
  return edited(scene, place_body(scene, 3, turned, "turn"));
}

Box bounds_of(const Scene& scene, std::uint32_t body) {
  return starting_bounds(scene.bodies[body]);
}

TEST(SeveralBodies, ManyEditsAreOneWithOneName) {
  const Scene scene = three_on_a_floor();
  const auto friction = [&](std::size_t body) { return set_friction(scene, body, 0.3); };
  const SceneEdit two = edit_each(scene, Bodies{1, 2}, "set the friction of", friction);
  EXPECT_EQ(two.name, "set the friction of box and sphere");
  EXPECT_TRUE(two.live) << "a run takes over each of them";
  const Scene after = edited(scene, two);
  EXPECT_EQ(after.bodies[1].friction_coefficient, 0.3);
  EXPECT_EQ(after.bodies[2].friction_coefficient, 0.3);
  EXPECT_FALSE(after.bodies[3].friction_coefficient);
  EXPECT_EQ(edit_each(scene, Bodies{1, 2, 3}, "move", friction).name, "move 3 bodies");
  EXPECT_EQ(edit_each(scene, Bodies{2}, "", friction).name, "set the friction of sphere");
}

TEST(SeveralBodies, CopiesLieAmongEachOtherAsTheOriginalsAndMeetNone) {
  const Scene scene = three_on_a_floor();
  const Scene after = edited(scene, duplicate_bodies(scene, Bodies{2, 1}));
  ASSERT_EQ(after.bodies.size(), 6u);
  const Vec3 between = scene.bodies[2].pose.position - scene.bodies[1].pose.position;
  const Vec3 copies = after.bodies[4].pose.position - after.bodies[5].pose.position;
  EXPECT_LT((copies - between).norm(), 1e-9);
  for (const std::uint32_t copy : {4u, 5u})
    for (const std::uint32_t original : {1u, 2u})
      EXPECT_FALSE(bounds_of(after, copy).overlaps(bounds_of(after, original)));
  EXPECT_EQ(after.bodies[4].name, "sphere 2");
}

TEST(SeveralBodies, AreDeletedWhateverTheOrder) {
  const Scene scene = three_on_a_floor();
  const Scene after = edited(scene, remove_bodies(scene, Bodies{3, 1}));
  ASSERT_EQ(after.bodies.size(), 2u);
  EXPECT_EQ(after.bodies[1].name, "sphere");
  EXPECT_THAT(reason_of(scene, remove_bodies(scene, Bodies{0, 1, 2, 3})), HasSubstr("at least one"));
}

TEST(SeveralBodies, AreFixedTogetherAndThenFreed) {
  Scene scene = three_on_a_floor();
  scene = edited(scene, set_kind(scene, 1, BodyKind::fixed));
  scene = edited(scene, fix_or_free(scene, Bodies{0, 1, 2}));
  EXPECT_EQ(scene.bodies[1].kind, BodyKind::fixed);
  EXPECT_EQ(scene.bodies[2].kind, BodyKind::fixed) << "one was free, so all are fixed";
  scene = edited(scene, fix_or_free(scene, Bodies{0, 1, 2}));
  EXPECT_EQ(scene.bodies[1].kind, BodyKind::rigid);
  EXPECT_EQ(scene.bodies[2].kind, BodyKind::rigid);
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::fixed) << "a floor stays what it is";
}

TEST(SeveralBodies, OfAGroupDoNotCollideAndAreFoundByEachOther) {
  Scene scene = three_on_a_floor();
  scene = edited(scene, group_bodies(scene, Bodies{1, 2}));
  EXPECT_TRUE(share_a_group(scene.bodies[1], scene.bodies[2]));
  EXPECT_FALSE(share_a_group(scene.bodies[1], scene.bodies[3]));
  EXPECT_EQ(with_their_groups(scene, Bodies{2}), (Bodies{1, 2}));
  EXPECT_EQ(with_their_groups(scene, Bodies{3}), (Bodies{3}));
  scene = edited(scene, group_bodies(scene, Bodies{2, 3}));
  EXPECT_FALSE(share_a_group(scene.bodies[1], scene.bodies[3])) << "each group has a name of its own";
  scene = edited(scene, ungroup_bodies(scene, Bodies{2}));
  EXPECT_FALSE(share_a_group(scene.bodies[1], scene.bodies[2]));
  EXPECT_THAT(reason_of(scene, group_bodies(scene, Bodies{1})), HasSubstr("two bodies"));
}

TEST(SeveralBodies, AlignWithTheFirstAlongOneAxisOnly) {
  const Scene scene = three_on_a_floor();
  for (int axis = 0; axis < 3; ++axis) {
    const Scene low = edited(scene, align_bodies(scene, Bodies{3, 1, 2}, axis, AlignBy::lowest));
    const Scene middle = edited(scene, align_bodies(scene, Bodies{3, 1, 2}, axis, AlignBy::middle));
    const Scene high = edited(scene, align_bodies(scene, Bodies{3, 1, 2}, axis, AlignBy::highest));
    EXPECT_EQ(low.bodies[3].pose.position, scene.bodies[3].pose.position) << "the first one stays";
    for (const std::uint32_t body : {1u, 2u}) {
      EXPECT_NEAR(bounds_of(low, body).min[axis], bounds_of(low, 3).min[axis], 1e-12);
      EXPECT_NEAR(bounds_of(middle, body).centre()[axis], bounds_of(middle, 3).centre()[axis], 1e-12);
      EXPECT_NEAR(bounds_of(high, body).max[axis], bounds_of(high, 3).max[axis], 1e-12);
      const int other = (axis + 1) % 3;
      EXPECT_EQ(low.bodies[body].pose.position[other], scene.bodies[body].pose.position[other]);
    }
  }
  EXPECT_THAT(reason_of(scene, align_bodies(scene, Bodies{1, 0}, 0, AlignBy::middle)), HasSubstr("floor"));
}

TEST(SeveralBodies, StackInTheirOrderAgainstGravityEachTouchingTheOneBelow) {
  Scene scene = three_on_a_floor();
  const Scene stacked = edited(scene, stack_bodies(scene, Bodies{1, 3, 2}));
  const Box first = bounds_of(stacked, 1), second = bounds_of(stacked, 3), third = bounds_of(stacked, 2);
  EXPECT_EQ(stacked.bodies[1].pose.position, scene.bodies[1].pose.position);
  EXPECT_NEAR(second.min.y(), first.max.y(), 1e-12);
  EXPECT_NEAR(third.min.y(), second.max.y(), 1e-12);
  for (const Box& box : {second, third})
    for (const int level : {0, 2})
      EXPECT_NEAR(box.centre()[level], first.centre()[level], 1e-12);

  scene.gravity = Vec3(0, 0, -9.81);
  const Scene along_z = edited(scene, stack_bodies(scene, Bodies{1, 2}));
  EXPECT_NEAR(bounds_of(along_z, 2).min.z(), bounds_of(along_z, 1).max.z(), 1e-12);
}

TEST(SeveralBodies, HandlesOfSeveralAreInTheMiddleOfTheirBoxes) {
  const Scene scene = small_scene();
  Box both = bounds_of(scene, 1);
  both.include(bounds_of(scene, 2));
  EXPECT_LT((middle_of(scene, Bodies{1, 2}) - both.centre()).norm(), 1e-6);
  EXPECT_LT((middle_of(scene, Bodies{2}) - bounds_of(scene, 2).centre()).norm(), 1e-6);
}

} // namespace
} // namespace lamina
