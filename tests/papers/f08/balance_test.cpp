#include "tests/papers/f08/balance.h"

#include <gtest/gtest.h>

namespace lamina::papers::f08 {
namespace {

// A quarter of a second is some two time constants √(L/g) of the fall from a tilt: any torque that is not
// noise shows as a turn. The cube drops into place and rings a little deeper than its rest depth.
TEST(F08Fig8a, CubeKeepsItsUnstableBalanceOnAnEdge) {
  const BalanceResult result = balance("balance", Balance::edge_on_face, 0.25, 64);
  EXPECT_NEAR(result.held_s, 0.25, 1e-9);
  EXPECT_LT(std::get<double>(result.table.rows.back()[2]), 0.1);
  EXPECT_LT(result.sink_m, 2 * result.exact_sink);
  EXPECT_GT(result.sink_m, 0.5 * result.exact_sink);
  EXPECT_LT(result.exact_sink, 1e-3) << "no visible overlap: below a pixel of a picture of 1000 pixels";
}

TEST(F08Fig8a, CrossingEdgesTouchInAPointAndHold) {
  const BalanceResult result = balance("balance", Balance::edge_across_edge, 0.25, 64);
  EXPECT_NEAR(result.held_s, 0.25, 1e-9);
  EXPECT_LT(result.sink_m, 2 * result.exact_sink);
}

} // namespace
} // namespace lamina::papers::f08
