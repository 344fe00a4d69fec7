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

TEST(TurnTimes, AreComparedTurnByTurn) {
  TurnTimes above, below;
  // A machine at half its speed in the later turns, of which one contender missed two.
  for (int turn = 0; turn < 6; ++turn)
    above.add(turn, turn < 3 ? 6 : 12);
  for (const int turn : {0, 3, 4, 5, 6})
    below.add(turn, turn < 3 ? 2 : 4);
  const Spread ratio = quotients(above, below);
  EXPECT_EQ(ratio.count, 4u);
  EXPECT_EQ(ratio.lower, 3);
  EXPECT_EQ(ratio.median, 3);
  EXPECT_EQ(ratio.upper, 3);
  EXPECT_NE(above.spread().median / below.spread().median, 3) << "which is what this is for";
}

TEST(TurnTimes, WithoutATurnInCommonHaveNoQuotient) {
  TurnTimes above, below;
  EXPECT_EQ(quotients(above, below).count, 0u);
  above.add(1, 6);
  below.add(2, 3);
  EXPECT_EQ(quotients(above, below).count, 0u);
  below.add(3, 0);
  above.add(3, 1);
  EXPECT_EQ(quotients(above, below).count, 0u) << "nothing is not divided by";
}

} // namespace
} // namespace lamina::bench
