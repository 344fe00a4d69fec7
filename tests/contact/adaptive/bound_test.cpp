#include "tests/contact/adaptive/bounds_of_pairs.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

TEST(AdaptiveBound, HoldsForRandomPairs) {
  const BoundsHeld held = bounds_of_random_pairs(400, 1);
  EXPECT_EQ(held.within_bound, held.count);
  // The error bar says how errors add up, and is no bound.
  EXPECT_GT(held.within_three_bars, 0.95 * held.count);
}

} // namespace
} // namespace lamina::test
