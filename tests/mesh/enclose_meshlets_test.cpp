#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

/// A mesh whose vertices lie in the order of its groups, or as they were made: read in runs, or one by one.
struct Grouped {
  TriangleMesh mesh;
  Meshlets meshlets;

  Grouped(std::size_t triangles, bool ordered) : mesh(make_torus(1, 0.3, triangles)) {
    MeshletOrder before;
    meshlets = ordered ? Meshlets::in_order(mesh, before) : Meshlets(mesh.triangles, mesh.vertices, 16);
    // Places that both precisions have.
    for (Vec3& p : mesh.vertices)
      p = Vec3(2 * p[0], p[1] + p[0] * p[0], 0.1 * p[2] - 3);
    const std::vector<Vec3f> positions = in_single(mesh.vertices);
    for (std::size_t i = 0; i < positions.size(); ++i)
      mesh.vertices[i] = VertexPositions(positions)[i];
  }
};

/// Calls with every kind of processor that can be tried here, in both precisions.
template <class Visit>
void with_each(const TriangleMesh& mesh, const Visit& visit) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    const std::vector<Vec3f> single = in_single(mesh.vertices);
    visit(VertexPositions(mesh.vertices));
    visit(VertexPositions(single));
  }
  hwy::SetSupportedTargetsForTest(0);
}

/// Lowest and highest numbers are not rounded, so bounds must agree to the last bit.
TEST(EnclosedBlocks, HaveTheBoundsOfTheirVertices) {
  for (const std::size_t triangles : {100, 1'500, 40'000})
    for (const bool ordered : {false, true}) {
      const Grouped grouped(triangles, ordered);
      with_each(grouped.mesh, [&](const VertexPositions& positions) {
        std::vector<Ball> balls;
        const Box all = enclose_meshlets(grouped.meshlets, positions, balls);
        ASSERT_EQ(balls.size(), grouped.meshlets.size());
        Box expected_all;
        for (std::size_t b = 0; b < balls.size(); ++b) {
          Box expected;
          for (const std::uint32_t vertex : grouped.meshlets.vertices(b))
            expected.include(grouped.mesh.vertices[vertex]);
          EXPECT_EQ(balls[b].centre, expected.centre());
          EXPECT_EQ(balls[b].half_size, 0.5 * expected.size());
          EXPECT_DOUBLE_EQ(balls[b].radius, 0.5 * expected.size().norm()); // three squares in any order
          expected_all.include(expected);
        }
        EXPECT_EQ(all.min, expected_all.min);
        EXPECT_EQ(all.max, expected_all.max);
      });
    }
}

/// Wherever in a group it stands: among those that follow one another, before them, or last of all.
TEST(EnclosedBlocks, AreNoNumbersWhereAVertexIsNone) {
  for (const bool ordered : {false, true}) {
    Grouped grouped(600, ordered);
    const std::size_t last = grouped.mesh.vertices.size() - 1;
    for (std::size_t broken = 0; broken <= last; broken += broken + 7 < last ? 7 : 1) {
      const Vec3 whole = grouped.mesh.vertices[broken];
      grouped.mesh.vertices[broken][static_cast<int>(broken % 3)] = std::nan("");
      with_each(grouped.mesh, [&](const VertexPositions& positions) {
        std::vector<Ball> balls;
        enclose_meshlets(grouped.meshlets, positions, balls);
        for (std::size_t b = 0; b < balls.size(); ++b) {
          const auto vertices = grouped.meshlets.vertices(b);
          const bool holds = std::find(vertices.begin(), vertices.end(), broken) != vertices.end();
          EXPECT_EQ(std::isnan(balls[b].centre.sum()), holds) << broken;
        }
      });
      grouped.mesh.vertices[broken] = whole;
    }
  }
}

} // namespace
} // namespace lamina::test
