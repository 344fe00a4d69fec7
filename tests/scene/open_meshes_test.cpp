#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// An OBJ box with corners (x, y, z) and (x, y, z) + size; without its last face it is open.
std::string obj_box(const std::string& name, const Vec3& low, double size, int first_vertex,
                    bool open = false) {
  std::string text = "o " + name + "\n";
  for (int i = 0; i < 8; ++i)
    text += "v " + std::to_string(low.x() + size * (i & 1)) + " " +
            std::to_string(low.y() + size * (i >> 1 & 1)) + " " +
            std::to_string(low.z() + size * (i >> 2 & 1)) + "\n";
  const int faces[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                           {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
  for (int f = 0; f < (open ? 5 : 6); ++f) {
    text += "f";
    for (const int corner : faces[f])
      text += " " + std::to_string(corner + first_vertex);
    text += "\n";
  }
  return text;
}

Scene open(const std::filesystem::path& file, const OpenOptions& options = {}) {
  return open_scene(std::span<const std::filesystem::path>(&file, 1), options);
}

std::string refusal(const std::filesystem::path& file, const OpenOptions& options = {}) {
  try {
    open(file, options);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << file << " was accepted";
  return "";
}

Box world_bounds(const SceneBody& body) {
  Box box;
  for (std::size_t t = 0; t < body.mesh->shown_triangles; ++t)
    for (const std::uint32_t vertex : body.mesh->mesh.triangles[t])
      box.include(body.pose * body.mesh->mesh.vertices[vertex]);
  return box;
}

class OpenMeshes : public testing::Test {
protected:
  TemporaryFolder folder;
  std::filesystem::path two_boxes =
      folder.write("two.obj", obj_box("left", {10, 5, 2}, 1, 0) + obj_box("right", {12, 6, 2}, 1, 8));
};

TEST_F(OpenMeshes, TheAxisOfTheFileThatPointsUpIsUprightInTheScene) {
  OpenOptions options;
  const Box as_written = world_bounds(open(two_boxes, options).bodies[1]);
  for (const char up : {'x', 'z'}) {
    options.up = up;
    const Scene scene = open(two_boxes, options);
    const Box left = world_bounds(scene.bodies[0]), right = world_bounds(scene.bodies[1]);
    const Vec3 between = right.min - left.min;
    // In the file right lies at (2, 1, 0) of left.
    EXPECT_NEAR(between.y(), up == 'x' ? 2 : 0, 1e-12);
    EXPECT_NEAR(between.norm(), Vec3(2, 1, 0).norm(), 1e-12);
    EXPECT_GT(std::min(left.min.y(), right.min.y()), 0.01) << "above the floor";
    EXPECT_NEAR(right.size().prod(), as_written.size().prod(), 1e-12);
  }
  options.up = 'w';
  EXPECT_THAT(refusal(two_boxes, options), HasSubstr("x, y or z"));
}

TEST_F(OpenMeshes, EachObjectBecomesABodyAboveAFloorAndKeepsItsPlace) {
  const Scene scene = open(two_boxes);
  ASSERT_EQ(scene.bodies.size(), 3u);
  EXPECT_EQ(scene.bodies[0].name, "left");
  EXPECT_EQ(scene.bodies[1].name, "right");
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::rigid);
  const Box left = world_bounds(scene.bodies[0]), right = world_bounds(scene.bodies[1]);
  EXPECT_LT((right.min - left.min - Vec3(2, 1, 0)).norm(), 1e-12);
  // The larger extent is 3 m; a twentieth of it lies between the lowest point and the floor.
  EXPECT_NEAR(left.min.y(), 0.15, 1e-12);
  EXPECT_NEAR(left.min.x() + right.max.x(), 0, 1e-12) << "centred above the floor";

  const SceneBody& floor = scene.bodies[2];
  EXPECT_EQ(floor.name, "floor");
  EXPECT_EQ(floor.kind, BodyKind::fixed);
  EXPECT_EQ(floor.sidedness, Sidedness::one_sided);
  EXPECT_NEAR(world_bounds(floor).max.y(), 0, 1e-12);
  EXPECT_GT(world_bounds(floor).size().x(), 10 * 3);
  EXPECT_GT(floor.one_sided_thickness, 3);
}

TEST_F(OpenMeshes, TheFloorCanBeLeftOut) {
  OpenOptions options;
  options.floor = false;
  EXPECT_EQ(open(two_boxes, options).bodies.size(), 2u);
}

TEST_F(OpenMeshes, UnitAndFitScaleVerticesAndWhatDependsOnSize) {
  OpenOptions millimetres;
  millimetres.metres_per_unit = 0.001;
  const Scene small = open(two_boxes, millimetres);
  EXPECT_NEAR(world_bounds(small.bodies[0]).size().x(), 0.001, 1e-15);
  EXPECT_LT(small.settings.contact.ldi.pixel_size, 0.001);

  OpenOptions fit;
  fit.fit_m = 0.3;
  const Scene fitted = open(two_boxes, fit);
  EXPECT_NEAR(world_bounds(fitted.bodies[0]).size().x(), 0.1, 1e-12);
  EXPECT_EQ(fitted.settings.simulation.time_step, Settings{}.simulation.time_step);
}

TEST_F(OpenMeshes, TheCameraSeesEveryBody) {
  const Scene scene = open(two_boxes);
  const CameraView& camera = scene.camera;
  EXPECT_FALSE(scene.camera_given);
  const Vec3 forward = (camera.target - camera.eye).normalized();
  for (std::size_t i = 0; i < 2; ++i) {
    const Box box = world_bounds(scene.bodies[i]);
    for (const Vec3& corner : {box.min, box.max}) {
      const Vec3 ray = (corner - camera.eye).normalized();
      EXPECT_LT(std::acos(ray.dot(forward)), camera.field_of_view / 2);
    }
  }
}

TEST_F(OpenMeshes, NamesAreMadeUniqueOverFiles) {
  const std::vector<std::filesystem::path> files{two_boxes, two_boxes};
  const Scene scene = open_scene(files);
  ASSERT_EQ(scene.bodies.size(), 5u);
  EXPECT_EQ(scene.bodies[2].name, "left 2");
  EXPECT_EQ(scene.bodies[0].mesh, scene.bodies[2].mesh) << "equal meshes are shared";
}

TEST_F(OpenMeshes, ConnectedPiecesBecomeBodiesOnRequest) {
  const auto file =
      folder.write("one.obj", obj_box("both", {0, 0, 0}, 1, 0) + obj_box("", {3, 0, 0}, 1, 8).substr(3));
  EXPECT_EQ(open(file).bodies.size(), 2u);
  OpenOptions options;
  options.split_pieces = true;
  const Scene split = open(file, options);
  ASSERT_EQ(split.bodies.size(), 3u);

  // The written scene finds the same pieces again.
  const auto written = folder.write("split.json", write_scene(split, folder.path()));
  const Scene back = open(written);
  ASSERT_EQ(back.bodies.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(back.bodies[i].mesh->mesh.vertices, split.bodies[i].mesh->mesh.vertices);
}

TEST_F(OpenMeshes, OpenSurfacesAreRefusedWithCountReasonAndWayOut) {
  const auto file = folder.write("open.obj", obj_box("shell", {0, 0, 0}, 1, 0, true));
  EXPECT_THAT(refusal(file),
              AllOf(HasSubstr("open.obj"), HasSubstr("4 boundary edges"), HasSubstr("--close-holes"),
                    HasSubstr("--thickness METRES"), HasSubstr("--one-sided")));

  OpenOptions options;
  options.as_one_sided = true;
  const Scene scene = open(file, options);
  EXPECT_EQ(scene.bodies[0].sidedness, Sidedness::one_sided);
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::fixed);
  EXPECT_THAT(scene.notes, Contains(HasSubstr("one-sided")));
}

TEST_F(OpenMeshes, OpenSurfacesBecomeVolumesByTheirHolesClosedOrByAThickness) {
  const auto file =
      folder.write("half.obj", obj_box("whole", {3, 0, 0}, 1, 0) + obj_box("tub", {0, 0, 0}, 1, 8, true));
  const double t = 0.05;
  for (const Mending& mending : {Mending{.close_holes = true}, Mending{.thickness = t}}) {
    OpenOptions options;
    options.mending = mending;
    const Scene scene = open(file, options);
    const SceneBody &whole = scene.bodies[0], &tub = scene.bodies[1];
    EXPECT_EQ(tub.kind, BodyKind::rigid);
    EXPECT_EQ(tub.sidedness, Sidedness::closed);
    const double walls = (1 + t) * (1 + t) * (1 + t / 2) - (1 - t) * (1 - t) * (1 - t / 2);
    EXPECT_NEAR(tub.mesh->report.volume_m3, mending.close_holes ? 1 : walls,
                mending.close_holes ? 1e-12 : 1e-3 * walls);
    EXPECT_EQ(tub.mending.close_holes, mending.close_holes);
    EXPECT_FALSE(whole.mending.wanted()) << "it is closed as it is";
    EXPECT_THAT(scene.notes, Contains(HasSubstr(mending.close_holes ? "closed 1 hole" : "50 mm thick")));

    const auto written = folder.write("mended.json", write_scene(scene, folder.path()));
    const Scene back = open(written);
    EXPECT_EQ(back.bodies[1].mesh->mesh.vertices, tub.mesh->mesh.vertices);
    EXPECT_EQ(back.bodies[1].mesh->mesh.triangles, tub.mesh->mesh.triangles);
  }
}

TEST_F(OpenMeshes, ASceneFileIsToldWhatItCanSayOfAnOpenMesh) {
  folder.write("open.obj", obj_box("shell", {0, 0, 0}, 1, 0, true));
  EXPECT_THAT(refusal(folder.write("open.json", R"({"bodies": [{"mesh": "open.obj"}]})")),
              AllOf(HasSubstr("4 boundary edges"), HasSubstr("\"close_holes\""), HasSubstr("\"thickness\"")));
  const Scene scene =
      open(folder.write("closed.json", R"({"bodies": [{"mesh": "open.obj", "close_holes": true}]})"));
  EXPECT_NEAR(scene.bodies[0].mesh->report.volume_m3, 1, 1e-12);
  EXPECT_THAT(scene.notes, Contains(HasSubstr("closed 1 hole, 1 m across")));
}

/// A sheet around which there is nothing to enclose: the other ways out remain.
TEST_F(OpenMeshes, ASheetWhoseHolesAreClosedEnclosesNothing) {
  const auto file = folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n");
  OpenOptions options;
  options.mending.close_holes = true;
  EXPECT_THAT(refusal(file, options), AllOf(HasSubstr("no volume"), HasSubstr("--one-sided")));
  options.mending = {.thickness = 0.01};
  EXPECT_NEAR(open(file, options).bodies[0].mesh->report.volume_m3, 0.5 * 0.01, 1e-15);
}

TEST_F(OpenMeshes, MendingAndOneSidedExcludeEachOther) {
  OpenOptions options;
  options.as_one_sided = true;
  options.mending.thickness = 0.01;
  EXPECT_THAT(refusal(two_boxes, options), AllOf(HasSubstr("thickness"), HasSubstr("one-sided")));
  options.mending = {.close_holes = true};
  EXPECT_THAT(refusal(two_boxes, options), AllOf(HasSubstr("close-holes"), HasSubstr("one-sided")));
  options.as_one_sided = false;
  options.mending.thickness = 0.01;
  EXPECT_THAT(refusal(two_boxes, options), AllOf(HasSubstr("close-holes"), HasSubstr("thickness")));
}

TEST_F(OpenMeshes, ImplausibleSizesAreNoted) {
  const auto large = folder.write("large.obj", obj_box("block", {0, 0, 0}, 150, 0));
  EXPECT_THAT(open(large).notes,
              Contains(AllOf(HasSubstr("150 m"), HasSubstr("--unit"), HasSubstr("--fit"))));
  EXPECT_THAT(open(two_boxes).notes, Not(Contains(HasSubstr("--unit"))));
  OpenOptions metres;
  metres.metres_per_unit = 1;
  EXPECT_THAT(open(large, metres).notes, Not(Contains(HasSubstr("--unit"))));
  const auto huge = folder.write("huge.obj", obj_box("block", {0, 0, 0}, 1e7, 0));
  EXPECT_THAT(refusal(huge), AllOf(HasSubstr("1000 km"), HasSubstr("--unit")));
}

TEST_F(OpenMeshes, AssignmentsComeLastAndAreChecked) {
  OpenOptions options;
  options.assignments = {"resolution=32", "pixel_size=0.5"};
  const Scene scene = open(two_boxes, options);
  EXPECT_EQ(scene.settings.contact.ldi.resolution, 32);
  EXPECT_EQ(scene.settings.contact.ldi.pixel_size, 0.5);
  options.assignments = {"resolution=0"};
  EXPECT_THAT(refusal(two_boxes, options), HasSubstr("1 to 1024"));
}

TEST_F(OpenMeshes, WorkCanBeCancelled) {
  OpenOptions options;
  options.progress = [](double, const std::string&) { return false; };
  EXPECT_THROW(open(two_boxes, options), Cancelled);
  const auto file = folder.write("s.json", R"({"bodies": [{"mesh": "two.obj"}]})");
  EXPECT_THROW(open(file, options), Cancelled);
}

TEST_F(OpenMeshes, SceneFilesFindTheirMeshesAndScaleThem) {
  const auto file = folder.write("s.json", R"({"bodies": [
    {"name": "right", "mesh": "two.obj", "object": 1, "unit": "cm"}, {"name": "both", "mesh": "two.obj"}]})");
  const Scene scene = open(file);
  EXPECT_LT((world_bounds(scene.bodies[0]).min - Vec3(0.12, 0.06, 0.02)).norm(), 1e-12);
  EXPECT_EQ(scene.bodies[1].mesh->report.pieces, 2u);
}

TEST_F(OpenMeshes, MeshTroubleInASceneNamesTheLineOfTheBody) {
  const auto missing = folder.write("missing.json", "{\"bodies\": [\n\n{\"mesh\": \"nowhere.obj\"}]}");
  EXPECT_THAT(refusal(missing), AllOf(HasSubstr("missing.json:3: "), HasSubstr("nowhere.obj")));
  const auto object = folder.write("object.json", "{\"bodies\": [\n{\"mesh\": \"two.obj\", \"object\": 2}]}");
  EXPECT_THAT(refusal(object), AllOf(HasSubstr("object.json:2: "), HasSubstr("no object 2")));
  folder.write("open.obj", obj_box("shell", {0, 0, 0}, 1, 0, true));
  const auto open_mesh = folder.write("open.json", "{\"bodies\": [{\"mesh\": \"open.obj\"}]}");
  EXPECT_THAT(refusal(open_mesh), AllOf(HasSubstr("open.json:1: "), HasSubstr("4 boundary edges")));
  const auto far = folder.write("far.json", "{\"bodies\": [{\"mesh\": \"two.obj\", \"scale\": 1e9}]}");
  EXPECT_THAT(refusal(far), HasSubstr("1000 km"));
}

TEST_F(OpenMeshes, FilesThatCannotBeOpenedAreNamed) {
  EXPECT_THAT(refusal(folder.path() / "none.json"), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal(folder.path() / "none.obj"), HasSubstr("none.obj"));
  std::filesystem::create_directory(folder.path() / "dir.json");
  EXPECT_THAT(refusal(folder.path() / "dir.json"), HasSubstr("is not a file"));
  EXPECT_THROW(open_scene({}), InputError);
  const auto scene = folder.write("s.json", R"({"bodies": [{"mesh": "two.obj"}]})");
  const std::vector<std::filesystem::path> mixed{two_boxes, scene};
  EXPECT_THROW(open_scene(mixed), InputError);
  OpenOptions fit;
  fit.fit_m = 1;
  EXPECT_THAT(refusal(scene, fit), HasSubstr("for mesh files"));
}

std::filesystem::path models_folder() {
  const char* given = std::getenv("LAMINA_MODELS");
  return given ? std::filesystem::path(given) : std::filesystem::path(LAMINA_SOURCE_DIR) / "../shared/models";
}

TEST(OpenScans, TheBunnyAsScannedIsRefusedForItsHoles) {
  const auto file = models_folder() / "bodies/bunny_69451_open.ply";
  if (!std::filesystem::exists(file))
    GTEST_SKIP() << file << " is absent";
  EXPECT_THAT(refusal(file), AllOf(HasSubstr("223 boundary edges"), HasSubstr("--one-sided")));
}

/// The scan has five holes.
TEST(OpenScans, TheBunnyAsScannedBecomesAVolumeWithItsHolesClosed) {
  const auto file = models_folder() / "bodies/bunny_69451_open.ply";
  if (!std::filesystem::exists(file))
    GTEST_SKIP() << file << " is absent";
  OpenOptions options;
  options.mending.close_holes = true;
  const MeshReport report = open(file, options).bodies[0].mesh->report;
  EXPECT_EQ(report.closed_holes, 5u);
  EXPECT_GT(report.volume_m3, 0);
  EXPECT_EQ(report.unbalanced_columns, 0u);
}

TEST(OpenScans, TheClosedBunnyStandsAboveItsFloor) {
  const auto file = models_folder() / "bodies/bunny_69664_closed.off";
  if (!std::filesystem::exists(file))
    GTEST_SKIP() << file << " is absent";
  OpenOptions options;
  options.fit_m = 0.2;
  const Scene scene = open(file, options);
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies[0].mesh->mesh.triangles.size(), 69664u);
  EXPECT_NEAR(world_bounds(scene.bodies[0]).min.y(), 0.05 * 0.2, 1e-9);
  EXPECT_THAT(open(file).notes, Contains(HasSubstr("--unit"))) << "its unit is not the metre";
}

} // namespace
} // namespace lamina
