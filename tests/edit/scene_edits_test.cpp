#include "core/edit/scene_edits.h"

#include "core/base/atomic_file.h"
#include "core/scene/turns.h"
#include "tests/edit/edit_support.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace lamina {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SceneEdits, AFiveBodySceneIsBuiltSavedReopenedAndEqual) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "meshes");
  const auto mesh = folder.write("meshes/tetra.obj", tetrahedron);
  OpenOptions options;
  options.floor = false;
  const Scene opened = open_scene(std::vector{mesh}, options);

  Scene scene = edited(small_scene(), add_bodies("tetra", opened.bodies, Vec3(-1, 0, 0.5)));
  scene = edited(scene, duplicate_body(scene, 1));
  ASSERT_EQ(scene.bodies.size(), 5u);
  scene = edited(scene, set_scale(scene, 3, 0.4));
  scene = edited(scene, rename_body(scene, 4, "lid"));
  scene = edited(scene, place_body(scene, 4, {Vec3(0.1, 0.9, 0), orientation_of({10, 20, 30})}, "turn"));
  scene = edited(scene, set_mass(scene, 4, 2.5));
  scene = edited(scene, set_friction(scene, 1, 0.2));
  scene = edited(scene, set_restitution(scene, 1, 0.7));
  scene = edited(scene, set_colour(scene, 2, std::array<float, 3>{0.1f, 0.55f, 0.9f}));
  scene = edited(scene, snap_to_floor(scene, 3));

  const auto file = folder.path() / "built.json";
  write_whole_file(file, write_scene(scene, folder.path()));
  const Scene back = open_scene(std::vector{file});
  EXPECT_EQ(write_scene(back, folder.path()), write_scene(scene, folder.path()));
  ASSERT_EQ(back.bodies.size(), scene.bodies.size());
  for (std::size_t i = 0; i < back.bodies.size(); ++i) {
    expect_same_pose(back.bodies[i].pose, scene.bodies[i].pose);
    EXPECT_EQ(back.bodies[i].colour, scene.bodies[i].colour);
    // The very same positions, or a replay of what was recorded while editing would differ.
    EXPECT_EQ(back.bodies[i].mesh->mesh.vertices, scene.bodies[i].mesh->mesh.vertices);
  }
}

TEST(SceneEdits, TheFileIsOneThatAPersonWouldWrite) {
  const TemporaryFolder folder;
  const auto mesh = folder.write("tetra.obj", tetrahedron);
  OpenOptions options;
  options.floor = false;
  Scene scene = edited(new_scene(), add_bodies("tetra", open_scene(std::vector{mesh}, options).bodies, {}));
  scene = edited(scene, set_colour(scene, 1, std::array<float, 3>{1, 0.5f, 0}));
  scene = edited(scene, place_body(scene, 1, {Vec3(0.25, 1, 0), orientation_of({0, 30, 0})}, "turn"));
  EXPECT_EQ(
      write_scene(scene, folder.path()),
      "{\n"
      "  \"bodies\": [\n"
      "    {\"name\":\"floor\",\"recipe\":{\"shape\":\"ground\"},\"kind\":\"fixed\",\"one_sided\":true},\n"
      "    {\"name\":\"tetra\",\"mesh\":\"tetra.obj\",\"position\":[0.25,1,0],"
      "\"rotation\":{\"axis\":[0,1,0],\"angle_degrees\":30},\"one_sided_thickness\":2,"
      "\"colour\":\"#ff8000\"}\n"
      "  ],\n"
      "  \"camera\": {\"eye\":[2,2.5,5.5],\"target\":[0,0.5,0]}\n"
      "}\n");
}

TEST(SceneEdits, ANewBodyStandsOnTheFloorBesideWhatIsThere) {
  Scene scene = edited(new_scene(), add_recipe({"box", {}}, Vec3(0, 5, 0)));
  EXPECT_NEAR(starting_bounds(scene.bodies[1]).min.y(), 0, 1e-12);
  scene = edited(scene, add_recipe({"sphere", {}}, Vec3(0.3, 0, 0)));
  EXPECT_NEAR(starting_bounds(scene.bodies[2]).min.y(), 0, 1e-3);
  EXPECT_FALSE(starting_bounds(scene.bodies[2]).overlaps(starting_bounds(scene.bodies[1])));
  EXPECT_EQ(scene.bodies[2].name, "sphere");
}

TEST(SceneEdits, WhereNoPlaceIsFreeANewBodyGoesOnTop) {
  // Nine by nine places are looked at.
  Scene scene = new_scene();
  for (int i = 0; i < 82; ++i)
    scene = edited(scene, add_recipe({"box", {}}, Vec3::Zero()));
  for (std::size_t i = 1; i < 82; ++i)
    EXPECT_NEAR(starting_bounds(scene.bodies[i]).min.y(), 0, 1e-3) << i;
  EXPECT_GT(starting_bounds(scene.bodies[82]).min.y(), starting_bounds(scene.bodies[1]).max.y());
}

TEST(SceneEdits, ANewShapeIsOfTheSizeOfWhatIsThere) {
  Scene scene =
      edited(new_scene(), add_recipe({"box", {{"x", 0.02}, {"y", 0.01}, {"z", 0.01}}}, Vec3::Zero()));
  scene = edited(scene, add_recipe({"torus", {}}, Vec3::Zero()));
  EXPECT_EQ(scene.bodies[1].scale, 1) << "the first gives the size";
  EXPECT_EQ(scene.bodies[2].scale, 0.02);
}

TEST(SceneEdits, CopiesAreNamedByTheNextNumberAndStandBeside) {
  Scene scene = edited(small_scene(), duplicate_body(small_scene(), 1));
  EXPECT_EQ(scene.bodies[3].name, "box 2");
  EXPECT_GT(starting_bounds(scene.bodies[3]).min.x(), starting_bounds(scene.bodies[1]).max.x());
  EXPECT_EQ(scene.bodies[3].mesh, scene.bodies[1].mesh) << "meshes are shared";
  scene = edited(scene, duplicate_body(scene, 3));
  EXPECT_EQ(scene.bodies[4].name, "box 3");
}

TEST(SceneEdits, DensityAndMassExcludeEachOther) {
  Scene scene = small_scene();
  scene = edited(scene, set_density(scene, 1, 800.0));
  scene = edited(scene, set_mass(scene, 1, 2));
  EXPECT_FALSE(scene.bodies[1].density);
  EXPECT_EQ(scene.bodies[1].mass, 2.0);
  scene = edited(scene, set_density(scene, 1, std::nullopt));
  EXPECT_FALSE(scene.bodies[1].density || scene.bodies[1].mass);
}

TEST(SceneEdits, FixingStopsABodyAndAFloorCannotBeFreed) {
  Scene scene = small_scene();
  scene.bodies[1].velocity = Vec3(1, 0, 0);
  scene = edited(scene, set_kind(scene, 1, BodyKind::fixed));
  EXPECT_EQ(scene.bodies[1].velocity, Vec3(0, 0, 0));
  EXPECT_NO_THROW(parse_scene(written(scene), "/a.json")) << "a fixed body may not have a velocity";
  EXPECT_THAT(reason_of(scene, set_kind(scene, 0, BodyKind::rigid)), HasSubstr("one-sided"));
}

TEST(SceneEdits, ScalingKeepsTheMiddleInPlace) {
  Scene scene = edited(new_scene(), add_recipe({"bowl", {}}, Vec3::Zero()));
  const Box before = starting_bounds(scene.bodies[1]);
  scene = edited(scene, set_scale(scene, 1, 2));
  const Box after = starting_bounds(scene.bodies[1]);
  EXPECT_TRUE(after.size().isApprox(2 * before.size(), 1e-12));
  // Positions are rounded to a thousandth of the size.
  EXPECT_LT((after.centre() - before.centre()).norm(), 2e-3);
}

TEST(SceneEdits, WhatCannotBeIsRefusedWithAReasonAndTheSceneIsLeftAlone) {
  const Scene scene = small_scene();
  const std::string before = written(scene);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<SceneEdit, const char*> cases[] = {
      {set_density(scene, 1, nan), "number from"},
      {set_density(scene, 1, -1.0), "number from"},
      {set_mass(scene, 1, std::numeric_limits<double>::infinity()), "number from"},
      {set_friction(scene, 1, 11.0), "from 0 to 10"},
      {set_restitution(scene, 1, 1.1), "from 0 to 1"},
      {set_scale(scene, 1, 0), "number from"},
      {place_body(scene, 1, {Vec3(nan, 0, 0), Quat::Identity()}, "move"), "x must be a number"},
      {place_body(scene, 1, {Vec3::Zero(), Quat(nan, 0, 0, 0)}, "turn"), "turns must be numbers"},
      {place_body(scene, 1, {Vec3(0, 2e6, 0), Quat::Identity()}, "move"), "y must be a number"},
      {rename_body(scene, 1, ""), "1 to 200"},
      {rename_body(scene, 1, "a\nb"), "control"},
      {rename_body(scene, 1, "floor"), "another body"},
      {set_recipe_number(scene, 1, "x", nan), "between"},
      {set_recipe_number(scene, 1, "teeth", 3), "no parameter"},
      {add_recipe({"bx", {}}, Vec3::Zero()), "did you mean \"box\""},
      {duplicate_body(scene, 99), "no body is selected"},
      {remove_body(scene, 99), "no body is selected"},
      {take_poses({Pose{}}), "does not run this scene"},
      {snap_to_floor(scene, 0), "is a floor itself"},
      {set_kind(scene, 1, BodyKind::skinned), "bones"},
      {set_kind(scene, 0, BodyKind::particles), "one-sided"},
      {set_motion(scene, 1, {}), "not scripted"},
      {set_contact_stiffness(scene, 1, 0), "number from"},
      {set_drive(scene, 1, 1, 0.1), "no joints"},
  };
  for (const auto& [edit, reason] : cases) {
    EXPECT_THAT(reason_of(scene, edit), HasSubstr(reason)) << edit.name;
    EXPECT_EQ(written(scene), before);
  }
}

TEST(SceneEdits, TheLastBodyStays) {
  const Scene scene = new_scene();
  EXPECT_THAT(reason_of(scene, remove_body(scene, 0)), HasSubstr("at least one body"));
}

TEST(SceneEdits, AMeshThatIsGoneIsRefusedByName) {
  Scene scene = small_scene();
  SceneBody lost;
  lost.name = "lost";
  lost.file = "/nowhere/lost.obj";
  EXPECT_THAT(reason_of(scene, add_bodies("lost", {lost}, {})), HasSubstr("/nowhere/lost.obj"));
}

TEST(SceneEdits, PresentPosesBecomeTheStartAtRest) {
  Scene scene = small_scene();
  scene.bodies[1].velocity = Vec3(1, 2, 3);
  std::vector<Pose> poses(3, Pose{Vec3(4, 5, 6), Quat(Eigen::AngleAxisd(1, Vec3::UnitX()))});
  const Scene taken = edited(scene, take_poses(poses));
  EXPECT_EQ(taken.bodies[1].pose.position, Vec3(4, 5, 6));
  EXPECT_EQ(taken.bodies[1].velocity, Vec3(0, 0, 0));
  expect_same_pose(taken.bodies[0].pose, scene.bodies[0].pose);
}

TEST(Turns, GiveBackTheOrientationTheyWereTakenFrom) {
  for (const Vec3& degrees : {Vec3(0, 0, 0), Vec3(30, 0, 0), Vec3(0, -45.5, 0), Vec3(10, 20, 30),
                              Vec3(-170, 89.99, 12.34), Vec3(180, 0, 0), Vec3(25, 90, 0)}) {
    const Quat q = orientation_of(degrees);
    EXPECT_EQ(turns_of(q), degrees) << degrees.transpose();
    EXPECT_EQ(orientation_of(turns_of(q)).coeffs(), q.coeffs());
  }
  // To a hundredth of a degree, about each of three axes.
  for (int i = 0; i < 50; ++i) {
    const Quat q = Quat(std::cos(i), std::sin(2.3 * i), std::sin(i + 1), std::cos(1.7 * i)).normalized();
    EXPECT_LT(orientation_of(turns_of(q)).angularDistance(q), 3e-4);
  }
}

TEST(WholeFile, ReplacesAFileOrLeavesItAsItWas) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.json", "old");
  write_whole_file(file, "new");
  std::ifstream stream(file);
  std::string text;
  std::getline(stream, text);
  EXPECT_EQ(text, "new");
  EXPECT_THROW(write_whole_file(folder.path() / "no/such/folder.json", "x"), InputError);
  EXPECT_THROW(write_whole_file(folder.path(), "x"), InputError) << "a folder is no file";
  // Nothing else is left lying about.
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ++files;
  EXPECT_EQ(files, 1u);
}

} // namespace
} // namespace lamina
