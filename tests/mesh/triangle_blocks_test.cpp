#include "core/mesh/procedural.h"
#include "core/mesh/triangle_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lamina::test {
namespace {

TEST(TriangleBlocks, HoldEachTriangleOnceWithItsVertices) {
  const TriangleMesh mesh = make_torus(1, 0.3, 1500);
  const TriangleBlocks blocks(mesh, 16);
  std::vector<int> seen(mesh.triangles.size(), 0);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto triangles = blocks.triangles(b);
    EXPECT_LE(triangles.size(), 16u);
    EXPECT_TRUE(std::is_sorted(triangles.begin(), triangles.end()));
    std::set<std::uint32_t> corners;
    for (const std::uint32_t t : triangles) {
      ++seen[t];
      corners.insert(mesh.triangles[t].begin(), mesh.triangles[t].end());
    }
    const auto vertices = blocks.vertices(b);
    EXPECT_EQ(std::set<std::uint32_t>(vertices.begin(), vertices.end()), corners);
    EXPECT_EQ(vertices.size(), corners.size());
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(TriangleBlocks, OfAMeshWithoutTrianglesAreNone) {
  EXPECT_EQ(TriangleBlocks(TriangleMesh{}).size(), 0u);
}

TEST(EnclosingBalls, HoldTheirVerticesWhereverTheseAre) {
  TriangleMesh mesh = make_sphere(1, 500);
  const TriangleBlocks blocks(mesh, 16);
  for (Vec3& p : mesh.vertices)
    p = Vec3(2 * p[0], p[1] + p[0] * p[0], 0.1 * p[2]);
  std::vector<Ball> balls;
  enclose_blocks(blocks, mesh.vertices, balls);
  ASSERT_EQ(balls.size(), blocks.size());
  for (std::size_t b = 0; b < balls.size(); ++b)
    for (const std::uint32_t v : blocks.vertices(b))
      EXPECT_LE((mesh.vertices[v] - balls[b].centre).norm(), balls[b].radius * (1 + 1e-15));
}

TEST(EnclosingBalls, AreNoNumbersWhereAVertexIsNone) {
  TriangleMesh mesh = make_sphere(1, 500);
  const TriangleBlocks blocks(mesh, 16);
  const std::uint32_t broken = blocks.vertices(3)[0];
  mesh.vertices[broken][1] = std::numeric_limits<double>::quiet_NaN();
  std::vector<Ball> balls;
  enclose_blocks(blocks, mesh.vertices, balls);
  for (std::size_t b = 0; b < balls.size(); ++b) {
    const auto vertices = blocks.vertices(b);
    const bool holds = std::find(vertices.begin(), vertices.end(), broken) != vertices.end();
    EXPECT_EQ(std::isnan(balls[b].centre.sum()), holds);
  }
}

} // namespace
} // namespace lamina::test
