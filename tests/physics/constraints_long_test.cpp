#include "tests/physics/constrained.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::run_for;

TEST(Constraints, MomentumStaysInTenThousandStarts) {
  test::expect_that_momentum_stays(10'000, 11);
}

/// How far the body that moves most gets in the last half of so many seconds, m.
double drift_of_stack(int cubes, double seconds) {
  Simulation simulation(test::stack_of(cubes));
  run_for(simulation, 0.5 * seconds);
  const auto half = simulation.snapshot();
  run_for(simulation, 0.5 * seconds);
  const auto end = simulation.snapshot();
  double most = 0;
  for (std::size_t i = 0; i < end->bodies.size(); ++i)
    most = std::max(most, (end->bodies[i].pose.position - half->bodies[i].pose.position).norm());
  return most;
}

TEST(Constraints, AStackOfThirtyStandsForAMinute) {
  EXPECT_LT(drift_of_stack(30, 60), 1e-4);
}

TEST(Constraints, AStackOfTenStandsForAnHour) {
  EXPECT_LT(drift_of_stack(10, 3600), 1e-4);
}

} // namespace
} // namespace lamina
