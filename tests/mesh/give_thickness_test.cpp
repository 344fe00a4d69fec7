#include "core/mesh/give_thickness.h"

#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace lamina {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

PreparedMesh thick(const TriangleMesh& mesh, double thickness) {
  return prepare_mesh(mesh, Sidedness::closed, usual_one_sided_thickness, {.thickness = thickness});
}

double area(const TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    sum += 0.5 * (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).norm();
  return sum;
}

TriangleMesh upper_half(TriangleMesh ball) {
  std::erase_if(ball.triangles, [&](const Triangle& t) {
    return ball.vertices[t[0]].y() + ball.vertices[t[1]].y() + ball.vertices[t[2]].y() < 0;
  });
  return ball;
}

TEST(GiveThickness, ASquareBecomesASlabOfThatThickness) {
  for (const std::size_t triangles : {2, 200}) {
    const PreparedMesh slab = thick(make_ground(2, triangles), 0.01);
    ASSERT_TRUE(slab.report.accepted) << slab.report.reason;
    EXPECT_NEAR(slab.report.volume_m3, 2 * 2 * 0.01, 1e-15);
    EXPECT_TRUE(test::is_closed_manifold(slab.mesh));
    EXPECT_LT((slab.report.bounds.size() - Vec3(2, 0.01, 2)).norm(), 1e-15);
    EXPECT_LT(slab.report.bounds.centre().norm(), 1e-15) << "half of it on either side";
    EXPECT_EQ(slab.shown_triangles, slab.mesh.triangles.size());
    EXPECT_EQ(slab.report.thickened_pieces, 1u);
    EXPECT_THAT(slab.report.notes, Contains("made 1 open piece 10 mm thick"));
  }
}

/// A ring has two boundaries, and the solid goes around its hole.
TEST(GiveThickness, AnAnnulusBecomesARing) {
  const std::uint32_t parts = 48;
  TriangleMesh annulus;
  for (const double radius : {0.5, 1.0})
    for (std::uint32_t i = 0; i < parts; ++i)
      annulus.vertices.push_back(radius * Vec3(std::cos(2 * std::numbers::pi * i / parts),
                                               std::sin(2 * std::numbers::pi * i / parts), 0));
  for (std::uint32_t i = 0; i < parts; ++i) {
    const std::uint32_t j = (i + 1) % parts;
    annulus.triangles.push_back({i, i + parts, j + parts});
    annulus.triangles.push_back({i, j + parts, j});
  }
  const PreparedMesh ring = thick(annulus, 0.02);
  ASSERT_TRUE(ring.report.accepted) << ring.report.reason;
  const double polygon = 0.5 * parts * std::sin(2 * std::numbers::pi / parts);
  EXPECT_NEAR(ring.report.volume_m3, polygon * (1 - 0.25) * 0.02, 1e-14);
  EXPECT_TRUE(test::is_closed_manifold(ring.mesh));
  EXPECT_EQ(test::euler_characteristic(ring.mesh), 0) << "a torus";
}

/// Area times thickness, to second order in the edges and in the thickness.
TEST(GiveThickness, AHemisphereHasItsAreaTimesTheThickness) {
  const auto error = [](std::size_t triangles, double thickness) {
    const TriangleMesh half = upper_half(make_sphere(1, triangles));
    const PreparedMesh shell = thick(half, thickness);
    EXPECT_TRUE(shell.report.accepted) << shell.report.reason;
    EXPECT_TRUE(test::is_closed_manifold(shell.mesh));
    return shell.report.volume_m3 / (area(half) * thickness) - 1;
  };
  // Edges of length h turn by h / R. A shell of the ball has (t / R)² / 12 more.
  EXPECT_LT(std::abs(error(320, 1e-4)), 0.02);
  EXPECT_LT(std::abs(error(5120, 1e-4)), 0.02 / 10);
  EXPECT_LT(std::abs(error(5120, 0.1)), 0.02 / 10 + 0.1 * 0.1 / 6);
}

TriangleMesh box_without_lid() {
  TriangleMesh box = make_box(Vec3::Ones(), 12);
  std::erase_if(box.triangles, [&](const Triangle& t) {
    return box.vertices[t[0]].y() > 0.49 && box.vertices[t[1]].y() > 0.49 && box.vertices[t[2]].y() > 0.49;
  });
  return box;
}

/// Where walls meet, vertices move farther, so that the walls are as thick as asked.
TEST(GiveThickness, WallsThatMeetAtAnAngleAreAsThickAsAsked) {
  const double t = 0.02;
  const PreparedMesh tub = thick(box_without_lid(), t);
  ASSERT_TRUE(tub.report.accepted) << tub.report.reason;
  // The outer box without the inner one; the rim stays where it was.
  const double outer = (1 + t) * (1 + t) * (1 + t / 2), inner = (1 - t) * (1 - t) * (1 - t / 2);
  EXPECT_NEAR(tub.report.volume_m3, outer - inner, 1e-4 * (outer - inner));
  EXPECT_THAT(tub.report.notes, Not(Contains(HasSubstr("folds"))));
}

TEST(GiveThickness, WhatIsClosedStaysAsItIs) {
  const TriangleMesh ball = make_sphere(0.2, 320);
  const PreparedMesh alone = thick(ball, 0.05);
  EXPECT_EQ(alone.report.thickened_pieces, 0u);
  EXPECT_EQ(alone.mesh.vertices, prepare_mesh(ball).mesh.vertices);

  const PreparedMesh both = thick(test::joined(test::moved(ball, {0, 3, 0}), make_ground(1, 8)), 0.05);
  ASSERT_TRUE(both.report.accepted) << both.report.reason;
  EXPECT_NEAR(both.report.volume_m3, alone.report.volume_m3 + 0.05, 1e-12);
}

/// A sheet that touches a box at a corner moves away from it, and the box keeps its corner.
TEST(GiveThickness, WhatASheetTouchesStaysAsItIs) {
  const TriangleMesh box = make_box(Vec3::Ones(), 12);
  const PreparedMesh both = thick(test::joined(box, test::moved(make_ground(1, 2), {1, 0.5, 1})), 0.1);
  ASSERT_TRUE(both.report.accepted) << both.report.reason;
  EXPECT_NEAR(both.report.volume_m3, 1 + 0.1, 1e-12);
}

TEST(GiveThickness, MoreThanTheSurfaceBendsFoldsItAndSaysSo) {
  const TriangleMesh half = upper_half(make_sphere(0.1, 1280));
  EXPECT_THAT(thick(half, 0.1).report.notes, Not(Contains(HasSubstr("folds"))));
  EXPECT_THAT(thick(half, 0.3).report.notes, Contains(HasSubstr("folds the surface")));
}

/// Beyond half its width a box is turned inside out, and its faces look as before.
TEST(GiveThickness, ABoxThatIsTurnedInsideOutSaysSo) {
  EXPECT_THAT(thick(box_without_lid(), 0.9).report.notes, Not(Contains(HasSubstr("folds"))));
  EXPECT_THAT(thick(box_without_lid(), 3).report.notes, Contains(HasSubstr("folds the surface")));
}

TEST(GiveThickness, AThicknessWithoutEndIsRefused) {
  for (const double thickness : {std::numeric_limits<double>::infinity(), 1e100})
    EXPECT_FALSE(thick(make_ground(1), thickness).report.accepted);
}

} // namespace
} // namespace lamina
