#include "core/response/penalty/stiffness.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(Stiffness, RestPenetrationIsThatOfTheHeaviestBodyFlatOnTheFloor) {
  ResponseSettings settings;
  settings.rest_penetration = 1e-3;
  const double mass = 8, size = 0.2, g = 9.81;
  const Stiffness s = stiffness_in_force(settings, mass, size, g);
  // A cube's face of area L² with pressure κ d carries m g at d = ε L; under F08, k V = k d L².
  EXPECT_NEAR(s.per_depth * (1e-3 * size) * size * size, mass * g, 1e-9);
  EXPECT_NEAR(s.per_volume * (1e-3 * size * size * size) * size * size, mass * g, 1e-9);
}

} // namespace
} // namespace lamina
