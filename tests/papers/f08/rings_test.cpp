#include "core/contact/ldi/image_evidence.h"
#include "tests/papers/f08/rings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::papers::f08 {
namespace {

TEST(F08Fig10, PixelsOfEveryDirectionBoundTheSameVolume) {
  const RingPixels coarse = ring_pixels(16), fine = ring_pixels(256);
  EXPECT_GT(fine.volume, 0);
  // Depth vanishes at the rim, so the error falls with the square of the pixel: a few per cent at 16².
  EXPECT_NEAR(coarse.volume, fine.volume, 0.05 * fine.volume);
  for (std::size_t direction = 0; direction < 3; ++direction) {
    // Of some twenty pixels at 16², every fifth may be just inside or outside of the rim.
    EXPECT_GT(coarse.pairs[direction], 10u);
    EXPECT_NEAR(static_cast<double>(fine.pairs[direction]) / static_cast<double>(coarse.pairs[direction]),
                256, 0.2 * 256)
        << "direction " << direction;
    EXPECT_NEAR(images_of(fine.contacts).volume_xyz[static_cast<Eigen::Index>(direction)], fine.volume,
                0.01 * fine.volume);
  }
}

class F08Energy : public testing::TestWithParam<int> {};

// The ring has the energy of its drop to spend. Newly found overlaps add some (F08 section 5): from 8×8 on a
// few per cent of it, below that as much again, in knocks that do not build up.
TEST_P(F08Energy, SwingingRingNeverDiverges) {
  const Swing found = swing(GetParam(), 3);
  EXPECT_GT(found.greatest_kinetic, 0.2 * found.drop) << "it hardly swings";
  EXPECT_LT(found.greatest_excess, (GetParam() < 8 ? 2.5 : 0.1) * found.drop);
  // It hangs on: energy lost to a fall through the other ring would be far more.
  EXPECT_GT(found.samples.back()[2], -2 * found.drop);
}

TEST(F08EnergyByResolution, IsSteadierWithMorePixels) {
  const double least = swing(2, 3).roughness, middle = swing(8, 3).roughness, most = swing(32, 3).roughness;
  EXPECT_LT(middle, 0.5 * least);
  EXPECT_LT(most, 0.5 * middle);
}

INSTANTIATE_TEST_SUITE_P(Resolution, F08Energy, testing::Values(2, 4, 8, 16, 32),
                         testing::PrintToStringParamName());

TEST(F08Lod, PixelsGetFewerAndCoarserAsTheCameraGoesAway) {
  Detail before = detail(0.5);
  const double volume = detail(0.1).volume;
  for (double distance = 1; distance <= 64; distance *= 2) {
    const Detail now = detail(distance);
    EXPECT_LE(now.columns, before.columns) << distance;
    EXPECT_GE(now.pixel_size, before.pixel_size) << distance;
    before = now;
  }
  const Detail near = detail(1), farther = detail(4);
  // Four times farther, pixels are four times as large.
  EXPECT_NEAR(farther.pixel_size / near.pixel_size, 4, 1e-9);
  EXPECT_NEAR(near.volume, volume, 0.05 * volume);
}

} // namespace
} // namespace lamina::papers::f08
