// What stuffing makes of shapes whose volume is known.

#include "core/base/error.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/stuffing_support.h"

#include <cmath>
#include <random>

namespace lamina {
namespace {

using test::expect_sound;
using test::stuffed;

TriangleMesh turned(TriangleMesh mesh, const Quat& turn) {
  for (Vec3& vertex : mesh.vertices)
    vertex = turn * vertex;
  return mesh;
}

const Quat askew = Quat(0.9, 0.2, -0.3, 0.15).normalized();

struct Shape {
  const char* name;
  TriangleMesh mesh;
};

std::vector<Shape> shapes() {
  return {{"sphere", make_sphere(1, 20000)},
          {"box askew", turned(make_box(Vec3(1, 0.8, 0.6), 8000), askew)},
          {"torus", turned(make_torus(1, 0.4, 20000), askew)},
          {"blob", make_blob(Vec3(1, 0.7, 0.8), 0.1, 12, 3, 8000)}};
}

/// Lengths in cells: a node of the boundary lies on the surface,
/// and a vertex of the surface at most a cell's reach (√5/4 cells from its nearest node, and as much again)
/// away.
TEST(StuffingShapes, AreSoundAndCloseToTheirSurface) {
  for (const Shape& shape : shapes())
    for (const int cells : {5, 8, 13, 24}) {
      SCOPED_TRACE(shape.name + (" at " + std::to_string(cells)));
      const StuffedSolid solid = stuffed(shape.mesh, cells);
      expect_sound(solid);
      EXPECT_EQ(test::count_fans(solid.surface), solid.surface.vertices.size());
      EXPECT_LT(solid.report.largest_deviation_m, 1.2 * solid.report.cell_m);
      EXPECT_LT(solid.report.mean_deviation_m, 0.35 * solid.report.cell_m);
      EXPECT_NEAR(solid.report.mesh_volume_m3, mass_properties(shape.mesh).volume, 1e-12);
      EXPECT_EQ(solid.report.lost_pieces, 0u);
    }
}

/// Chords instead of arcs, and edges that are rounded off, lose a volume that falls with the square of the
/// cell. The constant varies with how the lattice meets the surface, so the ratio of 4 is met within a third.
TEST(StuffingShapes, LoseVolumeOfSecondOrder) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    const double coarse = stuffed(shape.mesh, 12).report.lost_volume;
    const double fine = stuffed(shape.mesh, 48).report.lost_volume;
    EXPECT_GT(coarse, 0);
    EXPECT_NEAR(std::log2(coarse / fine) / 2, 2, 0.3);
  }
}

/// A box of whole cells has its faces in planes of the lattice, so that nothing is lost at all.
TEST(StuffingShapes, BoxOfWholeCellsIsExact) {
  const StuffedSolid solid = stuffed(make_box(Vec3(1, 0.5, 0.75)), 8);
  expect_sound(solid);
  EXPECT_NEAR(solid.report.volume_m3, 0.375, 1e-12);
  EXPECT_NEAR(solid.report.largest_deviation_m, 0, 1e-12);
  EXPECT_NEAR(solid.report.least_dihedral_deg, 45, 1e-9);
}

TEST(StuffingShapes, NodesOfTheBoundaryLieOnTheSurface) {
  const StuffedSolid solid = stuffed(make_sphere(1, 20000), 16);
  ASSERT_EQ(solid.report.parted_nodes, 0u);
  // The flat triangles of the sphere lie up to 0.0006 inside it.
  for (const Vec3& vertex : solid.surface.vertices)
    EXPECT_NEAR(vertex.norm(), 0.9997, 4e-4);
}

TEST(StuffingShapes, MovingMovesTheSolid) {
  const TriangleMesh blob = make_blob(Vec3(1, 0.7, 0.8), 0.1, 12, 3, 4000);
  const StuffedSolid here = stuffed(blob, 14);
  const Vec3 way(0.3, -2, 5);
  const StuffedSolid there = stuffed(test::moved(blob, way), 14);
  ASSERT_EQ(here.mesh.tetrahedra, there.mesh.tetrahedra);
  for (std::size_t n = 0; n < here.mesh.nodes.size(); ++n)
    EXPECT_LT((here.mesh.nodes[n] + way - there.mesh.nodes[n]).norm(), 1e-12);
}

/// A factor of two changes no digit.
TEST(StuffingShapes, ScalingScalesTheSolid) {
  const TriangleMesh blob = make_blob(Vec3(1, 0.7, 0.8), 0.1, 12, 3, 4000);
  TriangleMesh large = blob;
  for (Vec3& vertex : large.vertices)
    vertex *= 2;
  const StuffedSolid one = stuffed(blob, 14), two = stuffed(large, 14);
  ASSERT_EQ(one.mesh.tetrahedra, two.mesh.tetrahedra);
  for (std::size_t n = 0; n < one.mesh.nodes.size(); ++n)
    EXPECT_EQ(2 * one.mesh.nodes[n], two.mesh.nodes[n]);
}

/// The lattice does not turn with the surface, so only what is lost changes: by less than it is.
TEST(StuffingShapes, TurningKeepsTheVolume) {
  const TriangleMesh blob = make_blob(Vec3(1, 0.7, 0.8), 0.1, 12, 3, 8000);
  const StuffingReport here = stuffed(blob, 24).report;
  for (const Quat& turn : {askew, askew * askew, Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()))}) {
    const StuffedSolid there = stuffed(turned(blob, turn), 24);
    expect_sound(there);
    EXPECT_NEAR(there.report.volume_m3, here.volume_m3, here.lost_volume * here.volume_m3);
  }
}

TEST(StuffingShapes, KeepCavities) {
  const TriangleMesh hollow =
      test::joined(make_sphere(1, 8000), test::turned_inside_out(make_sphere(0.5, 4000)));
  const StuffedSolid solid = stuffed(hollow, 24);
  expect_sound(solid);
  EXPECT_EQ(solid.report.pieces, 2u);
  EXPECT_EQ(solid.report.lost_pieces, 0u);
  EXPECT_NEAR(solid.report.volume_m3, mass_properties(hollow).volume, 0.01 * solid.report.volume_m3);
  // Two spheres: each adds 2 to the Euler characteristic.
  EXPECT_EQ(test::euler_characteristic(solid.surface), 4);
  // Vertices of the cavity bound the solid as those outside do.
  EXPECT_LT(solid.report.largest_deviation_m, 0.2 * solid.report.cell_m);
}

/// The union of two unit spheres whose centres are d apart: both, less the lens that they share, which has
/// the volume π (4 + d) (2 − d)² / 12.
TEST(StuffingShapes, CrossingSpheresBecomeTheirUnion) {
  const double d = 1.2;
  const TriangleMesh sphere = make_sphere(1, 20000);
  const StuffedSolid solid = stuffed(test::joined(sphere, test::moved(sphere, {d, 0.1, 0.05})), 32);
  expect_sound(solid);
  const double apart = Vec3(d, 0.1, 0.05).norm();
  const double expected = 8 * M_PI / 3 - M_PI * (4 + apart) * (2 - apart) * (2 - apart) / 12;
  EXPECT_NEAR(solid.report.volume_m3, expected, 0.005 * expected);
  EXPECT_NEAR(solid.report.mesh_volume_m3, expected, 0.005 * expected);
  EXPECT_EQ(test::euler_characteristic(solid.surface), 2);
  EXPECT_EQ(solid.report.lost_pieces, 0u);
  // Vertices inside the union do not count as far from its surface.
  EXPECT_LT(solid.report.largest_deviation_m, solid.report.cell_m);
}

TEST(StuffingShapes, NestedSolidsAreOne) {
  const TriangleMesh sphere = make_sphere(1, 8000);
  const TriangleMesh nested = test::joined(sphere, make_sphere(0.4, 1000));
  const StuffedSolid solid = stuffed(nested, 20), alone = stuffed(sphere, 20);
  expect_sound(solid);
  EXPECT_EQ(solid.mesh.tetrahedra, alone.mesh.tetrahedra);
  EXPECT_EQ(solid.report.lost_pieces, 0u);
}

TEST(StuffingShapes, SmallPiecesAreLostAndCounted) {
  const TriangleMesh two =
      test::joined(make_sphere(1, 8000), test::moved(make_sphere(0.01, 80), {0.713, 0.717, 0.719}));
  const StuffingReport report = stuffed(two, 12).report;
  EXPECT_EQ(report.pieces, 2u);
  EXPECT_EQ(report.lost_pieces, 1u);
  EXPECT_NE(describe(report).find("1 of 2 pieces"), std::string::npos);
}

/// Many small bodies at odds with the lattice, which cross and nearly touch.
TriangleMesh make_crowd() {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<double>(random()) / 4294967296.0; };
  TriangleMesh crowd;
  for (int k = 0; k < 250; ++k) {
    const double size = 0.02 * std::pow(10, number());
    const TriangleMesh body = k % 2 ? make_sphere(size, 80) : make_box(size * Vec3(1, 0.3 + number(), 0.5));
    const Quat turn = Quat(number() - 0.5, number() - 0.5, number() - 0.5, number() - 0.5).normalized();
    crowd = test::joined(std::move(crowd), test::moved(turned(body, turn), {number(), number(), number()}));
  }
  return crowd;
}

/// Sheets lie so close that their nodes would meet, with cells of one size and of three.
TEST(StuffingShapes, CrowdsStayManifold) {
  const TriangleMesh crowd = make_crowd();
  for (const int finer : {0, 2}) {
    const StuffedSolid solid = stuffed(crowd, 18, finer);
    expect_sound(solid);
    EXPECT_EQ(test::count_fans(solid.surface), solid.surface.vertices.size());
    EXPECT_GT(solid.report.parted_nodes, 10u);
  }
}

/// Closed surfaces whose vertices lie anywhere wind around points any number of times, below zero too.
TEST(StuffingShapes, TangledSurfacesAreSoundToo) {
  std::mt19937 random(9);
  int sound = 0;
  for (int run = 0; run < 4; ++run) {
    TriangleMesh tangle = make_sphere(1, 320);
    for (Vec3& vertex : tangle.vertices)
      vertex *= 0.2 + static_cast<double>(random() % 1000) / 250 - (run % 2 ? 1.5 : 0);
    SCOPED_TRACE(run);
    try {
      expect_sound(stuffed(tangle, 9, run % 3));
      ++sound;
    } catch (const InputError& error) {
      // Spikes are thin.
      EXPECT_NE(std::string(error.what()).find("thinner than the cells"), std::string::npos) << error.what();
    }
  }
  EXPECT_GE(sound, 2);
}

} // namespace
} // namespace lamina
