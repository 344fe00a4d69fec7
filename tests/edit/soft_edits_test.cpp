#include "core/edit/undo_history.h"
#include "tests/edit/edit_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
  for (const double strength : {0.0, -1.0, std::nan(""), 1e300, std::numeric_limits<double>::infinity()})
    EXPECT_THAT(reason_of(scene, set_material(scene, 2, {1e5, 0.3, 0.01, strength})),
                HasSubstr("tensile strength"));
}

TEST(SoftEdits, WhatARunCanTakeOverIsSaidOfTheEditAndOfItsUndoing) {
  const Scene scene = soft_scene();
  const SceneEdit live[] = {set_material(scene, 2, {1e5, 0.3, 0.01}),
                            set_density(scene, 2, 500.0),
                            set_mass(scene, 2, 1.0),
                            set_friction(scene, 2, 0.1),
                            set_contact_stiffness(scene, 2, 2),
                            set_drive(scene, 2, 1, 0.1)};
  for (const SceneEdit& edit : live)
    EXPECT_TRUE(edit.live) << edit.name;
  EXPECT_FALSE(set_scale(scene, 2, 2).live);
  EXPECT_FALSE(set_lattice_cells(scene, 2, 5).live);

  UndoHistory history;
  history.restart(std::make_shared<const Scene>(scene));
  EXPECT_FALSE(history.undo_is_live());
  for (const SceneEdit& edit : {live[0], set_scale(scene, 2, 2), live[1]})
    history.push(std::make_shared<const Scene>(edited(*history.current(), edit)), edit.name, edit.group,
                 edit.live);
  for (const bool is_live : {true, false, true}) {
    EXPECT_EQ(history.undo_is_live(), is_live);
    history.undo();
    EXPECT_EQ(history.redo_is_live(), is_live);
  }
}

TEST(SoftEdits, ABodyCanBeParticlesOrFollowAMotionAndTheFileSaysSo) {
  const Scene scene = small_scene();
  const Scene particles = edited(scene, set_kind(scene, 2, BodyKind::particles));
  EXPECT_TRUE(particles.bodies[2].lattice);
  EXPECT_NE(particles.bodies[2].material, Material{});
  const Scene scripted = edited(particles, set_kind(particles, 2, BodyKind::scripted));
  const ScriptedMotion& motion = scripted.bodies[2].motion;
  EXPECT_NEAR(motion.amplitude.x(), 0.1, 1e-3) << "a quarter of the 0.4 m that it measures";
  EXPECT_GT(motion.frequency, 0);
  ScriptedMotion other = motion;
  other.rotation_rate = 1;
  const Scene turning = edited(scripted, set_motion(scripted, 2, other));
  for (const Scene& each : {particles, scripted, turning})
    EXPECT_EQ(write_scene(parse_scene(written(each), "/a.json"), "/"), written(each));
  // Back and forth, the motion is still there.
  const Scene rigid = edited(turning, set_kind(turning, 2, BodyKind::rigid));
  EXPECT_NO_THROW(parse_scene(written(rigid), "/a.json"));
  EXPECT_EQ(edited(rigid, set_kind(rigid, 2, BodyKind::scripted)).bodies[2].motion.rotation_rate, 1);
}

TEST(SoftEdits, WhatComesWithBonesCanBeSkinnedWhateverItIs) {
  const Scene scene = edited(small_scene(), add_recipe({"octopus", {{"triangles", 600}}}, Vec3::Zero()));
  ASSERT_EQ(scene.bodies[3].kind, BodyKind::rigid);
  EXPECT_EQ(kind_refusal(scene.bodies[3], BodyKind::skinned), "");
  EXPECT_THAT(kind_refusal(scene.bodies[2], BodyKind::skinned), HasSubstr("no bones"));
  const Scene skinned = edited(scene, set_kind(scene, 3, BodyKind::skinned));
  const Scene driven = edited(skinned, set_drive(skinned, 3, 0.5, 0.2));
  EXPECT_EQ(driven.bodies[3].drive.stiffness, 0.5);
  EXPECT_THAT(reason_of(driven, set_drive(driven, 3, -1, 0.2)), HasSubstr("number from"));
  const Scene larger = edited(driven, set_scale(driven, 3, 2));
  EXPECT_NE(larger.bodies[3].rig, driven.bodies[3].rig) << "bones grow with the skin";
  EXPECT_EQ(write_scene(parse_scene(written(larger), "/a.json"), "/"), written(larger));
}

TEST(SoftEdits, PresentPosesAreTakenByWhatDeformsButNotByWhatIsHeld) {
  Scene scene = soft_scene();
  scene = edited(scene, duplicate_body(scene, 2));
  scene.bodies[3].clamps.push_back({{Vec3::Zero(), Vec3::Ones()}, std::nullopt});
  scene.bodies[2].spin = Vec3(1, 0, 0);
  const Pose pose{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(1, Vec3::UnitX()))};
  const Scene taken = edited(scene, take_poses(std::vector<Pose>(4, pose)));
  EXPECT_EQ(taken.bodies[2].pose.position, pose.position);
  EXPECT_EQ(taken.bodies[2].spin, Vec3(0, 0, 0));
  EXPECT_EQ(taken.bodies[3].pose.position, scene.bodies[3].pose.position);
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
  scene.pairs.push_back({{"box", "sphere"}, 3.0, std::nullopt, std::nullopt});
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

TEST(SoftEdits, AVolumeBecomesClothAndAVolumeAgainButASheetDoesNot) {
  Scene scene = parse_scene(R"({"bodies": [{"name": "b", "recipe": {"shape": "sphere", "triangles": 320}},
                                           {"name": "s", "kind": "cloth", "recipe": {"shape": "sheet"}}]})",
                            "/a.json");
  load_scene_meshes(scene);
  const Scene cloth = edited(scene, set_kind(scene, 0, BodyKind::cloth));
  EXPECT_EQ(cloth.bodies[0].mesh->mesh.triangles.size(), 2 * scene.bodies[0].mesh->mesh.triangles.size());
  const Scene rigid = edited(cloth, set_kind(cloth, 0, BodyKind::rigid));
  EXPECT_GT(rigid.bodies[0].mesh->report.volume_m3, 0);
  EXPECT_THAT(kind_refusal(scene.bodies[1], BodyKind::rigid), HasSubstr("nothing but cloth"));
}

} // namespace
} // namespace lamina
