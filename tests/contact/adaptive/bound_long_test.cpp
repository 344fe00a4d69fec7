#include "tests/contact/adaptive/bounds_of_pairs.h"

#include <gtest/gtest.h>

#include <iostream>

namespace lamina::test {
namespace {

TEST(AdaptiveBound, HoldsForAHundredThousandRandomPairs) {
  const BoundsHeld held = bounds_of_random_pairs(100'000, 2);
  std::cout << held.within_bound << " of " << held.count << " within the bound, " << held.within_three_bars
            << " within three error bars\n";
  EXPECT_EQ(held.within_bound, held.count);
}

} // namespace
} // namespace lamina::test
