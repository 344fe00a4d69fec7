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
      {"wedge", 2, 12, [](std::size_t n) { return make_wedge(2, 2.6, 1, 11, n); }},
      {"ridge", 2, 36,
       [](std::size_t n) {
         return make_ridge({2, 0.2, 1}, 0.01, 0.02, n);
       }},
      {"wheel", 2, 96, [](std::size_t n) { return make_wheel(0.5, 8, 0.01, 0.2, n); }},
      {"hollow wheel", 2, 96, [](std::size_t n) { return make_wheel(0.5, 8, -0.01, 0.2, n); }},
      {"screw", 2, 700,
       [](std::size_t n) {
         return make_screw({0.12, 0.1, 0.04}, 0.6, n);
       }},
      {"screw of four starts", 2, 700,
       [](std::size_t n) {
         return make_screw({0.12, 0.1, 0.04, 4}, 0.6, n);
       }},
      {"nut", 0, 300,
       [](std::size_t n) {
         return make_nut({0.12, 0.1, 0.04}, 0.004, 0.22, 0.15, n);
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
      // Patterns change by whole rows: 20 f² has gaps of 2/f, 14 % at a thousand, and the gear has rows of
      // 384.
      EXPECT_NEAR(count / static_cast<double>(wanted), 1, wanted < 2000 ? 0.16 : 0.07)
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

TEST(ProceduralMesh, AWedgeIsItsShareOfAnArch) {
  const double arch = pi / 2 * (2.6 * 2.6 - 2 * 2); // half a ring
  EXPECT_NEAR(mass_properties(make_wedge(2, 2.6, 1, 11, 100000)).volume, arch / 11, 1e-5 * arch);
  // In twelve triangles its faces are flat: a trapezium.
  EXPECT_NEAR(mass_properties(make_wedge(2, 2.6, 1, 11)).volume, (2.6 * 2.6 - 2 * 2) * std::sin(pi / 11) / 2,
              1e-12);
}

TEST(ProceduralMesh, ARidgeIsABoxAndAPrism) {
  for (const std::size_t triangles : {28u, 2000u})
    EXPECT_NEAR(mass_properties(make_ridge({2, 0.2, 1}, 0.01, 0.02, triangles)).volume,
                2 * 0.2 + 0.01 * 0.02 / 2, 1e-14);
}

TEST(ProceduralMesh, WheelsAreAPolygonWithSegmentsOfCirclesOnItsSides) {
  const double radius = 0.5, thickness = 0.2;
  const double half = radius * std::sin(pi / 8), apothem = radius * std::cos(pi / 8);
  for (const double bulge : {-0.02, 0.0, 0.02, radius - apothem}) {
    double side = half * apothem;
    if (bulge != 0) {
      const double arc = (half * half / std::abs(bulge) + std::abs(bulge)) / 2, angle = std::asin(half / arc);
      side += std::copysign(arc * arc * (angle - std::sin(angle) * std::cos(angle)), bulge);
    }
    // Each side is divided into some 100 parts: a segment is short by 10⁻⁴ of itself.
    EXPECT_NEAR(mass_properties(make_wheel(radius, 8, bulge, thickness, 100000)).volume, 8 * thickness * side,
                1e-5)
        << bulge;
  }
}

/// Volume (m³) of one pitch of a trapezium thread.
double volume_of_a_pitch(double outer, double depth, double pitch, double half_crest) {
  const double flank = depth * thread_flank_slope, inner = outer - depth;
  // Along a flank the mean square of the radius is (a² + ab + b²)/3.
  const double flanks = 2 * flank * (outer * outer + outer * inner + inner * inner) / 3;
  const double roots = pitch - 2 * half_crest - 2 * flank;
  return pi * (2 * half_crest * outer * outer + flanks + roots * inner * inner);
}

// Whatever its height, a thread has the same section everywhere, only turned: the volume of any length is
// that of its share of a pitch.
TEST(ProceduralMesh, ThreadsHaveTheVolumeOfTheirSection) {
  const ScrewThread thread = {0.12, 0.1, 0.04};
  const double flank = thread.depth * thread_flank_slope, crest = thread.pitch / 4 - flank / 2;
  const double screw = volume_of_a_pitch(0.12, 0.04, 0.1, crest) / 0.1 * 0.63;
  // Polygons of some 150 corners: (π/150)² · 2/3 of the volume.
  EXPECT_NEAR(mass_properties(make_screw(thread, 0.63, 100000)).volume, screw, 1e-3 * screw);

  const double clearance = 0.004, wider = crest + clearance * (1 - thread_flank_slope);
  const double hexagon = 1.5 * std::sqrt(3.0) * 0.22 * 0.22 * 0.15;
  const double nut = hexagon - volume_of_a_pitch(0.124, 0.04, 0.1, wider) / 0.1 * 0.15;
  EXPECT_NEAR(mass_properties(make_nut(thread, clearance, 0.22, 0.15, 100000)).volume, nut, 1e-3 * nut);
}

// A turn by θ about the axis with a way of lead · θ/2π along it carries a thread into itself.
TEST(ProceduralMesh, AThreadIsAScrewedProfile) {
  for (const int starts : {1, 4}) {
    const ScrewThread thread = {0.12, 0.1, 0.04, starts};
    const TriangleMesh mesh = make_screw(thread, 0.6, 6000);
    const double half_crest = thread.pitch / 4 - thread.depth * thread_flank_slope / 2;
    for (const Vec3& p : mesh.vertices) {
      if (std::abs(p.y()) > 0.2999)
        continue; // the flat ends
      const double turns = std::atan2(-p.z(), p.x()) / (2 * pi);
      const double height = std::abs(std::remainder(p.y() - starts * thread.pitch * turns, thread.pitch));
      const double flank = std::clamp((height - half_crest) / thread_flank_slope, 0.0, thread.depth);
      ASSERT_NEAR(std::hypot(p.x(), p.z()), thread.radius - flank, 1e-12);
    }
  }
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
