// The shared tetrahedral models. Counts and volumes are those of MODELS.md, found there by another program;
// volumes are printed with six digits.

#include "core/io/load_tet.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/tet_surface.h"
#include "tests/io/io_support.h"
#include "tests/io/listed_models.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::ListedModel;
using testing::HasSubstr;

class TetModels : public testing::Test {
protected:
  void SetUp() override {
    folder_ = test::models_folder();
    if (folder_.empty())
      GTEST_SKIP() << "the shared models are absent: set LAMINA_MODELS to their folder";
  }
  std::filesystem::path folder_;
};

/// The total volume that the note of a row states: "..., total volume 36.5609 (...".
double stated_volume(const ListedModel& model) {
  const std::string mark = "total volume ", &note = model.cells[13];
  const std::size_t at = note.find(mark);
  return at == std::string::npos ? 0 : std::stod(note.substr(at + mark.size()));
}

std::size_t stated_tetrahedra(const ListedModel& model) {
  const std::string& note = model.cells[13];
  const std::size_t end = note.find(" tetrahedra, total volume");
  return std::stoul(note.substr(note.find_last_of(' ', end - 1) + 1));
}

TEST_F(TetModels, LoadWithTheirListedFigures) {
  std::size_t checked = 0;
  for (const ListedModel& model : test::listed_models(folder_)) {
    const std::filesystem::path file = folder_ / model.file;
    if (!is_tet_file(file) || model.cells.size() < 14 || stated_volume(model) == 0)
      continue;
    SCOPED_TRACE(model.file);
    ++checked;
    const TetReport report = prepare_tets(read_tet_file(file).mesh).report;
    EXPECT_TRUE(report.accepted) << report.reason;
    EXPECT_EQ(report.nodes, std::stoul(model.cells[4]));
    EXPECT_EQ(report.tetrahedra, stated_tetrahedra(model));
    EXPECT_EQ(report.surface_triangles, std::stoul(model.cells[5]));
    EXPECT_NEAR(report.volume_m3, stated_volume(model), 1e-5 * stated_volume(model));
    const bool inside_out = model.cells[13].find("negatively oriented") != std::string::npos;
    EXPECT_EQ(report.turned, inside_out ? report.tetrahedra : 0u);
  }
  EXPECT_GE(checked, 20u);
}

TEST_F(TetModels, HaveSurfacesThatEncloseTheirVolume) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "tet")) {
    SCOPED_TRACE(entry.path());
    const LoadedTetFile loaded = load_tet_file(entry.path());
    std::vector<std::uint32_t> nodes;
    const double enclosed = mass_properties(boundary_surface(loaded.mesh, nodes)).volume;

    // Two sums of the same volume, of at most 50,000 terms of either sign.
    EXPECT_NEAR(enclosed, total_volume(loaded.mesh), 1e-10 * enclosed);
  }
}

TEST_F(TetModels, OfHexahedraAndOfSecondOrderLoadWithANote) {
  const LoadedTetFile boxes = load_tet_file(folder_ / "tet/nine_hexa.msh");
  EXPECT_EQ(boxes.mesh.tetrahedra.size(), 54u);
  EXPECT_NEAR(total_volume(boxes.mesh), 9, 1e-12); // nine unit cubes, 54 roundings
  EXPECT_THAT(boxes.notes, testing::ElementsAre("9 hexahedra were cut into tetrahedra"));

  const LoadedTetFile sphere = load_tet_file(folder_ / "tet/sphere_P2.msh");
  ASSERT_FALSE(sphere.notes.empty());
  EXPECT_THAT(sphere.notes[0], HasSubstr("30 elements of second or higher order"));
}

TEST_F(TetModels, TheBrokenGridIsRefusedByLineAndReason) {
  const std::string words =
      test::refusal([&] { load_tet_file(folder_ / "broken/Armadillo_Tetra_4406_for_test_broken.vtu"); });
  EXPECT_THAT(words, HasSubstr(":1451: the array \"Points\" holds more than the 4335 numbers"));
}

} // namespace
} // namespace lamina
