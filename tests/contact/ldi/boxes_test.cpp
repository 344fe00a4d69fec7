#include "core/contact/ldi/image_evidence.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

/// Depths are rounded to 2^-40 of the largest coordinate, areas are sums of equal pixels.
constexpr double rounding = 1e-11;

TEST(AlignedBoxes, OverlapByTheProductOfTheirOverlapsAtAnyResolution) {
  const Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  const Surface b = surface_of(box_between({0.6, -0.3, 0.55}, {1.7, 0.45, 3}));
  const double exact = 0.4 * 0.45 * 0.45;
  for (const int r : {1, 2, 3, 7, 16, 33, 100})
    for (const Settings& settings : {whole_pair(r), as_in_f08(r)}) {
      const PairContacts found = detect(a, b, settings);
      EXPECT_NEAR(images_of(found).volume, exact, rounding) << r;
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(images_of(found).volume_xyz[d], exact, rounding) << r;
    }
}

TEST(AlignedBoxes, AreMeasuredExactlyInTheirOwnAxesHoweverTheyAreTurned) {
  const Pose pose{{0.3, 0.2, -0.1}, Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
  const Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}), pose);
  const Surface b = surface_of(box_between({0.2, 0.3, 0.9}, {0.8, 0.7, 2}), pose);
  EXPECT_NEAR(images_of(detect(a, b, whole_pair(5))).volume, 0.6 * 0.4 * 0.1, rounding);
}

TEST(AlignedBoxes, PushEachOtherWithTheAreaOfTheirFaces) {
  const Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  const Surface b = surface_of(box_between({0.25, 0.25, 0.9}, {0.75, 0.5, 2}));
  const PairContacts found = detect(a, b, whole_pair(9));
  // Moving b up by δ takes 0.5 × 0.25 × δ away; moving it sideways changes nothing, for both walls are b's.
  EXPECT_LT((sum(gradient_of(found, 1, b)) - Vec3(0, 0, -0.125)).norm(), rounding);
  EXPECT_LT((sum(gradient_of(found, 0, a)) - Vec3(0, 0, 0.125)).norm(), rounding);
  EXPECT_NEAR(found.area, 0.125, rounding);
}

TEST(AlignedBoxes, ThatShareSidePlanesFeelNoLateralForceAtAnySubPixelOffset) {
  Dice dice(4);
  for (int trial = 0; trial < 600; ++trial) {
    const Vec3 offset = dice.vector(1);
    const TriangleMesh below = shifted(box_between({0, 0, 0}, {0.4, 0.3, 0.5}), offset);
    const TriangleMesh above = shifted(box_between({0, 0, 0}, {0.4, 0.3, 0.5}), offset + Vec3(0, 0, 0.493));
    Settings settings = trial % 2 ? as_in_f08(13) : whole_pair(13);
    if (trial % 3 == 0) {
      settings.contact.ldi.resolution_mode = ResolutionMode::pixel_size;
      settings.contact.ldi.pixel_size = dice.within(0.005, 0.05);
    }
    const Surface a = surface_of(below), b = surface_of(above);
    const PairContacts found = detect(a, b, settings);
    const Vec3 force = sum(gradient_of(found, 0, a));
    EXPECT_GT(force.z(), 0.08);
    EXPECT_LT(force.head<2>().norm(), rounding) << "offset " << offset.transpose();
  }
}

TEST(AlignedBoxes, ThatShareOneSidePlaneFeelNoLateralForce) {
  const Surface wide = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  const Surface narrow = surface_of(box_between({0, 0.2, 0.95}, {0.5, 0.6, 2}));
  const PairContacts found = detect(narrow, wide, whole_pair(16));
  EXPECT_LT(sum(gradient_of(found, 0, narrow)).head<2>().norm(), rounding);
  EXPECT_NEAR(images_of(found).volume, 0.5 * 0.4 * 0.05, rounding);
}

TEST(AlignedBoxes, ThatTouchHaveNoContact) {
  const Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  for (const Vec3& offset : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0.3, 0.2, 1)}) {
    const Surface b = surface_of(shifted(box_between({0, 0, 0}, {1, 1, 1}), offset));
    EXPECT_EQ(detect(a, b, whole_pair(8)).contacts.size(), 0u);
    EXPECT_EQ(images_of(detect(a, b, anchored(0.1))).volume, 0);
  }
}

TEST(ThinOverlap, IsSampledByAllItsRows) {
  // A body sunk by 10^-6 of its size still gets r rows in the side views, if they are asked for.
  const Surface a = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  const Surface b = surface_of(box_between({0.2, 0.2, 1 - 1e-6}, {0.7, 0.7, 2}));
  Settings settings = whole_pair(16);
  EXPECT_NEAR(images_of(detect(a, b, settings)).volume, 0.25e-6, rounding);
  settings.contact.ldi.flat_resolution = 16;
  const PairContacts found = detect(a, b, settings);
  EXPECT_NEAR(images_of(found).volume, 0.25e-6, rounding);
  EXPECT_EQ(images_of(found).columns, 3u * 16 * 16);
  EXPECT_EQ(images_of(found).pixels.size(), 3u * 16 * 16);
}

TEST(HugeBoxes, DoNotOverflowSnappedCoordinates) {
  // A ground of a kilometre under a grain sunk by a micrometre: coordinates reach 10^13 units and beyond.
  const Surface ground = surface_of(box_between({-500, -500, -1000}, {500, 500, 0}));
  const Surface grain = surface_of(box_between({-5e-4, -5e-4, -1e-6}, {5e-4, 5e-4, 1e-3}));
  const PairContacts found = detect(ground, grain, whole_pair(64));
  EXPECT_EQ(images_of(found).dropped.size(), 0u);
  // The quantum of depth is 2^-30 m here, so the sides carry that error.
  EXPECT_NEAR(images_of(found).volume, 1e-12, 3e-3 * 1e-12);
}

} // namespace
} // namespace lamina::test
