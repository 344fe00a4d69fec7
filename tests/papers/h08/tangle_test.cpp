#include "tests/papers/h08/tangle.h"

#include <gtest/gtest.h>

namespace lamina::papers::h08 {
namespace {

// "The ray-tracing algorithm manages to separate the objects while the objects are only deformed and stay
// interpenetrated with the proximity-based approach." Half of the overlap left is stuck by any reading; a
// hundredth of it is what freed_after() takes for none.
TEST(H08Fig10, RaysSeparateToriThatProximityLeavesDeformedAndStuck) {
  const Tangle rays = tangle(Start::beside, "raytraced", 2),
               paper = tangle(Start::beside, "raytraced H08", 2),
               gaps = tangle(Start::beside, "proximity", 2);
  const double first = rays.samples.front().overlap_m3;
  ASSERT_GT(first, 0.2 * rays.torus_m3) << "hardly tangled";
  EXPECT_GT(freed_after(rays), 0);
  EXPECT_GT(freed_after(paper), 0);
  EXPECT_GT(gaps.samples.back().overlap_m3, 0.5 * first);
  // Deformed: it holds more energy than a torus that proximity has not touched, or that rays have let go.
  EXPECT_GT(gaps.samples.back().elastic_J, 1);
}

TEST(H08Fig10, HoldsForOtherStartsToo) {
  for (const Start start : {Start::crossed, Start::stacked}) {
    const Tangle rays = tangle(start, "raytraced", 1), gaps = tangle(start, "proximity", 1);
    EXPECT_GT(freed_after(rays), 0) << start_name(start);
    EXPECT_GT(gaps.samples.back().overlap_m3, 0.5 * gaps.samples.front().overlap_m3) << start_name(start);
  }
}

} // namespace
} // namespace lamina::papers::h08
