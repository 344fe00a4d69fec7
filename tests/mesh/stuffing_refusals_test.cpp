// What stuffing refuses, and that it does not depend on threads.

#include "core/base/error.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/stuffing_support.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace lamina {
namespace {

using test::stuffed;
using testing::AllOf;
using testing::HasSubstr;

std::string refusal(const TriangleMesh& mesh, int cells) {
  try {
    stuffed(mesh, cells);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(StuffingRefusals, NameWhatIsWrongWithTheSurface) {
  EXPECT_THAT(refusal({}, 8), HasSubstr("no triangles"));
  TriangleMesh open = make_box(Vec3::Ones());
  open.triangles.pop_back();
  EXPECT_THAT(refusal(open, 8), AllOf(HasSubstr("not closed"), HasSubstr("3 edges")));
  EXPECT_THAT(refusal(test::turned_inside_out(make_box(Vec3::Ones())), 8), HasSubstr("no volume"));
  TriangleMesh flat = make_box(Vec3::Ones());
  for (Vec3& vertex : flat.vertices)
    vertex.z() = 0;
  EXPECT_THAT(refusal(flat, 8), HasSubstr("no volume"));
  TriangleMesh endless = make_box(Vec3::Ones());
  endless.vertices[0].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal(endless, 8), HasSubstr("no volume"));
}

TEST(StuffingRefusals, NameHowManyCellsThereMayBe) {
  const TriangleMesh box = make_box(Vec3::Ones());
  EXPECT_THAT(refusal(box, 0), HasSubstr("1 to 1000 cells"));
  EXPECT_THAT(refusal(box, 1001), HasSubstr("1 to 1000 cells"));
  StuffingOptions options;
  options.finer_levels = 5;
  EXPECT_THROW(stuff(box, options), InputError);
  const std::string reason = refusal(box, 900);
  ASSERT_THAT(reason, HasSubstr("choose at most "));
  const int most = std::atoi(reason.c_str() + reason.find("at most ") + 8);
  // 12 tetrahedra a cell: the 10 million that are allowed are 94 cells along a cube.
  EXPECT_GE(most, 90);
  EXPECT_LE(most, 94);
}

/// A box inside out lies on each but one, so that a single box is left, of 42 million crossings.
TEST(StuffingRefusals, NameFoldsThatDoNotFitIntoMemory) {
  const TriangleMesh box = make_box(Vec3::Ones());
  TriangleMesh folds = box;
  for (int k = 0; k < 650; ++k) {
    folds = test::joined(std::move(folds), test::turned_inside_out(box));
    folds = test::joined(std::move(folds), box);
  }
  EXPECT_THAT(refusal(folds, 90), HasSubstr("choose fewer cells"));
  EXPECT_NEAR(stuffed(folds, 4).report.volume_m3, 1, 1e-12);
}

/// A plate of which the lattice keeps hardly anything: the resolution that is named keeps almost all.
TEST(StuffingRefusals, NameTheResolutionThatThinWallsWant) {
  TriangleMesh plate = make_box(Vec3(1, 1, 0.02));
  const Quat askew = Quat(0.9, 0.2, -0.3, 0.15).normalized();
  for (Vec3& vertex : plate.vertices)
    vertex = askew * vertex;
  const std::string reason = refusal(plate, 12);
  ASSERT_THAT(reason, AllOf(HasSubstr("thinner than the cells"), HasSubstr(" cells along would do")));
  const int named = std::atoi(reason.c_str() + reason.find("; ") + 2);
  EXPECT_GT(named, 25);
  EXPECT_LT(named, 120);
  const StuffedSolid solid = stuffed(plate, named);
  test::expect_sound(solid);
  EXPECT_LT(solid.report.lost_volume, 0.1);
}

TEST(StuffingRefusals, PlateTooThinForAnyLattice) {
  EXPECT_THAT(refusal(make_box(Vec3(1, 1, 1e-6)), 8), HasSubstr("make the walls thicker"));
}

/// Of a bowl whose wall is thinner than cells: what is lost is said, and the cells that its wall
/// wants.
TEST(StuffingRefusals, ThinWallsAreAdvisedOn) {
  const TriangleMesh bowl = make_bowl(1, 0.8, 0.1, 4000);
  const StuffingReport coarse = stuffed(bowl, 18).report;
  EXPECT_GT(coarse.lost_volume, 0.05);
  // The bowl is 1.97 across and its wall 0.1 thick.
  EXPECT_NEAR(coarse.advised_cells, 20, 2);
  EXPECT_THAT(describe(coarse), HasSubstr(std::to_string(coarse.advised_cells) + " cells along"));
  const StuffingReport fine = stuffed(bowl, 2 * coarse.advised_cells).report;
  EXPECT_LT(fine.lost_volume, 0.02);
}

TEST(StuffingRefusals, CancelStopsAtEveryStage) {
  const TriangleMesh sphere = make_sphere(1, 500);
  int stages = 0;
  double last = -1;
  StuffingOptions options;
  options.cells = 8;
  options.progress = [&](double fraction, const std::string& what) {
    EXPECT_GT(fraction, last);
    EXPECT_FALSE(what.empty());
    last = fraction;
    ++stages;
    return true;
  };
  stuff(sphere, options);
  EXPECT_EQ(last, 1);
  for (int stop = 0; stop < stages; ++stop) {
    int called = 0;
    options.progress = [&](double, const std::string&) { return called++ < stop; };
    EXPECT_THROW(stuff(sphere, options), Cancelled);
  }
}

/// A bowl has cells of several sizes.
TEST(StuffingThreads, ChangeNothing) {
  const TriangleMesh bowl = make_bowl(1, 0.8, 0.1, 2000);
  StuffingOptions options;
  options.cells = 10;
  options.threads = 1;
  const StuffedSolid one = stuff(bowl, options);
  EXPECT_GT(one.report.divided_cubes, 0u);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    const StuffedSolid several = stuff(bowl, options);
    EXPECT_EQ(several.mesh.tetrahedra, one.mesh.tetrahedra);
    EXPECT_EQ(several.mesh.nodes, one.mesh.nodes);
    EXPECT_EQ(several.surface.triangles, one.surface.triangles);
    EXPECT_EQ(several.report.mean_deviation_m, one.report.mean_deviation_m);
    EXPECT_EQ(several.report.least_dihedral_deg, one.report.least_dihedral_deg);
    EXPECT_EQ(several.report.volume_m3, one.report.volume_m3);
  }
}

} // namespace
} // namespace lamina
