#include "core/response/constraints/cell_constraint.h"

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

/// Cells of all kinds with velocities around those at which they begin to slide or part.
class RandomCells {
public:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vec4 vector() { return Vec4(number(), number(), number(), number()); }

  CellConstraint cell() {
    CellConstraint made;
    made.stiffness = 2 + number();
    made.friction = std::max(0.0, number());
    made.separation = 0.3 * number();
    made.slides = number() > 0;
    made.limit = 0.5 + 0.5 * number();
    made.slip = 0.1 + 0.1 * number();
    made.guess = vector();
    return made;
  }

private:
  std::mt19937 random_{3};
};

constexpr int trials = 2000;

TEST(CellConstraint, PressesAndRubsNoMoreThanCoulombAllows) {
  RandomCells random;
  for (int i = 0; i < trials; ++i) {
    const CellConstraint cell = random.cell();
    const Vec4 impulse = answer(cell, random.vector()).impulse;
    EXPECT_GE(impulse[0], 0);
    const double most = cell.slides ? cell.limit : cell.friction * impulse[0];
    EXPECT_LE(impulse.tail<3>().norm(), (cell.rubs() ? most : 0) + 1e-12);
  }
}

TEST(CellConstraint, SticksWithinTheConeAndLetsGoBelowTheOppositeOne) {
  CellConstraint cell;
  cell.stiffness = 1;
  cell.friction = 0.5;
  cell.guess = Vec4(2, 0.9, 0, 0);
  EXPECT_EQ(answer(cell, Vec4::Zero()).impulse, cell.guess);
  cell.guess = Vec4(-1, 1.9, 0, 0);
  EXPECT_EQ(answer(cell, Vec4::Zero()).impulse, Vec4(Vec4::Zero()));
}

// Away from where the answer bends, so that both sides of the difference lie on one piece of it.
TEST(CellConstraint, SlopeIsTheDerivativeOfTheImpulse) {
  RandomCells random;
  constexpr double step = 1e-6;
  int compared = 0;
  for (int i = 0; i < trials; ++i) {
    const CellConstraint cell = random.cell();
    const Vec4 u = random.vector(), d = random.vector();
    const CellAnswer at = answer(cell, u), before = answer(cell, u - step * d),
                     after = answer(cell, u + step * d);
    if (!(before.slope - after.slope).isZero(1e-4))
      continue;
    const Vec4 expected = (before.impulse - after.impulse) / (2 * step);
    EXPECT_LT((at.slope * d - expected).norm(), 1e-5) << i;
    EXPECT_LT((at.slope - at.slope.transpose()).norm(), 1e-12);
    ++compared;
  }
  EXPECT_GT(compared, trials / 2);
}

TEST(CellLine, SaysOfALineWhatTheAnswersAreThere) {
  RandomCells random;
  for (int i = 0; i < trials; ++i) {
    const CellConstraint cell = random.cell();
    const Vec4 u = random.vector(), c = random.vector();
    const CellLine line(cell, u, c);
    for (const double t : {0.0, 0.3, 1.0, 2.5}) {
      double power = 0, slope = 0;
      line.add(t, power, slope);
      const CellAnswer there = answer(cell, u + t * c);
      EXPECT_NEAR(power, c.dot(there.impulse), 1e-9) << i;
      EXPECT_NEAR(slope, c.dot(there.slope * c), 1e-9) << i;
    }
  }
}

} // namespace
} // namespace lamina
