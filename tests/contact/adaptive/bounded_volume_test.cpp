#include "core/contact/adaptive/bounded_volume.h"

#include "core/base/error.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina::test {
namespace {

using adaptive::bounded_volume;
using adaptive::BoundedVolume;

TEST(BoundedVolume, OfALensMeetsItsTolerance) {
  const Surface a = surface_of(make_sphere(1, 20480)),
                b = surface_of(shifted(make_sphere(0.8, 20480), {1.1, 0.37, -0.21}));
  const double d = Vec3(1.1, 0.37, -0.21).norm(), r = 1, s = 0.8;
  const double lens = std::numbers::pi * std::pow(r + s - d, 2) *
                      (d * d + 2 * d * s - 3 * s * s + 2 * d * r + 6 * r * s - 3 * r * r) / (12 * d);
  const BoundedVolume found = bounded_volume(a, b, {1e-3});
  EXPECT_TRUE(found.reached);
  EXPECT_LE(found.error_bar, 1e-3 * found.volume);
  // Facets take 2·10⁻³ of spheres of so many triangles from a lens.
  EXPECT_NEAR(found.volume, lens, 4e-3 * lens);
}

TEST(BoundedVolume, RigorouslyIsBelowTheTolerance) {
  const Surface a = surface_of(make_box({1, 1, 1})),
                b = surface_of(make_box({1, 1, 1}),
                               {{0.8, 0.3, 0.2}, Quat(Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()))});
  const BoundedVolume found = bounded_volume(a, b, {1e-3, true});
  EXPECT_TRUE(found.reached);
  EXPECT_LE(found.bound, 1e-3 * found.volume);
  const BoundedVolume finer = bounded_volume(a, b, {1e-4, true});
  EXPECT_LE(std::abs(finer.volume - found.volume), finer.bound + found.bound);
}

TEST(BoundedVolume, OfGearsThatMeshIsNone) {
  constexpr int teeth = 16;
  constexpr double pitch = 2 * std::numbers::pi / teeth, apart = 2 * (0.5 - 0.1 / 2.25); // pitch radii
  const auto about_y = [](double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY())); };
  const TriangleMesh gear = make_gear(0.5, 0.4, 0.15, 0.2, teeth, 1600);
  for (int phase = 0; phase < 7; ++phase) {
    const double turned = pitch * phase / 7;
    const Surface a = surface_of(gear, {Vec3::Zero(), about_y(turned)});
    const auto overlap = [&](double play) {
      const Surface b = surface_of(gear, {{apart, 0, 0}, about_y(pitch * (0.5 + play) - turned)});
      return bounded_volume(a, b, {1e-3, true});
    };
    // A tooth has 4·10⁻⁴ m³.
    EXPECT_LE(overlap(0).volume + overlap(0).bound, 1e-8) << "phase " << phase;
    EXPECT_GT(overlap(0.1).volume - overlap(0.1).bound, 1e-6) << "phase " << phase;
  }
}

TEST(BoundedVolume, SaysThatTheTilesDidNotDo) {
  const Surface a = surface_of(make_sphere(0.5, 20480)),
                b = surface_of(shifted(make_sphere(0.5, 20480), {0.6, 0, 0}));
  const BoundedVolume found = bounded_volume(a, b, {1e-9, true, 5});
  EXPECT_FALSE(found.reached);
  EXPECT_LE(found.tiles, 8u);
  EXPECT_GT(found.bound, 1e-9 * found.volume);
  const BoundedVolume one = bounded_volume(a, b, {0, false, 1});
  EXPECT_EQ(one.tiles, 1u);
}

// Edges are followed through the other body, so that hardly more than rounding is left.
TEST(BoundedVolume, OfFewFacesIsExact) {
  const Quat turn = Quat(Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()));
  const Surface outer = surface_of(make_box({1, 1, 1}), {Vec3::Zero(), turn}),
                inner = surface_of(make_box({1, 1, 1}), {turn * Vec3(0.7, 0.4, 0.2), turn});
  const BoundedVolume found = bounded_volume(outer, inner, {1e-6, true});
  EXPECT_TRUE(found.reached);
  EXPECT_LE(found.tiles, 256u);
  EXPECT_NEAR(found.volume, 0.3 * 0.6 * 0.8, found.bound);
}

TEST(BoundedVolume, OfBodiesApartIsNothing) {
  const Surface a = surface_of(make_box({1, 1, 1})), b = surface_of(shifted(make_box({1, 1, 1}), {3, 0, 0}));
  const BoundedVolume found = bounded_volume(a, b, {});
  EXPECT_EQ(found.volume, 0);
  EXPECT_EQ(found.bound, 0);
  EXPECT_TRUE(found.reached);
}

TEST(BoundedVolume, OfWhatLiesWithinASolidThatReachesToInfinity) {
  Surface room = surface_of(inside_out(make_box({2, 2, 2})));
  room.winding_at_infinity = 1;
  const BoundedVolume found = bounded_volume(room, surface_of(shifted(make_box({1, 1, 1}), {1, 0, 0})), {});
  EXPECT_NEAR(found.volume, 0.5, 1e-6 + found.bound);
}

// Units that are exact so far away are coarser than the bodies.
TEST(BoundedVolume, FarAwayIsSaidToBeUnknown) {
  const Vec3 far(1e13, 0, 0);
  const Surface a = surface_of(shifted(make_box({0.5, 0.5, 0.5}), far)),
                b = surface_of(shifted(make_box({0.5, 0.5, 0.5}), far));
  const BoundedVolume found = bounded_volume(a, b, {});
  EXPECT_FALSE(found.reached);
  EXPECT_GE(found.bound, std::abs(found.volume - a.bounds.size().prod()));
}

// Corners are moved by half of 2⁻³⁰ of the region, which a tolerance of 10⁻⁹ does not allow. A block that
// stands on its ridge and 2 mm of its face in the ground, turned so that no axis sees it along its sides.
TEST(BoundedVolume, ToAToleranceBelowRoundingIsAsExactAsThat) {
  const Quat turned = Quat(Eigen::AngleAxisd(0.2, Vec3::UnitY())) * Quat(0, 0, 0, 1); // by 180° about z
  const Surface ground = surface_of(box_between({-2, -1, -2}, {2, 0, 2})),
                block = surface_of(make_ridge({1, 0.5, 1}, 0.3, 0.02), {{0, 0.248, 0}, turned});
  const double exact = 0.002 + 0.5 * 0.3 * 0.02;
  const BoundedVolume found = bounded_volume(ground, block, {1e-9});
  EXPECT_FALSE(found.reached);
  EXPECT_LE(std::abs(found.volume - exact), found.bound);
  EXPECT_LT(found.error_bar, 1e-4 * exact); // twice the rounding is a seventh of that
}

TEST(BoundedVolume, OfSliversAndCoplanarFacesHolds) {
  const Surface sliver = surface_of(make_box({1, 1e-7, 1})), cube = surface_of(make_box({1, 1, 1}));
  const BoundedVolume thin = bounded_volume(sliver, cube, {});
  EXPECT_NEAR(thin.volume, 1e-7, thin.bound);
  EXPECT_LT(thin.bound, 0.5 * 1e-7); // its faces move by 10⁻⁹ m
  const BoundedVolume same = bounded_volume(cube, cube, {1e-3, true});
  EXPECT_NEAR(same.volume, 1, same.bound + 1e-6);
}

TEST(BoundedVolume, OfASurfaceThatOverlapsItselfCountsOnce) {
  const Surface twice =
      surface_of(together({make_box({1, 1, 1}), shifted(make_box({1, 1, 1}), {0.5, 0.25, 0.25})}));
  const Surface around = surface_of(make_box({4, 4, 4}));
  const BoundedVolume found = bounded_volume(twice, around, {1e-4, true});
  EXPECT_NEAR(found.volume, 2 - 0.5 * 0.75 * 0.75, found.bound + 1e-6);
}

TEST(BoundedVolume, CanBeStopped) {
  const Surface a = surface_of(make_sphere(0.5, 320)),
                b = surface_of(shifted(make_sphere(0.5, 320), {0.6, 0, 0}));
  EXPECT_THROW(bounded_volume(a, b, {1e-6}, [](double, const std::string&) { return false; }), Cancelled);
}

} // namespace
} // namespace lamina::test
