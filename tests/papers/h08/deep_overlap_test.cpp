#include "tests/papers/h08/deep_overlap.h"

#include <gtest/gtest.h>

namespace lamina::papers::h08 {
namespace {

// Fig. 1: with the depth of an overlap the forces of proximity grow less and then vanish, since those it
// still finds are the ones around the rim; those of rays grow with it.
TEST(H08Fig1, ForceGrowsWithDepthByRaysAndFadesByProximity) {
  for (const std::string method : {"raytraced", "raytraced H08"}) {
    double before = 0;
    for (const double depth : {0.05, 0.2, 0.4, 0.65}) {
      const double force = ball_in_slab(method, depth).force_N;
      EXPECT_GT(force, 1.2 * before) << method << ", " << depth << " m";
      before = force;
    }
  }
  const double shallow = ball_in_slab("proximity", 0.15).force_N,
               deep = ball_in_slab("proximity", 0.5).force_N;
  EXPECT_GT(shallow, 0);
  EXPECT_LT(deep, 0.5 * shallow);
  const Finding deeper = ball_in_slab("proximity", 0.7);
  EXPECT_EQ(deeper.contacts, 0u);
  EXPECT_GT(deeper.overlap_m3, 0.5 * 0.5236) << "of the ball";
}

// Fig. 9: "no collision is detected and the contact force is null. Note that this does not induce
// instabilities. [...] The same happens when one object is completely inside the other."
TEST(H08Fig1, RaysThatLeaveTheirOwnBodyFirstFindNothingAndStayStable) {
  for (const std::string method : {"raytraced", "raytraced H08"}) {
    const Finding plates = crossed_plates(method);
    EXPECT_GT(plates.overlap_m3, 0.9 * 0.05 * 0.05);
    EXPECT_GT(plates.rays, 100u);
    EXPECT_EQ(plates.own_first, plates.rays);
    EXPECT_EQ(plates.contacts, 0u);
    EXPECT_EQ(plates.force_N, 0);
    EXPECT_EQ(crossed_plates_speed(method), 0);
    const Finding included = ball_in_slab(method, 1.2);
    EXPECT_GT(included.overlap_m3, 0.5);
    EXPECT_EQ(included.force_N, 0);
  }
}

} // namespace
} // namespace lamina::papers::h08
