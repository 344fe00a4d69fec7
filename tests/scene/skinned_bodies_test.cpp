#include "core/base/error.h"
#include "core/mesh/rig.h"
#include "core/scene/scene_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::HasSubstr;

Scene loaded(const std::string& members) {
  Scene scene =
      parse_scene(R"({"bodies": [{"name": "it", "kind": "skinned", )" + members + "}]}", "scene.json");
  load_scene_meshes(scene);
  return scene;
}

TEST(SkinnedBodies, AnOctopusComesWithBonesInMetres) {
  const SceneBody body =
      loaded(R"("recipe": {"shape": "octopus", "bones": 3, "triangles": 2000}, "scale": 2)").bodies[0];
  ASSERT_TRUE(body.rig);
  EXPECT_NO_THROW(check_rig(*body.rig, body.mesh->mesh.vertices.size()));
  EXPECT_EQ(body.rig->bones.size(), 25u);
  // The first joint of an arm lies at the radius, 0.15 m, times the scale.
  EXPECT_NEAR(body.rig->bones[1].head.norm(), 0.3, 1e-12);
}

TEST(SkinnedBodies, BodiesWithTheSameMeshShareTheirBones) {
  const std::string one =
      R"({"kind": "skinned", "recipe": {"shape": "octopus", "triangles": 2000}, "name": )";
  Scene scene = parse_scene(R"({"bodies": [)" + one + R"("a"}, )" + one + R"("b"}]})", "scene.json");
  load_scene_meshes(scene);
  EXPECT_EQ(scene.bodies[0].rig, scene.bodies[1].rig);
}

TEST(SkinnedBodies, BonesComeWithTheMeshWhateverTheKind) {
  Scene scene = parse_scene(
      R"({"bodies": [{"name": "it", "recipe": {"shape": "octopus", "triangles": 2000}}]})", "scene.json");
  load_scene_meshes(scene);
  EXPECT_TRUE(scene.bodies[0].rig) << "it can be made skinned";
}

TEST(SkinnedBodies, WhatHasNoBonesIsRefusedByName) {
  try {
    loaded(R"("recipe": {"shape": "box"})");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"it\""));
    EXPECT_THAT(error.what(), HasSubstr("has no bones"));
  }
}

} // namespace
} // namespace lamina
