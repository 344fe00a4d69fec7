#include "tests/physics/constrained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace lamina {
namespace {

using test::run_for;

TEST(Constraints, MomentumStaysInTenThousandStarts) {
  test::expect_that_momentum_stays(10'000, 11);
}

/// How far the body that moves most gets in so many seconds, m.
double drift_in(Simulation& simulation, double seconds) {
  const auto before = simulation.snapshot();
  run_for(simulation, seconds);
  const auto after = simulation.snapshot();
  double most = 0;
  for (std::size_t i = 0; i < after->bodies.size(); ++i)
    most = std::max(most, (after->bodies[i].pose.position - before->bodies[i].pose.position).norm());
  return most;
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

// It settles for some twenty minutes, by 2 mm in all, and then stands still, as stacks do in their last half.
TEST(Constraints, AHeapOfAHundredCubesIsStillInAnHour) {
  std::mt19937 random(7);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  std::vector<SceneBody> bodies{test::ground()};
  for (int i = 0; i < 100; ++i) {
    const Vec3 cell(1.8 * (i % 5 - 2), 1 + 1.8 * (i / 25), 1.8 * (i / 5 % 5 - 2));
    const Vec3 aside = 0.03 * Vec3(number(), number(), number());
    const Quat turned = Quat(1.5 + number(), number(), number(), number()).normalized();
    bodies.push_back(test::body_of("cube" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                                   {cell + aside, turned}));
  }
  Simulation simulation(test::constrained(std::move(bodies)));
  run_for(simulation, 1800);
  EXPECT_LT(drift_in(simulation, 1800), 1e-4);
}

} // namespace
} // namespace lamina
