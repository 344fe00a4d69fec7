#include "core/mesh/mass_properties.h"

#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using std::numbers::pi;

// Sums of up to a few thousand products, each rounded at about 1e-16 of the largest.
constexpr double rounding = 1e-12;

TEST(MassProperties, BoxHasItsClosedForm) {
  const Vec3 size(0.3, 1.7, 2.9);
  for (const std::size_t triangles : {std::size_t{12}, std::size_t{3000}}) {
    const MassProperties p = mass_properties(make_box(size, triangles));
    const double volume = size.prod();
    EXPECT_NEAR(p.volume, volume, rounding * volume);
    EXPECT_LT(p.centre.norm(), rounding);
    const Vec3 s = size.cwiseProduct(size);
    const Mat3 expected =
        (volume / 12) * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal().toDenseMatrix();
    EXPECT_LT((p.inertia - expected).norm(), rounding * expected.norm());
  }
}

TEST(MassProperties, RegularTetrahedronHasItsClosedForm) {
  // Edge 2√2; I = m edge² / 20 about every axis through the centre.
  TriangleMesh mesh;
  mesh.vertices = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  const MassProperties p = mass_properties(mesh);
  EXPECT_NEAR(p.volume, 8.0 / 3, rounding);
  EXPECT_LT((p.inertia - p.volume * 8 / 20 * Mat3::Identity()).norm(), rounding);
}

TEST(MassProperties, SphereConvergesQuadratically) {
  double last_error = 0;
  for (const std::size_t frequency : {4u, 8u, 16u, 32u}) {
    const MassProperties p = mass_properties(make_sphere(1, 20 * frequency * frequency));
    const double error = 4 * pi / 3 - p.volume;
    EXPECT_GT(error, 0) << "an inscribed polyhedron is smaller";
    if (last_error > 0) {
      // Halving the edge quarters the error, up to higher orders.
      EXPECT_NEAR(last_error / error, 4, 0.15);
    }
    last_error = error;
    EXPECT_NEAR(p.inertia(0, 0), p.inertia(1, 1), 1e-9) << "icosahedral symmetry makes all axes equal";
  }
  // Curvature lowers volume and inertia by about 0.1 % at 20 · 32² triangles.
  const MassProperties p = mass_properties(make_sphere(1, 20 * 32 * 32));
  EXPECT_NEAR(p.volume, 4 * pi / 3, 2e-3 * 4 * pi / 3);
  EXPECT_NEAR(p.inertia(2, 2), 0.4 * 4 * pi / 3, 4e-3);
}

TEST(MassProperties, TorusConvergesToItsClosedForm) {
  const double R = 1, r = 0.4;
  const MassProperties p = mass_properties(make_torus(R, r, 200000));
  const double volume = 2 * pi * pi * R * r * r;
  // Polygons with n corners lose about (2π/n)²/6 of their area; n is about 280 around the tube.
  EXPECT_NEAR(p.volume, volume, 3e-4 * volume);
  EXPECT_NEAR(p.inertia(1, 1), volume * (R * R + 0.75 * r * r), 1e-3 * volume);
  EXPECT_NEAR(p.inertia(0, 0), volume * (0.5 * R * R + 0.625 * r * r), 1e-3 * volume);
}

TEST(MassProperties, MoveWithTheMesh) {
  const TriangleMesh mesh = make_gear(0.5, 0.4, 0.1, 0.2, 9, 2000);
  const MassProperties at_rest = mass_properties(mesh);
  const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Vec3 offset(3, -4, 5);
  TriangleMesh turned = mesh;
  for (Vec3& vertex : turned.vertices)
    vertex = turn * vertex + offset;
  const MassProperties p = mass_properties(turned);
  // Coordinates of size 8 carry rounding of 1e-15, which moments of size 0.1 feel at 1e-14 or so.
  EXPECT_NEAR(p.volume, at_rest.volume, 1e-13);
  EXPECT_LT((p.centre - (turn * at_rest.centre + offset)).norm(), 1e-13);
  EXPECT_LT((p.inertia - turn * at_rest.inertia * turn.transpose()).norm(), 1e-13);
}

TEST(MassProperties, CavityCountsNegatively) {
  const TriangleMesh hollow =
      test::joined(make_box(Vec3::Constant(2)), test::turned_inside_out(make_box(Vec3::Constant(1))));
  const MassProperties p = mass_properties(hollow);
  EXPECT_NEAR(p.volume, 7, rounding * 8);
  EXPECT_NEAR(p.inertia(0, 0), 8 * 8.0 / 12 - 1 * 2.0 / 12, rounding * 8);
}

TEST(MassProperties, VolumeIsTheFluxOfThePosition) {
  // Divergence theorem: 3V is the sum over faces of centroid · area vector, for every choice of origin.
  const TriangleMesh mesh = make_bowl(1, 0.7, 0.1, 3000);
  for (const Vec3& origin : {Vec3(0, 0, 0), Vec3(2, -1, 0.5)}) {
    double flux = 0;
    for (const Triangle& t : mesh.triangles) {
      const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin,
                 c = mesh.vertices[t[2]] - origin;
      flux += ((a + b + c) / 3).dot(0.5 * (b - a).cross(c - a));
    }
    EXPECT_NEAR(flux / 3, mass_properties(mesh).volume, 1e-12);
  }
}

} // namespace
} // namespace lamina
