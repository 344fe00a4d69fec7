#include "tests/contact/adaptive/bounds_of_pairs.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

TEST(AdaptiveBound, HoldsForRandomPairs) {
  const BoundsHeld held = bounds_of_random_pairs(400, 1, adaptive::Kinks::within);
  EXPECT_EQ(held.within_bound, held.count);
  // The error bar says how errors add up, and is no bound.
  EXPECT_GT(held.within_three_bars, 0.95 * held.count);
}

// Where edges are followed through the other body, hardly anything of such pairs is unknown, with one tile
// even: but of faces in one plane, and of edges that pass each other closely.
TEST(AdaptiveBound, OfTracedEdgesHoldsForRandomPairs) {
  const BoundsHeld held = bounds_of_random_pairs(400, 1, adaptive::Kinks::traced);
  EXPECT_EQ(held.within_bound, held.count);
  EXPECT_GT(held.exact, 0.8 * held.count);
}

} // namespace
} // namespace lamina::test
