#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/grid.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

const Surface& unit_box() {
  static const Surface box = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  return box;
}

TEST(PixelsAcross, StretchesRPixelsOverEverySide) {
  const Surface b = surface_of(box_between({0.5, 0.9, 0.99}, {2, 2, 2}));
  Settings settings = whole_pair(7);
  settings.contact.ldi.flat_resolution = 7;
  const PairContacts found = detect(unit_box(), b, settings);
  EXPECT_EQ(found.region.pixels, (std::array<int, 3>{7, 7, 7}));
  EXPECT_LT((found.region.size - Vec3(0.5, 0.1, 0.01)).norm(), 1e-15);
  EXPECT_LT((found.region.corner(7) - Vec3(1, 1, 1)).norm(), 1e-15);
  EXPECT_EQ(images_of(found).columns, 3u * 49);
}

TEST(PixelSize, LaysPixelsOnTheWorldsGrid) {
  const Surface b = surface_of(box_between({0.33, 0.21, 0.1}, {2, 2, 2}));
  const PairContacts found = detect(unit_box(), b, anchored(0.0625));
  for (int k = 0; k < 3; ++k) {
    const double h = found.region.size[k] / found.region.pixels[static_cast<std::size_t>(k)];
    EXPECT_NEAR(h, 0.0625, 1e-15);
    EXPECT_NEAR(found.region.minimum[k] / h, std::round(found.region.minimum[k] / h), 1e-12);
  }
}

TEST(PixelSize, IsHalvedUntilFourPixelsCrossAndDoubledUntilAtMost1024Do) {
  const Surface b = surface_of(box_between({0.5, 0.9, 0.999}, {2, 2, 2}));
  const PairContacts coarse = detect(unit_box(), b, anchored(1));
  for (int k = 0; k < 3; ++k) {
    EXPECT_GE(coarse.region.pixels[static_cast<std::size_t>(k)], 4);
    EXPECT_LE(coarse.region.pixels[static_cast<std::size_t>(k)], 9);
  }
  // One ten-thousandth gives 5000, 1000 and 10 pixels; the first is doubled until it fits.
  const PairContacts fine = detect(unit_box(), b, anchored(1e-4));
  EXPECT_NEAR(fine.region.pixels[0], 625, 1);
  EXPECT_NEAR(fine.region.pixels[1], 1000, 1);
  EXPECT_NEAR(fine.region.pixels[2], 10, 1);
}

TEST(PixelSize, GivesTheSameAfterATranslationByWholePixels) {
  const TriangleMesh sphere = make_sphere(0.5, 320);
  const Pose turned{{0.4, 0.1, 0.7}, Quat(Eigen::AngleAxisd(0.6, Vec3(1, 0, 2).normalized()))};
  const Surface a = surface_of(sphere), b = surface_of(make_box({1, 0.8, 0.9}), turned);
  // Powers of two, so that the translation itself is exact; the quantum of depth stays the same.
  const Settings settings = anchored(1.0 / 64);
  const PairContacts before = detect(a, b, settings);
  const Vec3 offset = Vec3(3, -5, 2) / 64;
  Surface moved_a = a, moved_b = b;
  for (Surface* surface : {&moved_a, &moved_b}) {
    for (Vec3& p : surface->positions)
      p += offset;
    surface->bounds = {surface->bounds.min + offset, surface->bounds.max + offset};
  }
  const PairContacts after = detect(moved_a, moved_b, settings);
  EXPECT_EQ(images_of(after).columns, images_of(before).columns);
  EXPECT_EQ(images_of(after).fragments, images_of(before).fragments);
  ASSERT_EQ(images_of(after).pixels.size(), images_of(before).pixels.size());
  // The positions were rounded by up to 2^-53, which may move depths by one quantum.
  EXPECT_NEAR(images_of(after).volume, images_of(before).volume, 1e-11);
  EXPECT_LT((sum(gradient_of(after, 0, moved_a)) - sum(gradient_of(before, 0, a))).norm(), 1e-11);
}

TEST(PixelSize, HoldsItsRowsWhileTheRegionGrows) {
  // A row keeps its shift although the region begins elsewhere.
  ldi::Grid low, high;
  LdiSettings settings;
  settings.resolution_mode = ResolutionMode::pixel_size;
  settings.pixel_size = 0.125;
  ldi::make_grid({{Mat3::Identity(), true}, {Vec3(-1, -1, -1), Vec3(1, 1, 1)}}, settings, {}, 1e-12, low);
  ldi::make_grid({{Mat3::Identity(), true}, {Vec3(-0.5, -0.5, -0.5), Vec3(1, 1, 1)}}, settings, {}, 1e-12,
                 high);
  for (std::size_t row = 0; row < high.row_shifts[1].size(); ++row)
    EXPECT_EQ(high.row_shifts[1][row], low.row_shifts[1][row + 4]);
}

TEST(ViewDependentPixels, GrowWithTheDistanceOfTheCamera) {
  const Surface b = surface_of(box_between({0.1, 0.1, 0.1}, {2, 2, 2}));
  Settings settings = as_in_f08(16);
  settings.contact.ldi.resolution_mode = ResolutionMode::view_dependent;
  settings.contact.ldi.screen_pixels = 4;
  CameraView camera;
  int previous = 1025;
  for (const double distance : {1.0, 8.0, 64.0}) {
    camera.eye = Vec3(0.55, 0.55, 0.55 + distance);
    const PairContacts found = detect(unit_box(), b, settings, camera);
    const double h = found.region.size[0] / found.region.pixels[0];
    const double seen = 4 * 2 * distance * std::tan(0.5 * camera.field_of_view) / camera.image_height;
    if (found.region.pixels[0] > 8) {
      EXPECT_LT(std::abs(std::log2(h / seen)), 0.51) << "within half a power of two";
    }
    EXPECT_LT(found.region.pixels[0], previous);
    previous = found.region.pixels[0];
  }
}

TEST(ChosenAxes, AreThoseOfTheSmallestRegion) {
  const Pose turned{{0, 0, 0}, Quat(Eigen::AngleAxisd(0.6, Vec3(1, 1, 2).normalized()))};
  const Surface floor = surface_of(box_between({-5, -5, -1}, {5, 5, 0}), turned);
  const Surface box = surface_of(box_between({0, 0, -0.01}, {1, 1, 1}), turned);
  EXPECT_LT((detect(floor, box, whole_pair(8)).region.axes - *floor.axes).norm(), 1e-15);
  Settings world = whole_pair(8);
  world.contact.ldi.axes = AxesChoice::world;
  EXPECT_EQ(detect(floor, box, world).region.axes, Mat3::Identity());
}

TEST(TightRegion, EnclosesTheContactOfASphereOnAFloor) {
  const double depth = 0.01;
  const Surface floor = surface_of(box_between({-5, -5, -1}, {5, 5, 0}));
  const Surface sphere = surface_of(make_sphere(0.5, 5120), {{0, 0, 0.5 - depth}, Quat::Identity()});
  Settings settings = whole_pair(32);
  const PairContacts tight = detect(floor, sphere, settings);
  settings.contact.ldi.region = RegionChoice::overlap;
  const PairContacts loose = detect(floor, sphere, settings);
  // The rim of the contact has radius √(2 R d − d²).
  const double rim = std::sqrt(2 * 0.5 * depth - depth * depth);
  EXPECT_NEAR(tight.region.size[0], 2 * rim, 0.05 * 2 * rim);
  EXPECT_NEAR(loose.region.size[0], 1, 0.01);
  EXPECT_NEAR(images_of(tight).volume, images_of(loose).volume, 0.05 * images_of(tight).volume);
}

TEST(TightRegion, NeverCutsAwayVolume) {
  Dice dice(10);
  for (int trial = 0; trial < 60; ++trial) {
    const Surface a = surface_of(trial % 2 ? make_torus(0.5, 0.2, 400) : make_box({1, 0.8, 0.6}),
                                 {dice.vector(0.4), dice.turn()});
    const Surface b =
        surface_of(make_box({0.9, 0.2 + 0.8 * dice.within(0, 1), 0.7}), {dice.vector(0.4), dice.turn()});
    Settings settings = whole_pair(150);
    const double tight = images_of(detect(a, b, settings)).volume;
    settings.contact.ldi.region = RegionChoice::overlap;
    const double loose = images_of(detect(a, b, settings)).volume;
    EXPECT_NEAR(tight, loose, 2e-3 * std::max(loose, 1e-3)) << "trial " << trial;
  }
}

TEST(TightRegion, KeepsABoxThatLiesWithinAnother) {
  // No triangle of the outer box meets the region: only its corners tell that it lies inside.
  const Surface outer = surface_of(box_between({-3, -3, -3}, {3, 3, 3}));
  const Surface inner =
      surface_of(box_between({-1, -1, -1}, {1, 1, 1}),
                 {{0.1, 0.2, 0.3}, Quat(Eigen::AngleAxisd(0.4, Vec3(1, 2, 2).normalized()))});
  EXPECT_NEAR(images_of(detect(outer, inner, whole_pair(16))).volume, 8, 1e-10);
}

} // namespace
} // namespace lamina::test
