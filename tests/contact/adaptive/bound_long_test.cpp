#include "tests/contact/adaptive/bounds_of_pairs.h"
#include "tests/contact/adaptive/pairs_wanted.h"

#include <gtest/gtest.h>

#include <iostream>

namespace lamina::test {
namespace {

void holds(adaptive::Kinks kinks) {
  const BoundsHeld held = bounds_of_random_pairs(pairs_wanted(100'000), 2, kinks);
  std::cout << held.within_bound << " of " << held.count << " within the bound, " << held.within_three_bars
            << " within three error bars, " << held.exact << " exact\n";
  EXPECT_EQ(held.within_bound, held.count);
}

TEST(AdaptiveBound, HoldsForManyRandomPairs) {
  holds(adaptive::Kinks::within);
}

TEST(AdaptiveBound, OfTracedEdgesHoldsForManyRandomPairs) {
  holds(adaptive::Kinks::traced);
}

} // namespace
} // namespace lamina::test
