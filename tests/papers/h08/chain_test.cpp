#include "tests/papers/h08/chain.h"

#include <gtest/gtest.h>

namespace lamina::papers::h08 {
namespace {

// "The rings start the scene with no collision between them, but when they get interpenetrated they are not
// able to follow the chain movement. However, with the ray trace algorithm the rings can move freely, even
// with interpenetrations." A step of 0.04 s lets them interpenetrate under either method.
TEST(H08Fig12, RingsThatGotIntoEachOtherComeApartByRaysAndStickByProximity) {
  const Chain rays = swing_chain("raytraced", 0.04, 1.6), gaps = swing_chain("proximity", 0.04, 1.6);
  // A hundredth of a ring, where what carries the chain's weight at rest is a seventh of that.
  const double deep = 0.01 * rays.ring_m3;
  EXPECT_GT(rays.greatest_overlap(), deep);
  EXPECT_GT(gaps.greatest_overlap(), deep);
  EXPECT_LT(rays.overlap.back(), 0.5 * deep);
  EXPECT_GT(gaps.overlap.back(), 2 * deep);
  EXPECT_TRUE(rays.linked);
}

} // namespace
} // namespace lamina::papers::h08
