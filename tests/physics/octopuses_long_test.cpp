#include "tests/physics/octopuses.h"

namespace lamina {
namespace {

TEST(OctopusesInBowl, StayInTheBowlForTenMinutes) {
  Simulation simulation(test::shipped("octopuses-in-bowl", 0));
  for (unsigned minute = 0; minute < 10 && !HasFailure(); ++minute)
    test::pull_about(simulation, 6000, minute);
}

} // namespace
} // namespace lamina
