#include "core/mesh/defects.h"

#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina {
namespace {

TriangleMesh box() {
  return make_box(Vec3(1, 2, 3));
}

void turn(Triangle& triangle) {
  std::swap(triangle[0], triangle[1]);
}

void expect_numbers_of_the_report(const TriangleMesh& mesh) {
  const MeshDefects defects = find_defects(mesh);
  const MeshReport report = prepare_mesh(mesh).report;
  EXPECT_EQ(defects.boundary.size(), report.boundary_edges);
  EXPECT_EQ(defects.nonmanifold.size(), report.nonmanifold_edges);
  EXPECT_EQ(defects.misoriented.size(), report.misoriented_edges);
}

TEST(MeshDefects, ABoxHasNone) {
  const MeshDefects defects = find_defects(box());
  EXPECT_TRUE(defects.boundary.empty() && defects.nonmanifold.empty() && defects.misoriented.empty());
  EXPECT_TRUE(defects.inverted.empty());
}

TEST(MeshDefects, AMissingTriangleLeavesItsThreeSidesOpen) {
  TriangleMesh mesh = box();
  const Triangle missing = mesh.triangles.back();
  mesh.triangles.pop_back();
  const MeshDefects defects = find_defects(mesh);
  ASSERT_EQ(defects.boundary.size(), 3u);
  for (const auto& edge : defects.boundary)
    for (const std::uint32_t vertex : edge)
      EXPECT_NE(std::find(missing.begin(), missing.end(), vertex), missing.end());
  expect_numbers_of_the_report(mesh);
}

TEST(MeshDefects, ATurnedTriangleIsMisorientedOnItsThreeSidesAndNotAnInvertedPiece) {
  TriangleMesh mesh = box();
  turn(mesh.triangles[4]);
  const MeshDefects defects = find_defects(mesh);
  EXPECT_EQ(defects.misoriented.size(), 3u);
  EXPECT_EQ(defects.inverted_pieces, 0u);
  expect_numbers_of_the_report(mesh);
}

TEST(MeshDefects, AFinOnAnEdgeMakesItNonManifold) {
  TriangleMesh mesh = box();
  const Triangle first = mesh.triangles[0];
  mesh.vertices.push_back(Vec3(9, 9, 9));
  mesh.triangles.push_back({first[0], first[1], std::uint32_t(mesh.vertices.size() - 1)});
  const MeshDefects defects = find_defects(mesh);
  ASSERT_EQ(defects.nonmanifold.size(), 1u);
  EXPECT_EQ(defects.boundary.size(), 2u);
  expect_numbers_of_the_report(mesh);
}

TEST(MeshDefects, ABoxInsideOutIsAnInvertedPieceBesideAnOpenOne) {
  TriangleMesh mesh = box();
  for (Triangle& triangle : mesh.triangles)
    turn(triangle);
  const std::size_t inverted = mesh.triangles.size();
  TriangleMesh open = box();
  open.triangles.pop_back();
  const auto offset = std::uint32_t(mesh.vertices.size());
  for (const Vec3& vertex : open.vertices)
    mesh.vertices.push_back(vertex + Vec3(10, 0, 0));
  for (const Triangle& t : open.triangles)
    mesh.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  const MeshDefects defects = find_defects(mesh);
  EXPECT_EQ(defects.inverted_pieces, 1u);
  ASSERT_EQ(defects.inverted.size(), inverted);
  for (const std::uint32_t triangle : defects.inverted)
    EXPECT_LT(triangle, inverted);
  EXPECT_EQ(defects.boundary.size(), 3u);
}

TEST(MeshDefects, ACavityIsNoDefect) {
  TriangleMesh mesh = box();
  TriangleMesh hole = make_box(Vec3(0.2, 0.2, 0.2));
  const auto offset = std::uint32_t(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), hole.vertices.begin(), hole.vertices.end());
  for (const Triangle& t : hole.triangles)
    mesh.triangles.push_back({t[1] + offset, t[0] + offset, t[2] + offset});
  EXPECT_EQ(find_defects(mesh).inverted_pieces, 0u);
}

} // namespace
} // namespace lamina
