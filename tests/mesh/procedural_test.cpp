#include "core/mesh/procedural.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/prepare.h"
#include "tests/mesh/mesh_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace lamina {
namespace {

using std::numbers::pi;

struct Shape {
  std::string name;
  long euler; ///< 2 − 2 genus
  std::size_t least;
  std::function<TriangleMesh(std::size_t)> make;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"box", 2, 12,
       [](std::size_t n) {
         return make_box({1, 0.5, 2}, n);
       }},
      {"sphere", 2, 20, [](std::size_t n) { return make_sphere(1, n); }},
      {"torus", 0, 18, [](std::size_t n) { return make_torus(1, 0.3, n); }},
      {"bowl", 2, 50, [](std::size_t n) { return make_bowl(1, 0.8, 0.1, n); }},
      {"deep bowl", 2, 50, [](std::size_t n) { return make_bowl(1, 1.6, 0.1, n); }},
      {"gear", 0, 400, [](std::size_t n) { return make_gear(0.5, 0.4, 0.15, 0.2, 12, n); }},
      {"cylinder", 2, 30, [](std::size_t n) { return make_cylinder(0.5, 1, n); }},
      {"top", 2, 60, [](std::size_t n) { return make_top(0.3, 0.4, 0.2, n); }},
      {"table", 2, 150,
       [](std::size_t n) {
         return make_table({1.2, 0.75, 0.8}, 0.05, 0.08, n);
       }},
      {"blob", 2, 20,
       [](std::size_t n) {
         return make_blob({1, 0.7, 1.3}, 0.15, 20, 3, n);
       }},
  };
  return all;
}

TEST(ProceduralMesh, IsClosedManifoldOutwardAndOfTheRightGenus) {
  for (const Shape& shape : shapes()) {
    for (const std::size_t triangles :
         {std::size_t{2}, std::size_t{500}, std::size_t{7001}, std::size_t{60000}}) {
      SCOPED_TRACE(shape.name + " of " + std::to_string(triangles));
      const TriangleMesh mesh = shape.make(triangles);
      EXPECT_TRUE(test::is_closed_manifold(mesh));
      EXPECT_EQ(test::euler_characteristic(mesh), shape.euler);
      EXPECT_GT(mass_properties(mesh).volume, 0);
      const PreparedMesh prepared = prepare_mesh(mesh);
      EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
      EXPECT_EQ(prepared.report.turned_pieces, 0u);
      EXPECT_EQ(prepared.report.welded_vertices, 0u);
      EXPECT_EQ(prepared.report.unbalanced_columns, 0u);
    }
  }
}

TEST(ProceduralMesh, HasAboutTheWantedNumberOfTriangles) {
  for (const Shape& shape : shapes()) {
    for (const std::size_t wanted : {std::size_t{1000}, std::size_t{4321}, std::size_t{50000}}) {
      const auto count = static_cast<double>(shape.make(wanted).triangles.size());
      // Patterns change by whole rows; the coarsest, 20 f², has gaps of 2/f: 14 % at a thousand.
      EXPECT_NEAR(count / static_cast<double>(wanted), 1, wanted < 2000 ? 0.15 : 0.07)
          << shape.name << " " << wanted;
    }
    EXPECT_LE(shape.make(1).triangles.size(), shape.least * 2) << shape.name << " has a coarse form";
  }
}

TEST(ProceduralMesh, BoxAndSphereHitCountsOfTheirPatternExactly) {
  EXPECT_EQ(make_box({1, 1, 1}, 12).triangles.size(), 12u);
  EXPECT_EQ(make_box({1, 1, 1}, 12 * 49).triangles.size(), 12u * 49);
  for (const std::size_t f : {1u, 2u, 3u, 7u, 59u})
    EXPECT_EQ(make_sphere(1, 20 * f * f).triangles.size(), 20 * f * f);
}

TEST(ProceduralMesh, StaysWithinItsStatedSize) {
  const auto expect_size = [](const TriangleMesh& mesh, const Vec3& min, const Vec3& max, double slack) {
    const Box box = bounds(mesh);
    EXPECT_LT((box.min - min).cwiseAbs().maxCoeff(), slack) << mesh.name;
    EXPECT_LT((box.max - max).cwiseAbs().maxCoeff(), slack) << mesh.name;
  };
  // Round outlines are inscribed: at 20,000 triangles they fall short by less than a thousandth.
  expect_size(make_box({1, 2, 3}, 1000), {-0.5, -1, -1.5}, {0.5, 1, 1.5}, 1e-15);
  expect_size(make_sphere(2, 20000), {-2, -2, -2}, {2, 2, 2}, 4e-3);
  expect_size(make_torus(1, 0.3, 20000), {-1.3, -0.3, -1.3}, {1.3, 0.3, 1.3}, 4e-3);
  expect_size(make_bowl(1, 0.8, 0.1, 20000), {-0.98, 0, -0.98}, {0.98, 0.8, 0.98}, 4e-3);
  expect_size(make_cylinder(0.5, 3, 20000), {-0.5, -1.5, -0.5}, {0.5, 1.5, 0.5}, 2e-3);
  expect_size(make_top(0.3, 0.4, 0.2, 20000), {-0.3, 0, -0.3}, {0.3, 0.6, 0.3}, 2e-3);
  expect_size(make_table({1.2, 0.75, 0.8}, 0.05, 0.08), {-0.6, -0.375, -0.4}, {0.6, 0.375, 0.4}, 1e-15);
}

TEST(ProceduralMesh, VolumesApproachTheirClosedForms) {
  const std::size_t many = 100000;
  // Inscribed polygons: errors of about (edge/radius)²/6, below 0.1 % here.
  EXPECT_NEAR(mass_properties(make_cylinder(0.5, 1, many)).volume, pi / 4, 1e-3);
  const double cone = pi * 0.09 * 0.4 / 3, stem = pi * 0.0375 * 0.0375 * 0.2;
  EXPECT_NEAR(mass_properties(make_top(0.3, 0.4, 0.2, many)).volume, cone + stem, 1e-4);
  EXPECT_NEAR(mass_properties(make_table({1.2, 0.75, 0.8}, 0.05, 0.08)).volume,
              1.2 * 0.05 * 0.8 + 4 * 0.08 * 0.08 * 0.7, 1e-14);

  // A spherical cap of height h has the volume πh²(3r − h)/3; the bowl is an outer one less an inner one.
  const auto cap = [](double r, double h) { return pi * h * h * (3 * r - h) / 3; };
  EXPECT_NEAR(mass_properties(make_bowl(1, 0.8, 0.1, many)).volume, cap(1, 0.8) - cap(0.9, 0.7), 2e-3);

  // A gear lies between the rings that its root and its tips bound.
  const double gear = mass_properties(make_gear(0.5, 0.4, 0.15, 0.2, 12, many)).volume;
  EXPECT_GT(gear, 0.2 * pi * (0.4 * 0.4 - 0.15 * 0.15));
  EXPECT_LT(gear, 0.2 * pi * (0.5 * 0.5 - 0.15 * 0.15));
}

TEST(ProceduralMesh, GearHasTheSymmetryOfItsTeeth) {
  const Mat3 inertia = mass_properties(make_gear(0.5, 0.4, 0.15, 0.2, 7)).inertia;
  // More than two equal teeth make the two lateral moments equal.
  EXPECT_NEAR(inertia(0, 0), inertia(2, 2), 1e-12);
  EXPECT_LT(std::abs(inertia(0, 1)) + std::abs(inertia(0, 2)) + std::abs(inertia(1, 2)), 1e-12);
}

TEST(ProceduralMesh, BlobIsABumpyEllipsoidThatItsSeedDecides) {
  const Vec3 size(1, 0.6, 2);
  const TriangleMesh blob = make_blob(size, 0.1, 30, 7, 20000);
  double least = 10, most = 0;
  for (const Vec3& p : blob.vertices) {
    const double factor = p.cwiseQuotient(0.5 * size).norm();
    least = std::min(least, factor);
    most = std::max(most, factor);
  }
  // The bump is stated on the shortest half axis, 0.3 m.
  EXPECT_GT(least, 1 - 0.1 / 0.3);
  EXPECT_LT(most, 1 + 0.1 / 0.3);
  EXPECT_GT(most - least, 0.1) << "hardly bumpy";
  EXPECT_EQ(make_blob(size, 0.1, 30, 7, 20000).vertices, blob.vertices);
  EXPECT_NE(make_blob(size, 0.1, 30, 8, 20000).vertices, blob.vertices);
}

TEST(ProceduralMesh, GroundIsAnOpenSheetThatFacesUp) {
  for (const std::size_t triangles : {2u, 800u}) {
    const TriangleMesh ground = make_ground(4, triangles);
    EXPECT_EQ(ground.triangles.size(), triangles);
    double area = 0;
    for (const Triangle& t : ground.triangles) {
      const auto& v = ground.vertices;
      const Vec3 twice = (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]);
      EXPECT_GT(twice.y(), 0);
      area += twice.y() / 2;
    }
    EXPECT_NEAR(area, 16, 1e-12);
    EXPECT_EQ(test::euler_characteristic(ground), 1);
  }
}

TEST(ProceduralMesh, BagIsAHeightFieldThatFacesInwards) {
  const TriangleMesh bag = make_bag(2, 1.5, 1000);
  EXPECT_EQ(test::euler_characteristic(bag), 1);
  EXPECT_NEAR(static_cast<double>(bag.triangles.size()), 1000, 150);
  for (const Triangle& t : bag.triangles) {
    const auto& v = bag.vertices;
    const Vec3 normal = (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]);
    const Vec3 outwards(v[t[0]].x() + v[t[1]].x() + v[t[2]].x(), 0, v[t[0]].z() + v[t[1]].z() + v[t[2]].z());
    EXPECT_GT(normal.y(), 0);
    EXPECT_LT(normal.dot(outwards), 0);
  }
  const Box box = bounds(bag);
  EXPECT_NEAR(box.max.y(), 1.5, 1e-12);
  EXPECT_NEAR(box.max.x(), 2, 1e-12);
  EXPECT_EQ(box.min.y(), 0);
}

TEST(ProceduralMesh, HasNoDegenerateTriangle) {
  for (const Shape& shape : shapes()) {
    const TriangleMesh mesh = shape.make(3000);
    for (const Triangle& t : mesh.triangles) {
      const auto& v = mesh.vertices;
      ASSERT_GT((v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).norm(), 1e-9) << shape.name;
    }
  }
}

} // namespace
} // namespace lamina
