#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lamina::test {
namespace {

TEST(Meshlets, HoldEachTriangleOnceWithItsVertices) {
  const TriangleMesh mesh = make_torus(1, 0.3, 1500);
  const Meshlets meshlets(mesh.triangles, mesh.vertices, 16);
  std::vector<int> seen(mesh.triangles.size(), 0);
  for (std::size_t b = 0; b < meshlets.size(); ++b) {
    const auto triangles = meshlets.triangles(b);
    EXPECT_LE(triangles.size(), 16u);
    for (std::size_t i = 1; i < triangles.size(); ++i)
      EXPECT_LT(triangles[i - 1], triangles[i]);
    std::set<std::uint32_t> corners;
    for (const std::uint32_t t : triangles) {
      ++seen[t];
      corners.insert(mesh.triangles[t].begin(), mesh.triangles[t].end());
    }
    const auto vertices = meshlets.vertices(b);
    EXPECT_EQ(std::set<std::uint32_t>(vertices.begin(), vertices.end()), corners);
    EXPECT_EQ(vertices.size(), corners.size());
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < triangles.size(); ++i)
        EXPECT_EQ(vertices[meshlets.corners(b, k)[i]], mesh.triangles[triangles[i]][k]);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

// As of a body that broke: the boundary comes first, with other vertices, and what has split behind it.
TEST(Meshlets, OfTheFirstTrianglesStayTogether) {
  TriangleMesh mesh = make_torus(1, 0.3, 1500);
  const Meshlets before(mesh.triangles, mesh.vertices, 16);
  const auto first = static_cast<std::uint32_t>(mesh.triangles.size());
  mesh.triangles.insert(mesh.triangles.end(), 200, mesh.triangles.front());
  std::vector<Vec3> vertices;
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& corner : triangle) {
      vertices.push_back(mesh.vertices[corner]);
      corner = static_cast<std::uint32_t>(vertices.size() - 1);
    }
  mesh.vertices = vertices;
  const Meshlets meshlets(mesh, before);
  std::vector<int> seen(mesh.triangles.size(), 0);
  for (std::size_t b = 0; b < meshlets.size(); ++b) {
    EXPECT_LE(meshlets.triangles(b).size(), 16u);
    EXPECT_EQ(meshlets.vertices(b).size(), 3 * meshlets.triangles(b).size());
    for (const std::uint32_t t : meshlets.triangles(b)) {
      ++seen[t];
      EXPECT_EQ(t < first, b < before.size());
    }
    for (std::size_t i = 0; b < before.size() && i < before.triangles(b).size(); ++i)
      EXPECT_EQ(meshlets.triangles(b)[i], before.triangles(b)[i]);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

TEST(Meshlets, HaveFewVerticesEvenIfNoTwoTrianglesShareOne) {
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const double x = 0.1 * i;
    mesh.vertices.insert(mesh.vertices.end(), {{x, 0, 0}, {x, 1, 0}, {x, 0, 1}});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Meshlets meshlets(mesh.triangles, mesh.vertices, 1000);
  std::size_t triangles = 0;
  for (std::size_t b = 0; b < meshlets.size(); ++b) {
    EXPECT_LE(meshlets.vertices(b).size(), Meshlets::most_vertices);
    triangles += meshlets.triangles(b).size();
  }
  EXPECT_EQ(triangles, mesh.triangles.size());
}

TEST(Meshlets, OfAMeshWithoutTrianglesAreNone) {
  EXPECT_EQ(Meshlets(TriangleMesh{}).size(), 0u);
  EXPECT_EQ(Meshlets(TriangleMesh{}).vertices_from_first(), 0u);
}

TEST(Meshlets, KnowWhetherTheirVerticesAreTheFirst) {
  TriangleMesh mesh = make_torus(1, 0.3, 1500);
  const std::size_t used = mesh.vertices.size();
  EXPECT_EQ(Meshlets(mesh).vertices_from_first(), used);
  mesh.vertices.push_back({5, 5, 5});
  EXPECT_EQ(Meshlets(mesh).vertices_from_first(), used);
  for (Triangle& t : mesh.triangles)
    std::replace(t.begin(), t.end(), 7u, static_cast<std::uint32_t>(used));
  EXPECT_EQ(Meshlets(mesh).vertices_from_first(), 0u);
  MeshletOrder before;
  EXPECT_EQ(Meshlets::in_order(mesh, before).vertices_from_first(), used);
}

TEST(Meshlets, BringAMeshIntoTheirOrderWithoutChangingIt) {
  const TriangleMesh was = make_torus(1, 0.3, 1500);
  TriangleMesh mesh = was;
  MeshletOrder before;
  const Meshlets meshlets = Meshlets::in_order(mesh, before);
  ASSERT_EQ(before.vertices.size(), was.vertices.size());
  ASSERT_EQ(before.triangles.size(), was.triangles.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    EXPECT_EQ(mesh.vertices[i], was.vertices[before.vertices[i]]);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(before.vertices[mesh.triangles[i][k]], was.triangles[before.triangles[i]][k]);
  EXPECT_EQ(std::set<std::uint32_t>(before.vertices.begin(), before.vertices.end()).size(),
            before.vertices.size());
  EXPECT_EQ(std::set<std::uint32_t>(before.triangles.begin(), before.triangles.end()).size(),
            before.triangles.size());

  const Meshlets as_found(was);
  ASSERT_EQ(meshlets.size(), as_found.size());
  std::uint32_t next_triangle = 0, next_vertex = 0;
  for (std::size_t b = 0; b < meshlets.size(); ++b) {
    EXPECT_EQ(meshlets.triangles(b).size(), as_found.triangles(b).size());
    for (const std::uint32_t t : meshlets.triangles(b))
      EXPECT_EQ(t, next_triangle++);
    // What earlier meshlets have not used follows on one another.
    const auto vertices = meshlets.vertices(b);
    for (std::size_t i = 0; i < vertices.size(); ++i)
      if (vertices[i] >= next_vertex) {
        EXPECT_EQ(vertices[i], next_vertex++);
      }
    EXPECT_LE(meshlets.apart(b), vertices.size() - 1);
    for (std::size_t i = meshlets.apart(b) + 1; i < vertices.size(); ++i)
      EXPECT_EQ(vertices[i], vertices[i - 1] + 1);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < meshlets.triangles(b).size(); ++i)
        EXPECT_EQ(vertices[meshlets.corners(b, k)[i]], mesh.triangles[meshlets.triangles(b)[i]][k]);
  }
}

TEST(Meshlets, PutVerticesThatNoTriangleUsesLast) {
  TriangleMesh mesh;
  mesh.vertices = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {8, 8, 8}, {0, 1, 0}};
  mesh.triangles = {{1, 2, 4}};
  MeshletOrder before;
  Meshlets::in_order(mesh, before);
  EXPECT_EQ(before.vertices, (std::vector<std::uint32_t>{1, 2, 4, 0, 3}));
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST(EnclosingBalls, HoldTheirVerticesWhereverTheseAre) {
  TriangleMesh mesh = make_sphere(1, 500);
  const Meshlets meshlets(mesh.triangles, mesh.vertices, 16);
  for (Vec3& p : mesh.vertices)
    p = Vec3(2 * p[0], p[1] + p[0] * p[0], 0.1 * p[2]);
  std::vector<Ball> balls;
  enclose_meshlets(meshlets, mesh.vertices, balls);
  ASSERT_EQ(balls.size(), meshlets.size());
  for (std::size_t b = 0; b < balls.size(); ++b)
    for (const std::uint32_t v : meshlets.vertices(b))
      EXPECT_LE((mesh.vertices[v] - balls[b].centre).norm(), balls[b].radius * (1 + 1e-15));
}

} // namespace
} // namespace lamina::test
