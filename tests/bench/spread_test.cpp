#include "core/bench/spread.h"

#include <gtest/gtest.h>

namespace lamina::bench {
namespace {

TEST(Spread, MedianAndQuartilesLieBetweenTheValuesNearest) {
  const Spread five = spread_of({5, 1, 4, 2, 3});
  EXPECT_EQ(five.count, 5u);
  EXPECT_DOUBLE_EQ(five.lower, 2);
  EXPECT_DOUBLE_EQ(five.median, 3);
  EXPECT_DOUBLE_EQ(five.upper, 4);
  const Spread four = spread_of({40, 10, 30, 20});
  EXPECT_DOUBLE_EQ(four.lower, 17.5);
  EXPECT_DOUBLE_EQ(four.median, 25);
  EXPECT_DOUBLE_EQ(four.upper, 32.5);
}

TEST(Spread, OneDisturbedRepetitionDoesNotMoveTheMedian) {
  EXPECT_DOUBLE_EQ(spread_of({1, 1, 1, 1, 1e9}).median, 1);
}

TEST(Spread, OneValueIsAllOfItAndNoneIsNothing) {
  const Spread one = spread_of({7});
  EXPECT_EQ(one.lower, 7);
  EXPECT_EQ(one.median, 7);
  EXPECT_EQ(one.upper, 7);
  EXPECT_EQ(spread_of({}).count, 0u);
}

} // namespace
} // namespace lamina::bench
