// The shared models, treated as their list says. Counts and volumes are those of MODELS.md, found there by
// other programs; volumes are printed with six digits.

#include "core/mesh/prepare.h"
#include "tests/io/io_support.h"
#include "tests/io/listed_models.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

namespace lamina {
namespace {

using test::listed_models;
using test::ListedModel;
using test::refusal;
using testing::HasSubstr;

/// The reports of all meshes in a file, added up.
struct Total {
  std::size_t vertices = 0, triangles = 0, pieces = 0, boundary = 0, refused = 0;
  double volume = 0;
};

Total load_and_check(const std::filesystem::path& file) {
  Total total;
  for (const TriangleMesh& mesh : load_mesh_file(file).meshes) {
    const MeshReport report = prepare_mesh(mesh).report;
    total.vertices += report.vertices;
    total.triangles += report.triangles;
    total.pieces += report.pieces;
    total.boundary += report.boundary_edges;
    total.refused += !report.accepted;
    total.volume += report.volume_m3;
  }
  return total;
}

class Models : public testing::Test {
protected:
  void SetUp() override {
    test::use_built_import_program();
    folder_ = test::models_folder();
    if (folder_.empty())
      GTEST_SKIP() << "the shared models are absent: set LAMINA_MODELS to their folder";
  }
  std::string refused(const std::string& file) {
    return refusal([&] { load_mesh_file(folder_ / file); });
  }
  std::filesystem::path folder_;
};

TEST_F(Models, EveryClosedSurfaceIsAcceptedWithItsListedVolume) {
  std::size_t checked = 0;
  for (const ListedModel& model : listed_models(folder_)) {
    const std::string extension = std::filesystem::path(model.file).extension().string();
    const auto& known = mesh_extensions();
    const bool readable =
        std::find(known.begin(), known.end(), extension) != known.end() || extension == ".STL";
    const bool listed_closed = model.cells[8] == "yes";
    if (!readable || !listed_closed)
      continue;
    // The list poses this one differently; its parts are the same.
    if (model.file == "skinned/animation_with_skeleton.fbx")
      continue;
    SCOPED_TRACE(model.file);
    const Total total = load_and_check(folder_ / model.file);
    const double listed = std::abs(std::stod(model.cells[11]));
    EXPECT_EQ(total.refused, 0u);
    EXPECT_NEAR(total.volume, listed, 1e-5 * listed);
    EXPECT_EQ(total.triangles, std::stoul(model.cells[5]));
    EXPECT_EQ(total.pieces, std::stoul(model.cells[6]));
    ++checked;
  }
  EXPECT_GE(checked, 60u);
}

TEST_F(Models, OwnFormatsKeepTheStoredVertices) {
  for (const ListedModel& model : listed_models(folder_)) {
    const std::string extension = std::filesystem::path(model.file).extension().string();
    const bool own = extension == ".obj" || extension == ".ply" || extension == ".off" || extension == ".stl";
    if (!own || model.file.starts_with("broken/") || model.file == "formats/pear_tristrips.ply")
      continue;
    EXPECT_EQ(load_and_check(folder_ / model.file).vertices, std::stoul(model.cells[4])) << model.file;
  }
}

TEST_F(Models, OpenSurfacesAreRefusedAsVolumesWithTheirListedEdges) {
  for (const char* file : {"bodies/bunny_69451_open.ply", "bodies/bowl_open.obj", "formats/bunny2.ply",
                           "mechanical/factory_nut_m16_loose_subdiv_3x.obj", "broken/soup.stl"}) {
    for (const ListedModel& model : listed_models(folder_)) {
      if (model.file != file)
        continue;
      const Total total = load_and_check(folder_ / file);
      EXPECT_GT(total.refused, 0u) << file;
      EXPECT_EQ(total.boundary, std::stoul(model.cells[9])) << file;
    }
  }
}

TEST_F(Models, AnOpenBowlCanBeLoadedOneSided) {
  const LoadedFile loaded = load_mesh_file(folder_ / "bodies/bowl_open.obj");
  const PreparedMesh prepared = prepare_mesh(loaded.meshes[0], Sidedness::one_sided, 20);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.unbalanced_columns, 0u);
  EXPECT_EQ(prepared.shown_triangles, 2560u);
}

TEST_F(Models, FormatVariantsAreAllRead) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "formats")) {
    if (entry.path().extension() == ".mtl")
      continue;
    EXPECT_EQ(refusal([&] { load_mesh_file(entry.path()); }), "accepted") << entry.path();
  }
}

TEST_F(Models, FormatVariantsAreReadAsTheirListSays) {
  EXPECT_EQ(load_mesh_file(folder_ / "formats/rabbit.obj").meshes.size(), 9u);
  EXPECT_EQ(load_mesh_file(folder_ / "formats/two_objects.obj").meshes.size(), 2u);
  EXPECT_EQ(load_mesh_file(folder_ / "formats/two_objects_mixed_case_names.stl").meshes.size(), 2u);
  EXPECT_EQ(load_mesh_file(folder_ / "formats/nested.glb").meshes.size(), 3u);
  EXPECT_EQ(load_mesh_file(folder_ / "bodies/2cubes.obj").meshes.size(), 2u);
  const auto notes = [&](const char* file) {
    return testing::PrintToString(load_mesh_file(folder_ / file).notes);
  };
  EXPECT_THAT(notes("formats/Teodule_LowRes.obj"), HasSubstr("Teodule.mtl"));
  EXPECT_THAT(notes("formats/cubevt.obj"), HasSubstr("texture coordinates"));
  EXPECT_THAT(notes("formats/fuze_ascii.ply"), HasSubstr("on 1000 lines, first on line 523"));
  EXPECT_THAT(notes("formats/pear_tristrips.ply"), HasSubstr("5 vertices"));

  // Misoriented and doubled ones are volumes once repaired.
  for (const char* file :
       {"formats/boeing.off", "formats/conrod.stl", "formats/multibody.stl", "formats/not_convex.obj"})
    EXPECT_EQ(load_and_check(folder_ / file).refused, 0u) << file;
}

TEST_F(Models, BrokenFilesAreRefusedClearly) {
  for (const char* file :
       {"obj_empty.obj", "obj_points.obj", "obj_wireframe.obj", "ply_empty_ascii.ply", "ply_empty_bin.ply",
        "ply_empty_header.ply", "stl_empty_ascii.stl", "stl_empty_bin.stl"})
    EXPECT_THAT(refused(std::string("broken/") + file), HasSubstr(std::string(file) + ": no triangles"));
  const std::vector<std::pair<const char*, const char*>> reasons = {
      {"corrupted_invalid_double.obj", ":6: expected a coordinate, found \"XXX0.5854098561465024\""},
      {"corrupted_invalid_double.off", ":4: expected a coordinate, found \"X0.425325\""},
      {"corrupted_invalid_face_count.ply", "ends before all elements"},
      {"corrupted_invalid_facet_vertex.obj", ":20: vertex index 8 is outside the vertex list (6 vertices)"},
      {"corrupted_invalid_facet_vertex.off", ":15: vertex index 100 is outside"},
      {"corrupted_invalid_facet_vertex_count.off", ":15: vertex index 100 is outside"},
      {"corrupted_invalid_int.obj", ":15: expected a vertex index, found \"XXX2/1\""},
      {"corrupted_invalid_int.off", ":15: expected a vertex index, found \"1X\""},
      {"corrupted_invalid_triangle_count.stl",
       "announces 22 triangles (1184 bytes), the file has 1084 bytes"},
      {"corrupted_invalid_vertex_count.off", ":13: expected the number of corners"},
      {"corrupted_invalid_vertex_count.ply", "ends before all elements"},
      {"truncated.obj", ":9: expected a coordinate, found the end of the file"},
      {"truncated.off", ":6: expected a coordinate, found the end of the line"},
      {"truncated.ply", "more than the file can hold"},
      {"truncated.stl", "announces 20 triangles (1084 bytes), the file has 584 bytes"},
      {"Armadillo_Tetra_4406_for_test_broken.vtu", "is a VTK XML file"},
  };
  for (const auto& [file, reason] : reasons)
    EXPECT_THAT(refused(std::string("broken/") + file), HasSubstr(reason)) << file;
}

TEST_F(Models, TheDoubledChairIsRepairedOrReportedAsNoVolume) {
  const LoadedFile loaded = load_mesh_file(folder_ / "broken/chair_model.obj");
  for (const TriangleMesh& mesh : loaded.meshes) {
    const MeshReport report = prepare_mesh(mesh).report;
    if (report.accepted)
      EXPECT_EQ(report.removed_duplicates, report.triangles / 2) << mesh.name;
    else
      EXPECT_THAT(report.reason, HasSubstr("no volume")) << mesh.name;
  }
}

} // namespace
} // namespace lamina
