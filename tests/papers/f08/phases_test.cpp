#include "tests/papers/f08/phases.h"

#include <gtest/gtest.h>

namespace lamina::papers::f08 {
namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

// Counted work stands for time, which no test can rely on. Crossings that the volume phase walks and the
// pixels that it makes follow the pixels of the image, 64 times as many at 128², and not the triangles; what
// the LDI phase reads and uploads are the triangles.
TEST(F08Tab1, VolumeWorkFollowsPixelsAndNotTriangles) {
  const Phases coarse16 = phases("coarse", bunny_stand_in(5000), 16, 1);
  const Phases coarse128 = phases("coarse", bunny_stand_in(5000), 128, 1);
  const Phases fine128 = phases("fine", bunny_stand_in(20000), 128, 1);
  EXPECT_EQ(coarse128.last.columns, 64 * coarse16.last.columns);
  EXPECT_EQ(coarse16.last.columns, 3u * 16 * 16);
  EXPECT_GT(coarse16.last.contact_pixels, 100u);
  EXPECT_NEAR(ratio(coarse128.last.contact_pixels, coarse16.last.contact_pixels), 64, 8);
  EXPECT_NEAR(ratio(coarse128.last.fragments, coarse16.last.fragments), 64, 8);
  EXPECT_GT(fine128.triangles, 3 * coarse128.triangles);
  EXPECT_NEAR(ratio(fine128.last.contact_pixels, coarse128.last.contact_pixels), 1, 0.1);
}

TEST(F08Tab1, StandInsHaveThePapersTriangleCounts) {
  // The pattern of the divided icosahedron comes in steps of a few per cent.
  EXPECT_NEAR(static_cast<double>(bunny_stand_in(69674).triangles.size()), 69674, 0.02 * 69674);
  EXPECT_NEAR(static_cast<double>(bunny_stand_in(21553).triangles.size()), 21553, 0.02 * 21553);
}

} // namespace
} // namespace lamina::papers::f08
