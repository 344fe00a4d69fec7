#include "tests/papers/w12/motion.h"

#include <gtest/gtest.h>

namespace lamina::papers::w12 {
namespace {

// Fig. 1a: the overlap is resolved without a kick, and the nut turns down. Pixels do in this test what tiles
// do in the figure, a hundred times faster.
TEST(W12Fig1a, ANutThatOverlapsItsScrewComesFreeAndTurnsDown) {
  const Unscrewing found = unscrew("ldi", 10'000, 2.5);
  EXPECT_GT(found.start_m3, 3e-6);
  EXPECT_GT(found.resolved_s, 0) << "never";
  EXPECT_LT(found.resolved_s, 1);
  // A quarter more than theory: half a second of that goes into coming free.
  EXPECT_GT(found.five_turns_s, found.theory_s);
  EXPECT_LT(found.five_turns_s, 1.3 * found.theory_s);
}

// Fig. 1b: tiles feel a ridge of 1 mm.
TEST(W12Fig1b, TilesFeelARidge) {
  const double rise = rise_over_bump("adaptive", 0.5);
  EXPECT_GT(rise, 0.5e-3);
  EXPECT_LT(rise, 1e-3);
}

} // namespace
} // namespace lamina::papers::w12
