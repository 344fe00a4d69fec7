#include "tests/physics/constrained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace lamina {
namespace {

using test::drift_in;
using test::run_for;

TEST(Constraints, MomentumStaysInTenThousandStarts) {
  test::expect_that_momentum_stays(10'000, 11);
}

/// In the last half of so many seconds.
double drift_of_stack(int cubes, double seconds, double offset = 0) {
  Simulation simulation(test::stack_of(cubes, offset));
  run_for(simulation, 0.5 * seconds);
  return drift_in(simulation, 0.5 * seconds);
}

TEST(Constraints, AStackOfThirtyStandsForAMinute) {
  EXPECT_LT(drift_of_stack(30, 60), 1e-4);
}

// Offsets of up to 5 cm leave what lies above over the face below.
TEST(Constraints, StacksOfCubesThatLieAtRandomStandForAMinute) {
  for (const int cubes : {10, 20, 30})
    EXPECT_LT(drift_of_stack(cubes, 60, 0.05), 1e-4) << cubes;
}

TEST(Constraints, AStackOfTenStandsForAnHour) {
  EXPECT_LT(drift_of_stack(10, 3600), 1e-4);
}

// Bodies come out of what is left of their depth in the first minutes. The bound is a tenth of what is asked.
TEST(Constraints, AHeapOfAHundredCubesIsStillInAnHour) {
  Simulation simulation(test::heap_of(4, 7));
  run_for(simulation, 1800);
  EXPECT_LT(drift_in(simulation, 1800), 1e-5);
}

} // namespace
} // namespace lamina
