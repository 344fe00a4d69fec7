#include "tests/papers/h08/cylinder.h"

#include <gtest/gtest.h>

namespace lamina::papers::h08 {
namespace {

// The paper reads 8 % at worst for 10 sides and about 1 % for many, at a depth that it does not state.
TEST(H08Fig8, TangentialForcesShrinkWithTheSidesAndWithTheCosine) {
  const double depth = 0.3;
  const Tangential coarse = tangential_force(10, depth, true), fine = tangential_force(150, depth, true);
  EXPECT_LT(coarse.mean, 0.08);
  EXPECT_LT(fine.mean, 0.01);
  EXPECT_LT(fine.worst, coarse.worst);
  for (const int sides : {10, 50, 150})
    EXPECT_LT(tangential_force(sides, depth, true).mean, tangential_force(sides, depth, false).mean) << sides;
}

} // namespace
} // namespace lamina::papers::h08
