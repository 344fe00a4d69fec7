#include "core/mesh/near_vertices.h"

#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gmock/gmock.h>

#include <random>

namespace lamina {
namespace {

/// Every triangle with corners of its own, each moved by up to `most`.
TriangleMesh torn(const TriangleMesh& mesh, double most) {
  TriangleMesh result = test::soup(mesh);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (Vec3& vertex : result.vertices)
    vertex += most / std::sqrt(3.0) * Vec3(number(random), number(random), number(random));
  return result;
}

TEST(NearVertices, ASurfaceTornByRoundingIsToldHowToCloseIt) {
  const TriangleMesh ball = make_sphere(0.5, 500);
  for (const double gap : {1e-9, 1e-6, 1e-4}) {
    TriangleMesh mesh = torn(ball, gap);
    const MeshReport report = prepare_mesh(mesh).report;
    EXPECT_FALSE(report.accepted);
    EXPECT_THAT(report.reason, testing::HasSubstr("nearly coincide"));
    EXPECT_GT(report.closing_distance, 0.2 * gap);
    EXPECT_LE(report.closing_distance, 4.2 * gap) << "two corners are moved by up to the gap each";
    join_near_positions(mesh.vertices, report.closing_distance);
    const PreparedMesh mended = prepare_mesh(mesh);
    EXPECT_TRUE(mended.report.accepted) << mended.report.reason;
    EXPECT_NEAR(mended.report.volume_m3, prepare_mesh(ball).report.volume_m3, 4 * 0.25 * 3.15 * gap);
  }
}

/// A hole is no rounding, however the rest lies.
TEST(NearVertices, ASurfaceWithAHoleIsNot) {
  TriangleMesh ball = make_sphere(0.5, 500);
  ball.triangles.pop_back();
  EXPECT_EQ(prepare_mesh(ball).report.closing_distance, 0);
  EXPECT_EQ(prepare_mesh(torn(ball, 1e-6)).report.closing_distance, 0);
}

TEST(NearVertices, WhatStaysIsTheFirstOfThose) {
  std::vector<Vec3> positions = {Vec3(0, 0, 0), Vec3(0.9, 0, 0), Vec3(1.8, 0, 0), Vec3(-0.5, 0, 0),
                                 Vec3(5, 5, 5)};
  EXPECT_EQ(join_near_positions(positions, 1), 2u);
  EXPECT_THAT(positions, testing::ElementsAre(Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(1.8, 0, 0), Vec3(0, 0, 0),
                                              Vec3(5, 5, 5)))
      << "the third is near to the second only, which has moved";
}

} // namespace
} // namespace lamina
