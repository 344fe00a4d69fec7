#include "tests/edit/edit_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::HasSubstr;

/// small_scene() with a soft ball.
Scene soft_scene() {
  const Scene scene = small_scene();
  return edited(scene, set_kind(scene, 2, BodyKind::soft));
}

TEST(SoftEdits, ABodyBecomesSoftWithAMaterialThatSuitsItsSizeAndALattice) {
  const Scene scene = soft_scene();
  const SceneBody& ball = scene.bodies[2];
  EXPECT_EQ(ball.kind, BodyKind::soft);
  EXPECT_TRUE(ball.lattice);
  // 60 ρ g L for a ball of 0.4 m, to two digits; the ball of triangles is a little smaller than the sphere.
  EXPECT_NEAR(ball.material.young_modulus, 60 * 1000 * 9.81 * 0.4, 5e3);
  const Scene hard = edited(scene, set_kind(scene, 2, BodyKind::rigid));
  EXPECT_EQ(hard.bodies[2].kind, BodyKind::rigid);
  EXPECT_NO_THROW(parse_scene(written(scene), "/a.json"));
  EXPECT_NO_THROW(parse_scene(written(hard), "/a.json"));
}

TEST(SoftEdits, AFloorCannotBeSoftAndBonesDoNotComeFromNowhere) {
  const Scene scene = small_scene();
  EXPECT_THAT(reason_of(scene, set_kind(scene, 0, BodyKind::soft)), HasSubstr("one-sided"));
  EXPECT_THAT(reason_of(scene, set_kind(scene, 1, BodyKind::skinned)), HasSubstr("bones"));
}

TEST(SoftEdits, EditsThatKeepTheShapeKeepTheLattice) {
  const Scene scene = soft_scene();
  const auto lattice = scene.bodies[2].lattice;
  const Scene moved = edited(scene, place_body(scene, 2, {{1, 2, 3}, Quat::Identity()}, "move"));
  EXPECT_EQ(moved.bodies[2].lattice, lattice);
  const Scene copied = edited(moved, duplicate_body(moved, 2));
  EXPECT_EQ(copied.bodies[3].lattice, lattice);
  const Scene stiffer = edited(copied, set_material(copied, 2, {1e5, 0.3, 0.01}));
  EXPECT_EQ(stiffer.bodies[2].lattice, lattice);
  EXPECT_EQ(stiffer.bodies[2].material, (Material{1e5, 0.3, 0.01}));
}

TEST(SoftEdits, EditsOfTheShapeOrTheCellsMakeTheLatticeAnew) {
  const Scene scene = soft_scene();
  const Scene larger = edited(scene, set_scale(scene, 2, 2));
  ASSERT_TRUE(larger.bodies[2].lattice);
  EXPECT_NE(larger.bodies[2].lattice, scene.bodies[2].lattice);
  const Scene finer = edited(scene, set_lattice_cells(scene, 2, 13));
  EXPECT_EQ(finer.bodies[2].lattice_cells, 13);
  EXPECT_NE(finer.bodies[2].lattice, scene.bodies[2].lattice);
  EXPECT_THAT(reason_of(scene, set_lattice_cells(scene, 2, 2.5)), HasSubstr("whole number"));
  EXPECT_THAT(reason_of(scene, set_lattice_cells(scene, 2, 0)), HasSubstr("from 1 to 200"));
}

TEST(SoftEdits, AMaterialThatAFileWouldRefuseIsRefused) {
  const Scene scene = soft_scene();
  EXPECT_THAT(reason_of(scene, set_material(scene, 2, {1e5, 0.5, 0.01})), HasSubstr("Poisson"));
  EXPECT_THAT(reason_of(scene, set_material(scene, 2, {-1, 0.3, 0.01})), HasSubstr("Young"));
  EXPECT_THAT(reason_of(scene, set_material(scene, 2, {1e5, 0.3, std::nan("")})), HasSubstr("damping"));
}

TEST(SoftEdits, ClampsMoveWithTheirBody) {
  Scene scene = soft_scene();
  const Vec3 before = scene.bodies[2].pose.position;
  scene.bodies[2].clamps.push_back({{before, before + Vec3::Ones()}, std::nullopt});
  const Scene moved = edited(scene, place_body(scene, 2, {before + Vec3(1, 2, 3), Quat::Identity()}, "move"));
  EXPECT_LT((moved.bodies[2].clamps[0].box.min - (before + Vec3(1, 2, 3))).norm(), 1e-15);
  EXPECT_LT((moved.bodies[2].clamps[0].box.size() - Vec3::Ones()).norm(), 1e-15);
}

TEST(SoftEdits, RulesOfAPairFollowTheNamesOfItsBodies) {
  Scene scene = small_scene();
  scene.pairs.push_back({{"box", "sphere"}, 3.0, std::nullopt});
  scene = edited(scene, rename_body(scene, 1, "crate"));
  EXPECT_THAT(scene.pairs.at(0).bodies, testing::ElementsAre("crate", "sphere"));
  scene = edited(scene, duplicate_body(scene, 2));
  ASSERT_EQ(scene.pairs.size(), 2u);
  EXPECT_THAT(scene.pairs[1].bodies, testing::ElementsAre("crate", scene.bodies.back().name));
  EXPECT_EQ(scene.pairs[1].contact_stiffness, 3.0);
  EXPECT_NO_THROW(parse_scene(written(scene), "/a.json"));
  scene = edited(scene, remove_body(scene, 1));
  EXPECT_TRUE(scene.pairs.empty());
}

} // namespace
} // namespace lamina
