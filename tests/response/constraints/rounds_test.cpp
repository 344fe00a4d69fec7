#include "core/response/constraints/rounds.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

constexpr double holds = Rounds::holds;

/// A pair with one cell that presses with 1 N·s.
std::vector<PairConstraints> one_cell(double friction) {
  std::vector<PairConstraints> pairs(1);
  CellConstraint& cell = pairs[0].cells().emplace_back();
  cell.friction = friction;
  cell.stiffness = 1;
  cell.impulse[0] = cell.guess[0] = 1;
  return pairs;
}

TEST(Rounds, EndAtOnceWhereAllHolds) {
  auto pairs = one_cell(0.5);
  Rounds rounds;
  rounds.begin(2, 1e3, true);
  EXPECT_FALSE(rounds.next(pairs, std::vector{Vec4(0.5 * holds, 0, 0, 0)}));
  EXPECT_EQ(rounds.complementarity(), 0.5 * holds);
}

TEST(Rounds, OpenCellsMayPartButNotApproach) {
  auto pairs = one_cell(0);
  pairs[0].cells()[0].impulse.setZero();
  Rounds rounds;
  rounds.begin(2, 1e3, true);
  EXPECT_FALSE(rounds.next(pairs, std::vector{Vec4(5, 0, 0, 0)}));
  EXPECT_LE(rounds.complementarity(), 0);
  EXPECT_TRUE(rounds.next(pairs, std::vector{Vec4(-2 * holds, 0, 0, 0)}));
  EXPECT_EQ(rounds.complementarity(), 2 * holds);
}

TEST(Rounds, HarderWhereImpulsesHaveNotSettled) {
  auto pairs = one_cell(0);
  Rounds rounds;
  rounds.begin(2, 1e3, true);
  for (int i = 0; i < 3; ++i) {
    pairs[0].cells()[0].impulse[0] += 1;
    ASSERT_TRUE(rounds.next(pairs, std::vector{Vec4(-1, 0, 0, 0)}));
  }
  EXPECT_GT(pairs[0].cells()[0].stiffness, 1);
  EXPECT_EQ(pairs[0].cells()[0].guess, pairs[0].cells()[0].impulse);
}

TEST(Rounds, SlipThatGoesToAndFroTakesSmallerSteps) {
  auto pairs = one_cell(1);
  Rounds rounds;
  rounds.begin(20, 1e3, true);
  double far = 0;
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(rounds.next(pairs, std::vector{Vec4(-1, i % 2 == 0 ? 1.0 : 0.0, 0, 0)}));
    far = std::max(far, i < 4 ? 0 : std::abs(pairs[0].cells()[0].slip - 0.5));
  }
  EXPECT_LT(far, 0.5);
}

TEST(Rounds, GiveUpWhereNothingGetsBetter) {
  for (const bool rigid : {true, false}) {
    auto pairs = one_cell(0.5);
    Rounds rounds;
    rounds.begin(2, 1e3, rigid);
    int made = 0;
    while (rounds.next(pairs, std::vector{Vec4(-1, 0, 0, 0)})) {
      pairs[0].cells()[0].impulse[0] += pairs[0].cells()[0].stiffness;
      ASSERT_LT(++made, 25);
    }
    EXPECT_LE(pairs[0].cells()[0].stiffness, 3e3);
  }
}

} // namespace
} // namespace lamina
