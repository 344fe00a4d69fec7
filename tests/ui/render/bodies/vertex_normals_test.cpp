#include "ui/render/bodies/vertex_normals.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace lamina {
namespace {

TEST(SmoothVertices, ABoxKeepsItsEdges) {
  const TriangleMesh box = test::plain_box(Vec3(1, 2, 3));
  const SmoothVertices smooth = smooth_vertices(box.vertices, box.triangles);
  EXPECT_EQ(smooth.source.size(), 24u); // eight corners with three sides each
  for (std::size_t i = 0; i < smooth.indices.size(); ++i) {
    const Triangle& t = box.triangles[i / 3];
    EXPECT_EQ(smooth.source[smooth.indices[i]], t[i % 3]);
    const Vec3 face =
        (box.vertices[t[1]] - box.vertices[t[0]]).cross(box.vertices[t[2]] - box.vertices[t[0]]).normalized();
    EXPECT_LT((smooth.normals[smooth.indices[i]].cast<double>() - face).norm(), 1e-6);
  }
}

TEST(SmoothVertices, ASphereIsSmoothAllOver) {
  const TriangleMesh sphere = test::round_sphere(2, 32, 64);
  SmoothVertices smooth = smooth_vertices(sphere.vertices, sphere.triangles);
  EXPECT_EQ(smooth.source.size(), sphere.vertices.size());
  for (std::size_t i = 0; i < smooth.source.size(); ++i) {
    const Vec3 radial = sphere.vertices[smooth.source[i]].normalized();
    // Facets are π/32 apart, so a mean of those around a vertex is off by less than half of that.
    EXPECT_LT((smooth.normals[i].cast<double>() - radial).norm(), 0.5 * M_PI / 32);
  }
}

TEST(SmoothVertices, FollowASurfaceThatTurns) {
  const TriangleMesh sphere = test::round_sphere(1, 16, 32);
  SmoothVertices smooth = smooth_vertices(sphere.vertices, sphere.triangles);
  std::vector<Vec3> turned;
  const Quat turn(Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized()));
  for (const Vec3& vertex : sphere.vertices)
    turned.push_back(turn * vertex);
  update_normals(smooth, turned);
  for (std::size_t i = 0; i < smooth.source.size(); ++i)
    EXPECT_LT((smooth.normals[i].cast<double>() - turned[smooth.source[i]].normalized()).norm(),
              0.5 * M_PI / 16);
}

TEST(SmoothVertices, DegenerateTrianglesAndCrowdedVerticesGiveUnitNormals) {
  TriangleMesh fan;
  fan.vertices.push_back(Vec3::Zero());
  for (int i = 0; i < 5000; ++i)
    fan.vertices.push_back(Vec3(std::cos(i * 0.01), 0.2 * std::sin(i * 0.3), std::sin(i * 0.01)));
  for (std::uint32_t i = 1; i < 5000; ++i)
    fan.triangles.push_back({0, i, i + 1});
  fan.triangles.push_back({1, 1, 2});
  const SmoothVertices smooth = smooth_vertices(fan.vertices, fan.triangles);
  for (const Eigen::Vector3f& normal : smooth.normals)
    ASSERT_NEAR(normal.norm(), 1, 1e-5);
}

} // namespace
} // namespace lamina
