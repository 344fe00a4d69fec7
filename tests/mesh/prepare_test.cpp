#include "core/mesh/prepare.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace lamina {
namespace {

using testing::HasSubstr;

TEST(PrepareMesh, LeavesAGoodMeshAsItIs) {
  const TriangleMesh sphere = make_sphere(1, 500);
  const PreparedMesh prepared = prepare_mesh(sphere);
  EXPECT_TRUE(prepared.report.accepted);
  EXPECT_EQ(prepared.mesh.vertices, sphere.vertices);
  EXPECT_EQ(prepared.mesh.triangles, sphere.triangles);
  EXPECT_EQ(prepared.report.pieces, 1u);
  EXPECT_EQ(prepared.shown_triangles, sphere.triangles.size());
  EXPECT_EQ(prepared.winding_at_infinity, 0);
  EXPECT_TRUE(prepared.report.notes.empty());
  EXPECT_DOUBLE_EQ(prepared.report.volume_m3, mass_properties(sphere).volume);
}

TEST(PrepareMesh, WeldsASoupBackToTheSameSurface) {
  const TriangleMesh sphere = make_sphere(1, 500);
  const PreparedMesh prepared = prepare_mesh(test::soup(sphere));
  EXPECT_TRUE(prepared.report.accepted);
  EXPECT_EQ(prepared.mesh.vertices.size(), sphere.vertices.size());
  EXPECT_EQ(prepared.report.vertices, 3 * sphere.triangles.size());
  EXPECT_EQ(prepared.report.welded_vertices, 3 * sphere.triangles.size() - sphere.vertices.size());
  EXPECT_EQ(test::euler_characteristic(prepared.mesh), 2);
}

TEST(PrepareMesh, WeldsPlusAndMinusZero) {
  TriangleMesh box = test::moved(make_box({1, 1, 1}), {0.5, 0.5, 0.5});
  box = test::soup(box);
  for (std::size_t v = 0; v < box.vertices.size(); v += 2)
    for (int axis = 0; axis < 3; ++axis)
      if (box.vertices[v][axis] == 0)
        box.vertices[v][axis] = -0.0;
  EXPECT_EQ(prepare_mesh(box).mesh.vertices.size(), 8u);
}

TEST(PrepareMesh, DropsCollapsedTrianglesAndUnusedVertices) {
  TriangleMesh box = make_box({1, 1, 1});
  box.vertices.push_back(box.vertices[0]); // twice the same corner
  box.vertices.push_back({7, 7, 7});       // used by nobody
  box.triangles.push_back({0, 8, 1});
  const PreparedMesh prepared = prepare_mesh(box);
  EXPECT_TRUE(prepared.report.accepted);
  EXPECT_EQ(prepared.report.dropped_triangles, 1u);
  EXPECT_EQ(prepared.mesh.vertices.size(), 8u);
  EXPECT_DOUBLE_EQ(prepared.report.bounds.max.x(), 0.5);
}

TEST(PrepareMesh, RefusesAnOpenSurfaceWithCountsAndReason) {
  TriangleMesh box = make_box({1, 1, 1});
  box.triangles.pop_back();
  const PreparedMesh prepared = prepare_mesh(box);
  EXPECT_FALSE(prepared.report.accepted);
  EXPECT_EQ(prepared.report.boundary_edges, 3u);
  EXPECT_EQ(prepared.report.volume_m3, 0);
  EXPECT_GT(prepared.report.unbalanced_columns, 0u);
  EXPECT_THAT(prepared.report.reason, HasSubstr("3 boundary edges"));
}

TEST(PrepareMesh, RefusesWhatEnclosesNothing) {
  // A triangle and its back.
  TriangleMesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 0}};
  flat.triangles = {{0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 2, 1}};
  const PreparedMesh prepared = prepare_mesh(flat);
  EXPECT_FALSE(prepared.report.accepted);
  EXPECT_THAT(prepared.report.reason, HasSubstr("no volume"));
}

TEST(PrepareMesh, NeverThrowsForNonsense) {
  TriangleMesh mesh;
  EXPECT_THAT(prepare_mesh(mesh).report.reason, HasSubstr("no triangles"));
  mesh = make_box({1, 1, 1});
  mesh.triangles[3][1] = 99;
  EXPECT_THAT(prepare_mesh(mesh).report.reason, HasSubstr("vertex 99"));
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(), 1e100}) {
    mesh = make_box({1, 1, 1});
    mesh.vertices[2].y() = bad;
    EXPECT_THAT(prepare_mesh(mesh).report.reason, HasSubstr("not finite"));
  }
  mesh = make_box({1, 1, 1});
  for (Vec3& vertex : mesh.vertices)
    vertex.setZero();
  EXPECT_THAT(prepare_mesh(mesh).report.reason, HasSubstr("collapsed"));
}

TEST(PrepareMesh, SmallAndLargeBodiesAreJudgedAlike) {
  for (const double size : {1e-9, 1e9}) {
    const PreparedMesh prepared = prepare_mesh(make_sphere(size, 320));
    EXPECT_TRUE(prepared.report.accepted) << size;
    EXPECT_GT(prepared.report.volume_m3, 0);
  }
}

TEST(OneSided, SheetBecomesAThickSolidBehindItsFront) {
  const TriangleMesh ground = make_ground(4, 200);
  const PreparedMesh prepared = prepare_mesh(ground, Sidedness::one_sided, 3);
  ASSERT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.shown_triangles, ground.triangles.size());
  EXPECT_TRUE(test::is_closed_manifold(prepared.mesh));
  const MassProperties p = mass_properties(prepared.mesh);
  EXPECT_NEAR(p.volume, 4 * 4 * 3, 1e-10);
  EXPECT_NEAR(p.centre.y(), -1.5, 1e-12);
  EXPECT_EQ(prepared.report.unbalanced_columns, 0u);
  EXPECT_EQ(prepared.winding_at_infinity, 0);
  for (std::size_t t = 0; t < ground.triangles.size(); ++t)
    EXPECT_EQ(prepared.mesh.triangles[t], ground.triangles[t]);
}

TEST(OneSided, SheetFacingDownHasItsSolidAbove) {
  const PreparedMesh prepared =
      prepare_mesh(test::turned_inside_out(make_ground(4, 2)), Sidedness::one_sided, 3);
  ASSERT_TRUE(prepared.report.accepted);
  EXPECT_NEAR(mass_properties(prepared.mesh).centre.y(), 1.5, 1e-12);
  EXPECT_NEAR(mass_properties(prepared.mesh).volume, 48, 1e-10);
}

TEST(OneSided, SheetWithAHoleGetsASkirtInsideItToo) {
  TriangleMesh ground = make_ground(3, 18);
  ground.triangles.erase(ground.triangles.begin() + 8, ground.triangles.begin() + 10); // the middle square
  const PreparedMesh prepared = prepare_mesh(ground, Sidedness::one_sided, 1);
  ASSERT_TRUE(prepared.report.accepted);
  EXPECT_TRUE(test::is_closed_manifold(prepared.mesh));
  EXPECT_EQ(test::euler_characteristic(prepared.mesh), 0);
  EXPECT_NEAR(mass_properties(prepared.mesh).volume, 8, 1e-12);
}

TEST(OneSided, SheetsThatTouchAtACornerStayClosedEach) {
  // Two squares that share one vertex, one facing up, one sideways.
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {0, 0, -1}, {0, -1, 0}, {0, -1, 1}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 4, 5}, {0, 5, 6}};
  const PreparedMesh prepared = prepare_mesh(mesh, Sidedness::one_sided, 2);
  ASSERT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(count_edges(EdgeTable(prepared.mesh)).unbalanced, 0u);
  EXPECT_NEAR(mass_properties(prepared.mesh).volume, 4, 1e-12);
}

TEST(OneSided, ClosedBagThatFacesInwardsHasItsSolidOutside) {
  const PreparedMesh bag = prepare_mesh(test::turned_inside_out(make_sphere(1, 320)), Sidedness::one_sided);
  EXPECT_TRUE(bag.report.accepted);
  EXPECT_EQ(bag.winding_at_infinity, 1);
  EXPECT_LT(bag.report.volume_m3, 0);
  EXPECT_EQ(bag.report.turned_pieces, 0u);
  const PreparedMesh ball = prepare_mesh(make_sphere(1, 320), Sidedness::one_sided);
  EXPECT_TRUE(ball.report.accepted);
  EXPECT_EQ(ball.winding_at_infinity, 0);
}

TEST(OneSided, RefusesAMoebiusStripAndAThicknessOfZero) {
  TriangleMesh strip;
  const int n = 12;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * 3.14159265358979 * i / n;
    for (const double side : {-0.3, 0.3}) {
      const double r = 1 + side * std::cos(angle / 2);
      strip.vertices.emplace_back(r * std::cos(angle), side * std::sin(angle / 2), r * std::sin(angle));
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    // The last quad joins with its sides exchanged.
    const bool last = i + 1 == n;
    const std::uint32_t a = 2 * i, b = a + 1, c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  const PreparedMesh prepared = prepare_mesh(strip, Sidedness::one_sided);
  EXPECT_FALSE(prepared.report.accepted);
  EXPECT_THAT(prepared.report.reason, HasSubstr("cannot be told apart"));
  EXPECT_FALSE(prepare_mesh(make_ground(1), Sidedness::one_sided, 0).report.accepted);
}

TEST(SplitPieces, SeparatesWhatDoesNotTouchAndKeepsFileOrder) {
  const TriangleMesh a = make_sphere(1, 80), b = test::moved(make_box({1, 1, 1}), {5, 0, 0});
  const std::vector<TriangleMesh> pieces = split_pieces(test::soup(test::joined(a, b)));
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].triangles.size(), a.triangles.size());
  EXPECT_EQ(pieces[1].triangles.size(), b.triangles.size());
  EXPECT_EQ(pieces[0].vertices, test::soup(a).vertices);
  EXPECT_EQ(split_pieces(a).size(), 1u);
}

} // namespace
} // namespace lamina
