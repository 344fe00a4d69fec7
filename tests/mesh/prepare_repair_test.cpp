#include "core/mesh/prepare.h"

#include "core/mesh/duplicates.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

TEST(OrientationRepair, TurnsMisorientedTrianglesWhateverTheirNumber) {
  const TriangleMesh torus = make_torus(1, 0.4, 800);
  std::mt19937 random(3);
  for (const double share : {0.01, 0.4, 0.6, 1.0}) {
    TriangleMesh mixed = torus;
    for (Triangle& t : mixed.triangles)
      if (std::uniform_real_distribution<>(0, 1)(random) < share)
        std::swap(t[1], t[2]);
    const PreparedMesh prepared = prepare_mesh(mixed);
    ASSERT_TRUE(prepared.report.accepted) << prepared.report.reason;
    EXPECT_TRUE(test::is_closed_manifold(prepared.mesh));
    EXPECT_DOUBLE_EQ(prepared.report.volume_m3, prepare_mesh(torus).report.volume_m3);
    EXPECT_EQ(prepared.report.misoriented_edges > 0, share < 1);
  }
}

TEST(OrientationRepair, TurnsEachClosedPieceThatFacesInwards) {
  const TriangleMesh a = make_sphere(1, 320), b = test::moved(make_sphere(1, 320), {3, 0, 0});
  const PreparedMesh prepared = prepare_mesh(test::joined(test::turned_inside_out(a), b));
  EXPECT_TRUE(prepared.report.accepted);
  EXPECT_EQ(prepared.report.turned_pieces, 1u);
  EXPECT_EQ(prepared.report.pieces, 2u);
  EXPECT_NEAR(prepared.report.volume_m3, 2 * prepare_mesh(a).report.volume_m3, 1e-12);
}

TEST(OrientationRepair, KeepsCavities) {
  const TriangleMesh outer = make_sphere(1, 320), inner = make_sphere(0.5, 320);
  const double solid = prepare_mesh(outer).report.volume_m3, hole = prepare_mesh(inner).report.volume_m3;
  const PreparedMesh hollow = prepare_mesh(test::joined(outer, test::turned_inside_out(inner)));
  EXPECT_EQ(hollow.report.cavities, 1u);
  EXPECT_EQ(hollow.report.turned_pieces, 0u);
  EXPECT_NEAR(hollow.report.volume_m3, solid - hole, 1e-12);

  // The same body stored inside out is the same body.
  const PreparedMesh reversed = prepare_mesh(test::joined(test::turned_inside_out(outer), inner));
  EXPECT_EQ(reversed.report.cavities, 1u);
  EXPECT_EQ(reversed.report.turned_pieces, 2u);
  EXPECT_NEAR(reversed.report.volume_m3, solid - hole, 1e-12);
}

TEST(OrientationRepair, KnowsABodyInACavityFromACavityInACavity) {
  const TriangleMesh a = make_sphere(1, 320), b = test::turned_inside_out(make_sphere(0.7, 320)),
                     c = make_sphere(0.4, 320);
  const double expected = prepare_mesh(test::joined(test::joined(a, b), c)).report.volume_m3;
  const PreparedMesh prepared = prepare_mesh(test::joined(test::joined(a, b), test::turned_inside_out(c)));
  EXPECT_EQ(prepared.report.cavities, 1u);
  EXPECT_EQ(prepared.report.turned_pieces, 1u) << "the innermost lies in the open";
  EXPECT_NEAR(prepared.report.volume_m3, expected, 1e-12);
}

TEST(OrientationRepair, APieceBesideAnotherWithinItsBoxIsNoCavity) {
  // A small ball in the hole of a torus lies in the torus's box, not in the torus.
  const TriangleMesh torus = make_torus(1, 0.3, 2000), ball = make_sphere(0.2, 320);
  const PreparedMesh prepared = prepare_mesh(test::joined(torus, test::turned_inside_out(ball)));
  EXPECT_EQ(prepared.report.cavities, 0u);
  EXPECT_EQ(prepared.report.turned_pieces, 1u);
}

TEST(OrientationRepair, ManyPiecesInsideOneAreAllJudged) {
  TriangleMesh mesh = make_box({10, 10, 10});
  const TriangleMesh bubble = test::turned_inside_out(make_sphere(0.2, 20));
  for (int i = 0; i < 9 * 9 * 9; ++i)
    mesh = test::joined(std::move(mesh), test::moved(bubble, Vec3(i % 9 - 4, i / 9 % 9 - 4, i / 81 - 4)));
  const PreparedMesh prepared = prepare_mesh(mesh);
  EXPECT_TRUE(prepared.report.accepted);
  EXPECT_EQ(prepared.report.cavities, 729u);
}

TEST(NonManifold, BalancedEdgesAreAccepted) {
  // Two cubes that touch along an edge: four triangles there, and still every column balances.
  const TriangleMesh mesh = test::joined(make_box({1, 1, 1}), test::moved(make_box({1, 1, 1}), {1, 1, 0}));
  const PreparedMesh prepared = prepare_mesh(mesh);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.nonmanifold_edges, 1u);
  EXPECT_DOUBLE_EQ(prepared.report.volume_m3, 2);

  // One of them inside out: the pieces are still told apart.
  const PreparedMesh turned = prepare_mesh(test::joined(
      make_box({1, 1, 1}), test::turned_inside_out(test::moved(make_box({1, 1, 1}), {1, 1, 0}))));
  EXPECT_TRUE(turned.report.accepted);
  EXPECT_EQ(turned.report.turned_pieces, 1u);
  EXPECT_DOUBLE_EQ(turned.report.volume_m3, 2);
}

TEST(NonManifold, ALooseFlapIsRefused) {
  TriangleMesh mesh = make_box({1, 1, 1});
  mesh.vertices.push_back({2, 2, 2});
  mesh.triangles.push_back({mesh.triangles[0][0], mesh.triangles[0][1], 8});
  const PreparedMesh prepared = prepare_mesh(mesh);
  EXPECT_FALSE(prepared.report.accepted);
  EXPECT_EQ(prepared.report.nonmanifold_edges, 1u);
  EXPECT_EQ(prepared.report.boundary_edges, 2u);
}

TEST(Duplicates, ASurfaceStoredTwiceIsKeptOnce) {
  const TriangleMesh sphere = make_sphere(1, 320);
  const double volume = prepare_mesh(sphere).report.volume_m3;
  for (const TriangleMesh& copy : {sphere, test::turned_inside_out(sphere)}) {
    const PreparedMesh prepared = prepare_mesh(test::joined(sphere, copy));
    EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
    EXPECT_EQ(prepared.report.removed_duplicates, 320u);
    EXPECT_EQ(prepared.report.nonmanifold_edges, 480u) << "counted before the repair";
    EXPECT_NEAR(prepared.report.volume_m3, volume, 1e-12);
  }
}

TEST(Duplicates, AnInnerWallBetweenTouchingSolidsGoes) {
  // Finely divided, so that most of the wall does not touch its rim.
  const TriangleMesh cube = make_box({1, 1, 1}, 12 * 100);
  const PreparedMesh prepared = prepare_mesh(test::joined(cube, test::moved(cube, {1, 0, 0})));
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.removed_duplicates, 400u);
  EXPECT_TRUE(test::is_closed_manifold(prepared.mesh));
  EXPECT_EQ(test::euler_characteristic(prepared.mesh), 2);
  EXPECT_NEAR(prepared.report.volume_m3, 2, 1e-12);
}

TEST(Duplicates, AFinWithoutThicknessGoes) {
  TriangleMesh mesh = make_box({1, 1, 1});
  mesh.vertices.push_back({2, 2, 2});
  const Triangle base = mesh.triangles[0];
  mesh.triangles.push_back({base[0], base[1], 8});
  mesh.triangles.push_back({base[0], base[1], 8});
  const PreparedMesh prepared = prepare_mesh(mesh);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.removed_duplicates, 2u);
  EXPECT_NEAR(prepared.report.volume_m3, 1, 1e-12);
}

TEST(Duplicates, SolidsThatNeedBothCopiesOfASharedFaceKeepThem) {
  // A prism inside a cube stands on the same half of the cube's bottom, with the same orientation.
  TriangleMesh cube = make_box({1, 1, 1});
  TriangleMesh tetrahedron;
  const Triangle base = cube.triangles[0];
  tetrahedron.vertices = {cube.vertices[base[0]], cube.vertices[base[1]], cube.vertices[base[2]], {0, 0, 0}};
  tetrahedron.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  const PreparedMesh prepared = prepare_mesh(test::joined(cube, tetrahedron));
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_NEAR(prepared.report.volume_m3, 1 + 1.0 / 12, 1e-12);
}

TEST(Duplicates, OddCopiesLeaveOneThatRunsWithTheMajority) {
  TriangleMesh mesh = make_sphere(1, 20);
  const Triangle first = mesh.triangles[0];
  mesh.triangles.push_back(first);
  mesh.triangles.insert(mesh.triangles.begin(), {first[0], first[2], first[1]});
  const DuplicateCounts counts = remove_duplicate_triangles(mesh);
  EXPECT_EQ(counts.removed, 2u);
  EXPECT_TRUE(test::is_closed_manifold(mesh));
}

} // namespace
} // namespace lamina
