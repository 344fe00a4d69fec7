#include "core/contact/adaptive/shadow.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using adaptive::Shadow;
using adaptive::Vec2;

/// By sums over a grid: what of the tile lies behind a segment.
Shadow summed(const Vec2& p, const Vec2& q, const Vec2& half, double& reach) {
  constexpr int cells = 300;
  const Vec2 way = q - p;
  Vec2 normal = Vec2(way.y(), -way.x()).normalized();
  double from_line = normal.dot(p);
  if (from_line < 0) {
    normal = -normal;
    from_line = -from_line;
  }
  Shadow sum;
  reach = 0;
  const double cell = 4 * half.x() * half.y() / (cells * cells);
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const Vec2 x((2 * (i + 0.5) / cells - 1) * half.x(), (2 * (j + 0.5) / cells - 1) * half.y());
      const double along = normal.dot(x);
      if (along <= from_line)
        continue;
      const Vec2 y = from_line / along * x;
      if (const double at = (y - p).dot(way) / way.squaredNorm(); at < 0 || at > 1)
        continue;
      sum.area += cell;
      sum.distance += cell * (along - from_line);
      sum.moment += cell * x;
      reach += cell * (x - y).norm();
    }
  return sum;
}

TEST(Shadow, IsWhatSumsOverAGridSay) {
  Dice dice(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec2 half(dice.within(0.2, 2), dice.within(0.2, 2));
    const Vec2 p(dice.within(-2, 2), dice.within(-2, 2)), q(dice.within(-2, 2), dice.within(-2, 2));
    double begin = 0, end = 1;
    if (!adaptive::clip_segment(p, q, half, begin, end))
      continue;
    const Vec2 from = p + begin * (q - p), to = p + end * (q - p);
    double reach = 0;
    const Shadow sums = summed(from, to, half, reach), found = adaptive::shadow_of(from, to, half);
    // Cells at the rim count wholly or not: at most those along four lines.
    const double rim = 4 * 2.0 / 300 * 4 * half.x() * half.y();
    EXPECT_NEAR(found.area, sums.area, rim) << trial;
    EXPECT_NEAR(found.distance, sums.distance, rim * half.norm()) << trial;
    EXPECT_LT((found.moment - sums.moment).norm(), 2 * rim * half.norm()) << trial;
    EXPECT_GE(found.reach(), reach - rim * half.norm()) << trial;
  }
}

// Half of the square beside a line through its middle: ∫ x over 0 ≤ x ≤ 1, −1 ≤ y ≤ 1.
TEST(Shadow, OfASegmentThroughTheMiddleIsOneSideOfItsLine) {
  const Vec2 half(1, 1);
  const Shadow through = adaptive::shadow_of({0, -0.5}, {0, 0.5}, half);
  EXPECT_NEAR(through.area, 2, 1e-15);
  EXPECT_NEAR(through.distance, 1, 1e-15);
  const Shadow begins = adaptive::shadow_of({0, 0}, {0, 0.5}, half);
  EXPECT_NEAR(begins.distance, 2, 1e-15);
}

TEST(Shadow, OfASegmentSeenEndOnIsEmpty) {
  EXPECT_EQ(adaptive::shadow_of({0.2, 0.2}, {0.5, 0.5}, {1, 1}).area, 0);
}

} // namespace
} // namespace lamina::test
