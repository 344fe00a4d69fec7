#include "tests/physics/cloth_throws.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

TEST(ClothThrows, OfAHundredThousandNodesNonePassesThroughTheBall) {
  const Throws throws = throw_sheets_at_a_ball(26'000, 10);
  EXPECT_GE(throws.struck, 100'000u);
  EXPECT_EQ(throws.passed, 0u);
  // Between two detections nodes move by up to 8 cm, and what others pull goes on for another.
  EXPECT_GT(throws.nearest, ball_radius - 2 * 0.08);
  EXPECT_GT(throws.nearest_way, ball_radius - 2 * 0.08);
}

} // namespace
} // namespace lamina::test
