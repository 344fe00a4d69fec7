#include "tests/papers/f08/octopuses.h"

#include <gtest/gtest.h>

namespace lamina::papers::f08 {
namespace {

// 0.6 s: the octopus has fallen half a metre into the bowl and lies on its arms.
TEST(F08Fig7a, OctopusLandsInTheBowlWithSmallOverlaps) {
  const Octopuses found = octopuses("octopus", "octopus-in-bowl", 32, 0.6);
  EXPECT_NEAR(static_cast<double>(found.triangles), 20000, 2000) << "far from the paper's count";
  EXPECT_GT(found.greatest_m3, 0);
  EXPECT_LT(found.last_m3, 0.02 * found.bodies_m3);
  EXPECT_GT(found.lowest_m, 0.1) << "through the bottom of the bowl";
}

} // namespace
} // namespace lamina::papers::f08
