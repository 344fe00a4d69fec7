#include "core/scene/scene_file.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::HasSubstr;

std::string cloth_with(const std::string& members) {
  return R"({"bodies": [{"name": "flag", "kind": "cloth", "recipe": {"shape": "sheet"})" +
         (members.empty() ? "" : ", " + members) + "}]}";
}

TEST(ClothBodies, EveryKeyArrivesAndIsWrittenAgain) {
  const Scene scene = parse(cloth_with(
      R"("material": {"thickness": 0.002, "stretch_stiffness": 900, "shear_stiffness": 400,
                      "bending_stiffness": 3e-4, "damping": 0.03},
         "clamps": [{"min": [0, 0, 0], "max": [1, 1, 1]}], "self_contact": false, "velocity": [0, 1, 0])"));
  const SceneBody& flag = scene.bodies.at(0);
  EXPECT_EQ(flag.kind, BodyKind::cloth);
  EXPECT_EQ(flag.material.cloth, (ClothMaterial{0.002, 900, 400, 3e-4}));
  EXPECT_EQ(flag.material.damping, 0.03);
  expect_same_scene(parse(write_scene(scene, "folder")), scene);
}

TEST(ClothBodies, RefusalsSayWhatIsWrong) {
  const auto of = [](const std::string& members) { return refusal(cloth_with(members)); };
  EXPECT_THAT(of(R"("material": {"thickness": 0})"),
              HasSubstr("\"thickness\" in the material of body \"flag\""));
  EXPECT_THAT(of(R"("material": {"thickness": -1e-3})"), HasSubstr("thickness"));
  EXPECT_THAT(of(R"("material": {"bending_stiffness": -1})"), HasSubstr("bending_stiffness"));
  EXPECT_THAT(of(R"("material": {"shear_stiffness": 100})"), HasSubstr("more than a quarter"));
  EXPECT_THAT(of(R"("material": {"young_modulus": 1e5})"),
              HasSubstr("\"young_modulus\" is for soft and particles"));
  EXPECT_THAT(of(R"("lattice_cells": 4)"), HasSubstr("\"lattice_cells\" is for"));
  EXPECT_THAT(of(R"("tetrahedra": 4)"), HasSubstr("\"tetrahedra\" is for"));
  EXPECT_THAT(of(R"("one_sided": true)"), HasSubstr("\"one_sided\" is for"));
  EXPECT_THAT(refusal(R"({"bodies": [{"kind": "soft", "recipe": {"shape": "box"},
                                      "material": {"bending_stiffness": 1}}]})"),
              HasSubstr("\"bending_stiffness\" is for cloth bodies"));
}

TEST(ClothBodies, OpenFilesAreClothAndNothingElse) {
  const TemporaryFolder folder;
  folder.write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
  folder.write("empty.obj", "v 0 0 0\n");
  const auto scene_of_kind = [&](const std::string& kind, const std::string& file) {
    Scene scene = parse(R"({"bodies": [{"name": "b", "mesh": ")" + file + R"(", "kind": ")" + kind + "\"}]}");
    scene.source = folder.path() / "scene.json";
    return scene;
  };
  Scene cloth = scene_of_kind("cloth", "square.obj");
  load_scene_meshes(cloth);
  ASSERT_TRUE(cloth.bodies[0].mesh->report.accepted);
  EXPECT_EQ(cloth.bodies[0].mesh->mesh.triangles.size(), 4u) << "two of each side";
  for (const std::string kind : {"rigid", "soft", "fixed"}) {
    Scene other = scene_of_kind(kind, "square.obj");
    try {
      load_scene_meshes(other);
      ADD_FAILURE() << "taken as " << kind;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("not a closed volume: 4 boundary edges"));
      EXPECT_THAT(error.what(), HasSubstr("cloth"));
    }
  }
  Scene none = scene_of_kind("cloth", "empty.obj");
  EXPECT_THROW(load_scene_meshes(none), InputError);
}

} // namespace
} // namespace lamina
