#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vertices/vertices_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

TEST(DepthsInLayers, OfABoxAreDistancesToTheNearestFace) {
  const Vec3 half(0.5, 0.35, 0.2);
  const Pose pose{{0.3, -0.2, 0.1}, Dice(5).turn()};
  const std::vector<Vec3> places = places_within({Vec3(-0.4, -0.9, -0.6), Vec3(1, 0.5, 0.8)}, 4000, 3);
  const PairContacts found =
      detect(particles_at(places), surface_of(make_box(2 * half), pose), vertices_settings(32));
  ASSERT_GT(found.contacts.size(), 100u);
  for (const FoundVertex& vertex : found_vertices(found, 0)) {
    const Vec3 local = pose.to_local(places[vertex.vertex]);
    Eigen::Index axis = 0;
    const double depth = (half - local.cwiseAbs()).minCoeff(&axis);
    const Vec3 out = pose.orientation * Vec3((local[axis] < 0 ? -1 : 1) * Vec3::Unit(axis));
    EXPECT_NEAR(vertex.depth, depth, 1e-9);
    EXPECT_GT(vertex.out.dot(out), 1 - 1e-9);
  }
}

// Along an axis alone a way out is longer, by √3 at most; across the surface it is as long as it should be.
TEST(DepthsInLayers, OfASphereAreDistancesAcrossItsSurface) {
  const std::vector<Vec3> places = places_within({Vec3::Constant(-1.1), Vec3::Constant(1.1)}, 20'000, 8);
  const PairContacts found =
      detect(particles_at(places), surface_of(make_sphere(1, 20'000), {}, false), vertices_settings(64));
  double sum = 0, worst = 0, lean = 1;
  std::size_t count = 0;
  for (const FoundVertex& vertex : found_vertices(found, 0)) {
    const Vec3& p = places[vertex.vertex];
    if (p.norm() < 0.3)
      continue; // all ways out are about as long
    const double off = std::abs(vertex.depth - (1 - p.norm()));
    sum += off;
    worst = std::max(worst, off);
    lean = std::min(lean, vertex.out.dot(p.normalized()));
    ++count;
  }
  ASSERT_GT(count, 5000u);
  const double pixel = largest_pixel(found);
  // The mesh itself lies up to 1e-4 m within the sphere.
  EXPECT_LT(sum / static_cast<double>(count), 0.02 * pixel);
  EXPECT_LT(worst, 0.3 * pixel);
  EXPECT_GT(lean, 0.95);
}

TEST(DepthsInLayers, OfABodyWithinAnotherReachBeyondTheRegion) {
  // The region is as large as the small ball; the ways out end far from it.
  const PairContacts found = detect(surface_of(make_sphere(0.1, 320), {{0.2, 0.5, 0}, Quat::Identity()}),
                                    surface_of(make_box({2, 2, 2})), vertices_settings(16));
  ASSERT_GT(found.contacts.size(), 20u);
  for (const FoundVertex& vertex : found_vertices(found, 0)) {
    EXPECT_GE(vertex.depth, 0.4 - 1e-9);
    EXPECT_LE(vertex.depth, 0.6 + 1e-9);
    EXPECT_GT(vertex.out.y(), 1 - 1e-9);
  }
}

TEST(DepthsInLayers, OfAFlatFaceStandForItsArea) {
  const double depth = 0.01;
  for (const std::size_t triangles : {12u, 2000u}) {
    const Surface cube =
        surface_of(make_box({1, 1, 1}, triangles), {{0.013, 0.5 - depth, 0.021}, Quat::Identity()});
    const Surface slab = surface_of(make_box({4, 1, 4}), {{0, -0.5, 0}, Quat::Identity()});
    const PairContacts found = detect(cube, slab, vertices_settings(16));
    double force = 0; // over κ, m³
    for (const Contact& contact : found.contacts) {
      EXPECT_NEAR(contact.measure, depth, 1e-12);
      force += contact.area * contact.measure;
    }
    // Vertices of the slab, which lie elsewhere, are counted upon for a share: α/(α + β) is left out.
    const double own = triangles == 12 ? 0.25 : 1.0 / 169, other = 4;
    EXPECT_NEAR(found.area, 1, 1.5 * own / other) << triangles;
    EXPECT_NEAR(force, depth * found.area, 1e-12);
  }
}

} // namespace
} // namespace lamina::test
