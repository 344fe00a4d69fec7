#include "core/math/rotation_between.h"

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

TEST(RotationBetween, IsTheOneOfEigenBitForBit) {
  std::mt19937 dice(5);
  std::normal_distribution<double> number;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 from(number(dice), number(dice), number(dice)), to(number(dice), number(dice), number(dice));
    EXPECT_EQ(rotation_between(from, to).coeffs(), Quat::FromTwoVectors(from, to).coeffs());
  }
}

// Which axis is taken is open: it stands across, and the turn is half a turn.
TEST(RotationBetween, TakesAVectorToItsOpposite) {
  for (const Vec3& from : {Vec3(1, 0, 0), Vec3(0, -2, 0), Vec3(0.3, -0.4, 1.2), Vec3(1e-9, 1, 1e-9)})
    for (const double off : {0.0, 1e-8}) {
      const Vec3 to = -3 * from + off * from.unitOrthogonal();
      const Quat turn = rotation_between(from, to);
      EXPECT_NEAR(turn.norm(), 1, 1e-15);
      // Directions that are this close to opposite are taken as opposite: cosines are rounded at 1e-16,
      // angles at 1e-8.
      EXPECT_LT((turn * from.normalized() - to.normalized()).norm(), 1e-7);
    }
}

} // namespace
} // namespace lamina
