#include "tests/contact/adaptive/bounds_of_pairs.h"

#include <gtest/gtest.h>

#include <iostream>

namespace lamina::test {
namespace {

void holds(adaptive::Kinks kinks) {
  const BoundsHeld held = bounds_of_random_pairs(100'000, 2, kinks);
  std::cout << held.within_bound << " of " << held.count << " within the bound, " << held.within_three_bars
            << " within three error bars, " << held.exact << " exact\n";
  EXPECT_EQ(held.within_bound, held.count);
}

TEST(AdaptiveBound, HoldsForAHundredThousandRandomPairs) {
  holds(adaptive::Kinks::within);
}

TEST(AdaptiveBound, OfTracedEdgesHoldsForAHundredThousandRandomPairs) {
  holds(adaptive::Kinks::traced);
}

} // namespace
} // namespace lamina::test
