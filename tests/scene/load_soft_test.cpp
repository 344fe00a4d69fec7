#include "core/base/error.h"
#include "core/mesh/lattice.h"
#include "core/mesh/tet_mesh.h"
#include "core/scene/scene_file.h"
#include "core/scene/soft_material.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace lamina {
namespace {

using testing::HasSubstr;

/// A Medit file of a cube from (1, 1, 1) to (3, 3, 3), as five tetrahedra around one in the middle; the
/// ninth node is used by none.
const std::string cube_tets = R"(MeshVersionFormatted 2
Dimension 3
Vertices
9
9 9 9 0
1 1 1 0
3 1 1 0
1 3 1 0
3 3 1 0
1 1 3 0
3 1 3 0
1 3 3 0
3 3 3 0
Tetrahedra
5
2 5 7 8 0
3 2 5 7 0
4 2 5 8 0
6 2 7 8 0
9 5 7 8 0
End
)";

Scene load(const std::string& text, const std::filesystem::path& folder) {
  Scene scene = parse_scene(text, folder / "scene.json");
  load_scene_meshes(scene);
  return scene;
}

std::string refusal(const std::string& text) {
  try {
    load(text, "folder");
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

void expect_nodes_carry_vertices(const SceneBody& body) {
  ASSERT_TRUE(body.tetrahedra && body.mesh_nodes);
  const std::vector<Vec3>& vertices = body.mesh->mesh.vertices;
  ASSERT_EQ(body.mesh_nodes->size(), vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    EXPECT_EQ(body.tetrahedra->nodes.at((*body.mesh_nodes)[v]), vertices[v]);
}

TEST(LoadSoft, BodiesOfOneShapeShareALattice) {
  const Scene scene = load(R"({"bodies": [
    {"name": "a", "recipe": {"shape": "sphere"}, "kind": "soft", "array": {"count": [3, 1, 1], "spacing": 3}},
    {"name": "b", "recipe": {"shape": "sphere"}, "kind": "soft", "lattice_cells": 5},
    {"name": "c", "recipe": {"shape": "sphere"}}]})",
                           "folder");
  ASSERT_TRUE(scene.bodies[0].lattice);
  EXPECT_EQ(scene.bodies[1].lattice, scene.bodies[0].lattice);
  EXPECT_EQ(scene.bodies[2].lattice, scene.bodies[0].lattice);
  EXPECT_EQ(scene.bodies[0].lattice->embedding.size(), scene.bodies[0].mesh->mesh.vertices.size());
  EXPECT_NEAR(scene.bodies[3].lattice->cell_size / scene.bodies[0].lattice->cell_size, 2, 1e-9);
  EXPECT_FALSE(scene.bodies[4].lattice) << "a rigid body needs none";
}

TEST(LoadSoft, ALatticeThatNoComputerHoldsIsRefusedBeforeItIsBuilt) {
  const std::string reason = refusal(
      R"({"bodies": [{"name": "a", "recipe": {"shape": "sphere"}, "kind": "soft", "lattice_cells": 200}]})");
  EXPECT_THAT(reason, HasSubstr("lower \"lattice_cells\""));
  EXPECT_THAT(reason, HasSubstr("body \"a\""));
}

TEST(LoadSoft, ATetrahedralFileGivesItsSolidAndTheBoundaryOnIt) {
  const TemporaryFolder folder;
  folder.write("cube.mesh", cube_tets);
  const Scene scene = load(R"({"bodies": [
    {"name": "soft", "mesh": "cube.mesh", "kind": "soft", "unit": "mm"},
    {"name": "cut", "mesh": "cube.mesh", "kind": "soft", "unit": "mm", "division": "lattice"},
    {"name": "hard", "mesh": "cube.mesh"}]})",
                           folder.path());
  const SceneBody& soft = scene.bodies[0];
  // All nodes of a cube lie on its surface, so that each of its five tetrahedra is divided into four.
  EXPECT_EQ(soft.tetrahedra->tetrahedra.size(), 20u);
  EXPECT_EQ(soft.mesh->mesh.triangles.size(), 12u);
  EXPECT_NEAR(soft.mesh->report.volume_m3, 8e-9, 1e-20);
  expect_nodes_carry_vertices(soft);
  EXPECT_FALSE(soft.lattice);
  EXPECT_TRUE(scene.bodies[1].lattice);
  EXPECT_NEAR(scene.bodies[2].mesh->report.volume_m3, 8, 1e-12);
  expect_nodes_carry_vertices(scene.bodies[2]);
}

TEST(LoadSoft, TetrahedraThatNothingJoinsAreOneBody) {
  const TemporaryFolder folder;
  std::string two = cube_tets;
  two.replace(two.find("Vertices\n9"), 10, "Vertices\n17");
  const std::size_t tetrahedra = two.find("Tetrahedra\n5");
  two.replace(tetrahedra, 12,
              "5 1 1 0\n7 1 1 0\n5 3 1 0\n7 3 1 0\n5 1 3 0\n7 1 3 0\n5 3 3 0\n7 3 3 0\nTetrahedra\n10");
  two.replace(two.find("End"), 3,
              "10 13 15 16 0\n11 10 13 15 0\n12 10 13 16 0\n14 10 15 16 0\n17 13 15 16 0\nEnd");
  folder.write("two.mesh", two);
  const Scene scene =
      load(R"({"bodies": [{"name": "two", "mesh": "two.mesh", "kind": "soft"}]})", folder.path());
  EXPECT_EQ(scene.bodies[0].mesh->mesh.triangles.size(), 24u);
  EXPECT_NEAR(scene.bodies[0].mesh->report.volume_m3, 16, 1e-12);
  expect_nodes_carry_vertices(scene.bodies[0]);
}

TEST(LoadSoft, TetrahedraThatHardlyBendAreNamed) {
  const TemporaryFolder folder;
  folder.write("cube.mesh", cube_tets);
  const Scene scene = load(R"({"bodies": [
    {"name": "rubber", "mesh": "cube.mesh", "kind": "soft", "material": {"poisson_ratio": 0.499}},
    {"name": "cut", "mesh": "cube.mesh", "kind": "soft", "division": "lattice",
     "material": {"poisson_ratio": 0.499}},
    {"name": "foam", "mesh": "cube.mesh", "kind": "soft", "material": {"poisson_ratio": 0.3}}]})",
                           folder.path());
  ASSERT_EQ(scene.notes.size(), 1u);
  EXPECT_THAT(scene.notes[0], AllOf(HasSubstr("rubber"), HasSubstr("0.499"), HasSubstr("lattice")));
}

TEST(LoadSoft, OpeningATetrahedralFileMakesASoftBodyAboveAFloor) {
  const TemporaryFolder folder;
  const std::array<std::filesystem::path, 1> files{folder.write("cube.mesh", cube_tets)};
  OpenOptions options;
  options.fit_m = 0.5;
  const Scene scene = open_scene(files, options);
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::soft);
  EXPECT_NEAR(scene.bodies[0].mesh->report.bounds.size().x(), 0.5, 1e-12);
  expect_nodes_carry_vertices(scene.bodies[0]);
  EXPECT_EQ(scene.bodies[1].sidedness, Sidedness::one_sided);
  options.kind = BodyKind::rigid;
  EXPECT_EQ(open_scene(files, options).bodies[0].kind, BodyKind::rigid) << "on request";
}

TEST(LoadSoft, OnRequestClosedSurfacesBecomeSoft) {
  const TemporaryFolder folder;
  const std::array<std::filesystem::path, 1> files{
      folder.write("piece.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")};
  OpenOptions options;
  EXPECT_EQ(open_scene(files, options).bodies[0].kind, BodyKind::rigid);
  options.kind = BodyKind::soft;
  const SceneBody usual = open_scene(files, options).bodies[0];
  EXPECT_EQ(usual.kind, BodyKind::soft);
  EXPECT_TRUE(usual.lattice);
  EXPECT_EQ(usual.material, soft_material(1000, 1));
  // 60 ρ g L to two digits.
  EXPECT_DOUBLE_EQ(usual.material.young_modulus, 590'000);
  options.young_modulus = 1234;
  options.lattice_cells = 3;
  const SceneBody chosen = open_scene(files, options).bodies[0];
  EXPECT_EQ(chosen.material.young_modulus, 1234);
  EXPECT_EQ(chosen.lattice_cells, 3);
  options.kind = BodyKind::fixed;
  EXPECT_THROW(open_scene(files, options), InputError) << "nothing is soft";
  options.young_modulus = 0;
  options.lattice_cells = 0;
  EXPECT_EQ(open_scene(files, options).bodies[0].kind, BodyKind::fixed);
}

TEST(LoadSoft, AStrengthIsForTetrahedraOnly) {
  const TemporaryFolder folder;
  const std::array<std::filesystem::path, 1> files{
      folder.write("piece.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")};
  OpenOptions options;
  options.tensile_strength = 5000;
  options.stuffing_cells = 8;
  EXPECT_THROW(open_scene(files, options), InputError) << "nothing is soft";
  options.kind = BodyKind::soft;
  EXPECT_EQ(open_scene(files, options).bodies[0].material.tensile_strength, 5000);
  options.stuffing_cells = 0;
  EXPECT_THROW(open_scene(files, options), InputError) << "lattices do not break";
}

TEST(LoadSoft, ParticlesAreTheVerticesOfTheirFile) {
  const TemporaryFolder folder;
  folder.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const Scene scene = load(R"({"bodies": [{"recipe": {"shape": "sphere"}, "kind": "particles", "scale": 0.5,
                                           "particles": "points.obj"}]})",
                           folder.path());
  ASSERT_TRUE(scene.bodies[0].particle_positions);
  EXPECT_THAT(*scene.bodies[0].particle_positions,
              testing::ElementsAre(Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(0, 0.5, 0), Vec3(0, 0, 0.5)));
  EXPECT_FALSE(scene.bodies[0].lattice);
}

TEST(LoadSoft, FilesThatBodiesAreMadeOfCanBeChosenInDialogs) {
  EXPECT_THAT(body_file_extensions(), testing::IsSupersetOf({".obj", ".msh", ".mesh", ".node", ".vtu"}));
  EXPECT_THAT(body_file_extensions(), testing::Each(testing::StartsWith(".")));
}

} // namespace
} // namespace lamina
