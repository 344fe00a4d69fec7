#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/ldi/exact_volume.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Regions that are flat, between bodies with large flat faces: few pixels cross their short side.

namespace lamina::test {
namespace {

constexpr int across = 16, across_flat = 4;

std::array<int, 3> pixels_of(const TriangleMesh& above, const Settings& settings, double sunk = 0.01) {
  const Surface floor = surface_of(box_between({-2, -2, -1}, {2, 2, 0}));
  const Surface body = surface_of(shifted(above, {0, 0, -bounds(above).min.z() - sunk}));
  std::array<int, 3> pixels = detect(floor, body, settings).region.pixels;
  std::sort(pixels.begin(), pixels.end());
  return pixels;
}

TEST(FlatRegion, OfTwoBoxesHasFewPixelsAcrossItsShortSide) {
  const TriangleMesh box = make_box({1, 1, 1});
  EXPECT_EQ(pixels_of(box, whole_pair(across)), (std::array{across_flat, across, across}));
  EXPECT_EQ(pixels_of(box, whole_pair(3)), (std::array{3, 3, 3}));
  EXPECT_EQ(pixels_of(box, whole_pair(across), 0.4), (std::array{across, across, across})) << "not flat";
  EXPECT_EQ(pixels_of(box, as_in_f08(across)), (std::array{across, across, across}));
  EXPECT_EQ(pixels_of(make_sphere(0.5, 1280), whole_pair(across)), (std::array{across, across, across}));
  Settings settings = whole_pair(across);
  settings.contact.ldi.flat_resolution = across;
  EXPECT_EQ(pixels_of(box, settings), (std::array{across, across, across}));
}

// Lengths along columns are linear between edges, and the middle of a pixel is exact for what is linear. What
// is wrong is where edges cross a pixel.
TEST(FlatRegion, HasAHundredthOfItsVolumeWrongAtMost) {
  Dice dice(21);
  const TriangleMesh floor = box_between({-2, -2, -1}, {2, 2, 0});
  double wrong = 0;
  int trials = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const double tilt = dice.within(0, 0.03);
    const Pose pose{
        {0, 0, 0.5 + dice.within(-0.01, 0.4 * tilt)},
        Quat(Eigen::AngleAxisd(tilt, Vec3(dice.within(-1, 1), dice.within(-1, 1), 0).normalized()))};
    TriangleMesh box = make_box({1, 1, 1});
    for (Vec3& vertex : box.vertices)
      vertex = pose * vertex;
    const double exact = exact_intersection_volume(floor, box);
    if (!(exact > 1e-6))
      continue;
    const Surface a = surface_of(floor), b = surface_of(make_box({1, 1, 1}), pose);
    const PairContacts found = detect(a, b, whole_pair(across));
    ASSERT_LE(*std::min_element(found.region.pixels.begin(), found.region.pixels.end()), across_flat);
    wrong += std::abs(images_of(found).volume / exact - 1);
    ++trials;
  }
  ASSERT_GT(trials, 50);
  EXPECT_LT(wrong / trials, 1e-2);
}

} // namespace
} // namespace lamina::test
