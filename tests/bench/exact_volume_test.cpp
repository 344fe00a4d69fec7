#include "core/bench/exact_volume.h"

#include "core/bench/models.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

namespace lamina::bench {
namespace {

// Sums of some thousand doubles of magnitude 1 carry about 1e-13.
constexpr double rounding = 1e-12;

Surface moved(TriangleMesh mesh, const Vec3& shift) {
  for (Vec3& p : mesh.vertices)
    p += shift;
  return surface_of(mesh);
}

double signed_volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles)
    sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6;
  return sum;
}

TEST(ExactVolume, BoxesShareTheProductOfTheirOverlaps) {
  const TriangleMesh cube = make_box(Vec3::Ones());
  for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(0.3, 0, 0), Vec3(0.5, -0.25, 0.75), Vec3(-0.9, 0.9, 0.1)}) {
    const Vec3 overlap = Vec3::Ones() - shift.cwiseAbs();
    EXPECT_NEAR(exact_shared_volume(moved(cube, shift), surface_of(cube)), overlap.prod(), rounding);
  }
}

TEST(ExactVolume, WhatDoesNotTouchSharesNothing) {
  const TriangleMesh cube = make_box(Vec3::Ones());
  EXPECT_NEAR(exact_shared_volume(moved(cube, {3, 2, 1}), surface_of(cube)), 0, rounding);
}

TEST(ExactVolume, WhatLiesInsideIsSharedWhole) {
  const TriangleMesh torus = make_torus(0.3, 0.1, 2000);
  EXPECT_NEAR(exact_shared_volume(surface_of(torus), surface_of(make_box(Vec3::Ones()))),
              signed_volume(torus), rounding);
  const TriangleMesh small = turned_cube(0.2, 40, {0.05, 0.1, 0});
  EXPECT_NEAR(exact_shared_volume(surface_of(make_box(Vec3::Ones())), surface_of(small)), 0.008, rounding);
}

TEST(ExactVolume, TwoHalvesOfABodyThatIsNotConvexMakeTheWhole) {
  const TriangleMesh torus = make_torus(0.35, 0.1, 3000);
  // Turned boxes side by side, whose common wall goes through the torus slantwise.
  const Eigen::AngleAxisd turn(0.7, Vec3(1, 2, 3).normalized());
  TriangleMesh left = make_box(Vec3::Constant(2)), right = left;
  for (Vec3& p : left.vertices)
    p = turn * (p - Vec3(1, 0, 0));
  for (Vec3& p : right.vertices)
    p = turn * (p + Vec3(1, 0, 0));
  EXPECT_NEAR(exact_shared_volume(surface_of(torus), surface_of(left)) +
                  exact_shared_volume(surface_of(torus), surface_of(right)),
              signed_volume(torus), rounding);
}

} // namespace
} // namespace lamina::bench
