#include "core/mesh/tet_surface.h"

#include "core/mesh/mass_properties.h"
#include "tests/mesh/mesh_support.h"
#include "tests/mesh/tet_support.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(TetSurface, OfABoxOfTetrahedraIsTheClosedSurfaceOfTheBox) {
  for (const std::uint32_t n : {1u, 2u, 5u}) {
    const TetMesh box = test::tet_box(n, {2, 3, 0.5});
    std::vector<std::uint32_t> nodes;
    const TriangleMesh surface = boundary_surface(box, nodes);
    EXPECT_EQ(surface.triangles.size(), 12 * n * n);
    EXPECT_EQ(surface.vertices.size(), 6 * n * n + 2);
    EXPECT_TRUE(test::is_closed_manifold(surface));

    // Sums of some hundred terms of the size of the result.
    EXPECT_NEAR(mass_properties(surface).volume, 3, 1e-12);
    EXPECT_NEAR(total_volume(box), 3, 1e-12);
  }
}

TEST(TetSurface, KeepsNodeOrderAndSaysWhichNodeEachVertexIs) {
  const TetMesh box = test::tet_box(3);
  std::vector<std::uint32_t> nodes;
  const TriangleMesh surface = boundary_surface(box, nodes);
  ASSERT_EQ(nodes.size(), surface.vertices.size());
  EXPECT_TRUE(std::is_sorted(nodes.begin(), nodes.end()));
  for (std::size_t v = 0; v < nodes.size(); ++v)
    EXPECT_EQ(surface.vertices[v], box.nodes[nodes[v]]);
}

TEST(TetSurface, OfOneTetrahedronLooksOutwardsOnAllSides) {
  TetMesh one = test::two_tetrahedra();
  one.tetrahedra.pop_back();
  std::vector<std::uint32_t> nodes;
  const TriangleMesh surface = boundary_surface(one, nodes);
  EXPECT_EQ(surface.triangles.size(), 4u);
  EXPECT_EQ(nodes, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  const Vec3 centre = (one.nodes[0] + one.nodes[1] + one.nodes[2] + one.nodes[3]) / 4;
  for (const Triangle& t : surface.triangles) {
    const Vec3 &a = surface.vertices[t[0]], &b = surface.vertices[t[1]], &c = surface.vertices[t[2]];
    EXPECT_GT((b - a).cross(c - a).dot(a - centre), 0);
  }
}

TEST(TetSurface, LeavesOutTheFaceThatTwoTetrahedraShare) {
  std::vector<std::uint32_t> nodes;
  const TriangleMesh surface = boundary_surface(test::two_tetrahedra(), nodes);
  EXPECT_EQ(surface.triangles.size(), 6u);
  EXPECT_TRUE(test::is_closed_manifold(surface));
}

} // namespace
} // namespace lamina
