// Bodies whose surface is filled with tetrahedra.

#include "core/mesh/original_surface.h"
#include "core/mesh/procedural.h"
#include "core/mesh/tet_surface.h"
#include "core/scene/open_meshes.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Scene filled_scene(const std::string& bodies, const std::filesystem::path& folder = "folder") {
  Scene scene = parse_scene("{\"bodies\": [" + bodies + "]}", folder / "scene.json");
  load_scene_meshes(scene);
  return scene;
}

std::string reason_against(const std::string& bodies, const std::filesystem::path& folder = "folder") {
  try {
    filled_scene(bodies, folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string ball(const std::string& members) {
  return R"({"name": "ball", "recipe": {"shape": "sphere", "triangles": 5000}, )" + members + "}";
}

const std::string piece = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

void expect_filled(const SceneBody& body) {
  ASSERT_TRUE(body.tetrahedra && body.mesh_nodes);
  const std::vector<Vec3>& vertices = body.mesh->mesh.vertices;
  ASSERT_EQ(body.mesh_nodes->size(), vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    EXPECT_EQ(body.tetrahedra->nodes.at((*body.mesh_nodes)[v]), vertices[v]);
  EXPECT_NEAR(total_volume(*body.tetrahedra), body.mesh->report.volume_m3,
              1e-9 * body.mesh->report.volume_m3);
}

TEST(StuffedBodies, TakeTheBoundaryOfWhatFillsThem) {
  for (const char* kind : {"rigid", "fixed", "soft", "particles"}) {
    SCOPED_TRACE(kind);
    const Scene scene = filled_scene(ball("\"tetrahedra\": 10, \"kind\": \"" + std::string(kind) + "\""));
    expect_filled(scene.bodies[0]);
    EXPECT_FALSE(scene.bodies[0].lattice);
    EXPECT_TRUE(scene.notes.empty()) << scene.notes[0];
  }
}

TEST(StuffedBodies, KeepTheSurfaceThatTheyCameWithToBeDrawn) {
  const Scene scene = filled_scene(R"({"name": "b", "recipe": {"shape": "box"}, "tetrahedra": 7})");
  const Scene plain = filled_scene(R"({"name": "b", "recipe": {"shape": "box"}})");
  ASSERT_TRUE(scene.bodies[0].mesh->original);
  const TriangleMesh& original = scene.bodies[0].mesh->original->mesh->mesh;
  EXPECT_EQ(bounds(original).size(), bounds(plain.bodies[0].mesh->mesh).size()) << "with its corners";
  EXPECT_EQ(original.triangles.size(), plain.bodies[0].mesh->mesh.triangles.size());
  EXPECT_FALSE(plain.bodies[0].mesh->original);

  // A piece that was lost must not be seen: beside one of a metre, one of a centimetre.
  const TemporaryFolder folder;
  folder.write("two.obj", piece + "v 2 0 0\nv 2.01 0 0\nv 2 0.01 0\nv 2 0 0.01\n"
                                  "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n");
  const Scene lossy = filled_scene(R"({"mesh": "two.obj", "tetrahedra": 16})", folder.path());
  EXPECT_THAT(lossy.notes, testing::Contains(HasSubstr("1 of 2 pieces")));
  EXPECT_FALSE(lossy.bodies[0].mesh->original);
}

TEST(StuffedBodies, SayWhatTheyAreLike) {
  const TemporaryFolder folder;
  folder.write("piece.obj", piece);
  const Scene scene = filled_scene(
      R"({"mesh": "piece.obj", "tetrahedra": 8}, {"recipe": {"shape": "sphere"}, "tetrahedra": 3})",
      folder.path());
  ASSERT_EQ(scene.notes.size(), 2u);
  EXPECT_THAT(scene.notes[0],
              AllOf(HasSubstr("piece.obj"), HasSubstr("filled with "), HasSubstr("least angle"),
                    HasSubstr("of the volume lost"), HasSubstr("of the diagonal")));
  EXPECT_THAT(scene.notes[1], HasSubstr("recipe sphere: filled with ")) << "it loses more than 5 %";
}

TEST(StuffedBodies, OfOneShapeShareWhatFillsThem) {
  const Scene scene =
      filled_scene(ball("\"tetrahedra\": 8, \"array\": {\"count\": [3, 1, 1], \"spacing\": 3}") + "," +
                   R"({"name": "finer", "recipe": {"shape": "sphere", "triangles": 5000},
                                 "tetrahedra": 9})");
  EXPECT_EQ(scene.bodies[1].tetrahedra, scene.bodies[0].tetrahedra);
  EXPECT_NE(scene.bodies[3].tetrahedra, scene.bodies[0].tetrahedra);
}

TEST(StuffedBodies, AreWrittenAndReadBack) {
  const Scene scene = parse(R"({"bodies": [{"name": "a", "recipe": {"shape": "box"}, "tetrahedra": 12}]})");
  EXPECT_EQ(scene.bodies[0].stuffing_cells, 12);
  expect_same_scene(scene, parse(write_scene(scene, "folder")));
  EXPECT_THAT(write_scene(parse(R"({"bodies": [{"name": "a", "recipe": {"shape": "box"}}]})"), "folder"),
              Not(HasSubstr("tetrahedra")));
}

TEST(StuffedBodies, ContradictionsAreRefused) {
  EXPECT_THAT(reason_against(ball("\"tetrahedra\": 0")), HasSubstr("1 to 1000"));
  EXPECT_THAT(reason_against(ball("\"tetrahedra\": 2.5")), HasSubstr("whole number"));
  EXPECT_THAT(reason_against(ball("\"tetrahedra\": 8, \"kind\": \"soft\", \"division\": \"lattice\"")),
              HasSubstr("leave one of the two out"));
  EXPECT_THAT(reason_against(ball("\"tetrahedra\": 8, \"kind\": \"skinned\"")), HasSubstr("is skinned"));
  EXPECT_THAT(reason_against(
                  R"({"recipe": {"shape": "ground"}, "kind": "fixed", "one_sided": true, "tetrahedra": 8})"),
              HasSubstr("is one-sided"));
  EXPECT_THAT(reason_against(ball("\"tetrahedra\": 900")),
              AllOf(HasSubstr("body \"ball\""), HasSubstr("choose at most ")));
  EXPECT_THAT(reason_against(R"({"recipe": {"shape": "box", "z": 0.001}, "tetrahedra": 8})"),
              HasSubstr("thinner than the cells"));
}

TEST(StuffedBodies, FilesOfTetrahedraAreNotFilled) {
  const TemporaryFolder folder;
  folder.write("one.mesh",
               "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
               "Tetrahedra\n1\n1 2 3 4 0\nEnd\n");
  EXPECT_THAT(reason_against(R"({"mesh": "one.mesh", "tetrahedra": 8})", folder.path()),
              AllOf(HasSubstr("one.mesh"), HasSubstr("holds tetrahedra already")));
}

TEST(StuffedBodies, OpenSurfacesAreRefusedAsTheyAre) {
  const TemporaryFolder folder;
  folder.write("open.obj", piece.substr(0, piece.rfind("f ")));
  EXPECT_THAT(reason_against(R"({"mesh": "open.obj", "tetrahedra": 8})", folder.path()),
              AllOf(HasSubstr("not a closed volume"), HasSubstr("\"close_holes\": true")));
  const Scene closed =
      filled_scene(R"({"mesh": "open.obj", "tetrahedra": 8, "close_holes": true})", folder.path());
  expect_filled(closed.bodies[0]);
  EXPECT_THAT(closed.notes, testing::Contains(HasSubstr("closed 1 hole")));
}

TEST(StuffedBodies, WhoseWallsAreAllThinnerThanACellAreToldHowManyWouldDo) {
  const TemporaryFolder folder;
  // A plate that lies askew, as one along the cells is fitted by them.
  TriangleMesh plate = make_box({1, 1, 0.02});
  std::string text;
  for (const Vec3& vertex : plate.vertices) {
    const Vec3 p = Quat(0.9, 0.2, -0.3, 0.15).normalized() * vertex;
    text += "v " + std::to_string(p.x()) + ' ' + std::to_string(p.y()) + ' ' + std::to_string(p.z()) + '\n';
  }
  for (const Triangle& t : plate.triangles)
    text += "f " + std::to_string(t[0] + 1) + ' ' + std::to_string(t[1] + 1) + ' ' +
            std::to_string(t[2] + 1) + '\n';
  folder.write("plate.obj", text);
  const auto with_cells = [](int cells) {
    return R"({"name": "plate", "mesh": "plate.obj", "tetrahedra": )" + std::to_string(cells) + "}";
  };
  const std::string reason = reason_against(with_cells(12), folder.path());
  ASSERT_THAT(reason, AllOf(HasSubstr("body \"plate\""), HasSubstr("thinner than the cells"),
                            HasSubstr(" cells along would do")));
  const int named = std::atoi(reason.c_str() + reason.find("; ") + 2);
  expect_filled(filled_scene(with_cells(named), folder.path()).bodies[0]);
}

TEST(StuffedBodies, OpenedMeshesAreFilledOnRequest) {
  const TemporaryFolder folder;
  const std::array<std::filesystem::path, 1> files{folder.write("piece.obj", piece)};
  OpenOptions options;
  options.stuffing_cells = 8;
  const Scene rigid = open_scene(files, options);
  EXPECT_EQ(rigid.bodies[0].kind, BodyKind::rigid);
  expect_filled(rigid.bodies[0]);
  options.kind = BodyKind::soft;
  const Scene soft = open_scene(files, options);
  EXPECT_FALSE(soft.bodies[0].lattice);
  expect_filled(soft.bodies[0]);

  options.lattice_cells = 5;
  EXPECT_THROW(open_scene(files, options), InputError);
  options.lattice_cells = 0;
  options.kind = BodyKind::skinned;
  EXPECT_THROW(open_scene(files, options), InputError);
}

TEST(StuffedBodies, ThatHardlyBendAreNamedWithTheirWayOut) {
  const Scene scene =
      filled_scene(ball("\"tetrahedra\": 8, \"kind\": \"soft\", \"material\": {\"poisson_ratio\": 0.49}"));
  EXPECT_THAT(scene.notes, testing::Contains(AllOf(HasSubstr("0.49"), HasSubstr("without \"tetrahedra\""))));
}

} // namespace
} // namespace lamina
