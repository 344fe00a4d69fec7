#include "core/mesh/column_test.h"

#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

int crossings(const TriangleMesh& mesh, int axis, double u, double v) {
  int sum = 0;
  for (const Triangle& t : mesh.triangles)
    sum += column_crossing(mesh, t, axis, u, v);
  return sum;
}

TEST(ColumnTest, ColumnsOfAClosedSurfaceBalanceEvenThroughVerticesAndEdges) {
  // A torus turned so that nothing is aligned, then cut by columns exactly through its vertices and edge
  // middles.
  TriangleMesh mesh = make_torus(1, 0.4, 300);
  const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  for (Vec3& vertex : mesh.vertices)
    vertex = turn * vertex;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const Triangle& t : mesh.triangles) {
      const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]];
      ASSERT_EQ(crossings(mesh, axis, a[u], a[v]), 0);
      ASSERT_EQ(crossings(mesh, axis, (a[u] + b[u]) / 2, (a[v] + b[v]) / 2), 0);
    }
  }
}

TEST(ColumnTest, SignTellsTheSideOfTheTriangle) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  EXPECT_EQ(column_crossing(mesh, {0, 1, 2}, 2, 0.25, 0.25), 1);
  EXPECT_EQ(column_crossing(mesh, {0, 2, 1}, 2, 0.25, 0.25), -1);
  EXPECT_EQ(column_crossing(mesh, {0, 1, 2}, 2, 0.75, 0.75), 0);
  EXPECT_EQ(column_crossing(mesh, {0, 1, 2}, 0, 0.25, 0.25), 0) << "edge-on";
}

TEST(ColumnTest, AMissingTriangleUnbalancesTheColumnsThroughIt) {
  TriangleMesh box = make_box({1, 1, 1});
  EXPECT_EQ(count_unbalanced_columns(box), 0u);
  const Triangle missing = box.triangles.back();
  box.triangles.pop_back();
  // Half a side of a cube: half of the columns of one direction, up to those along the diagonal.
  EXPECT_NEAR(static_cast<double>(count_unbalanced_columns(box, 20)), 200, 20);
  box.triangles.push_back({missing[0], missing[2], missing[1]});
  EXPECT_NEAR(static_cast<double>(count_unbalanced_columns(box, 20)), 200, 20) << "a turned triangle";
}

TEST(ColumnTest, WindingNumbersTellInsideFromOutside) {
  // Group 0 is a sphere of radius 1, group 1 one of radius ½ inside it, turned inside out.
  const TriangleMesh outer = make_sphere(1, 2000), inner = test::turned_inside_out(make_sphere(0.5, 500));
  const TriangleMesh mesh = test::joined(outer, inner);
  std::vector<std::uint32_t> group(mesh.triangles.size(), 1);
  std::fill_n(group.begin(), outer.triangles.size(), 0);
  const ColumnGrid grid(mesh);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p(coordinate(random), coordinate(random), coordinate(random));
    const double distance = p.norm();
    // Polyhedra lie up to 1 % inside their spheres; leave out points in doubt.
    if (std::abs(distance - 1) < 0.02 || std::abs(distance - 0.5) < 0.02)
      continue;
    std::vector<std::pair<std::uint32_t, int>> expected;
    if (distance < 1)
      expected.emplace_back(0, 1);
    if (distance < 0.5)
      expected.emplace_back(1, -1);
    ASSERT_EQ(grid.windings(p, group), expected) << p.transpose();
  }
}

} // namespace
} // namespace lamina
