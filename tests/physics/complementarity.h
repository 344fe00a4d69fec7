#pragma once

#include "core/simulation/simulation.h"
#include "tests/physics/shipped_scenes.h"

#include <gtest/gtest.h>

namespace lamina::test {

/// In every step of a shipped scene each contact that presses keeps the speed that it wants, and no other
/// falls below it, to 1 mm/s.
inline void expect_constraints_hold(const std::string& name, int steps) {
  Simulation simulation(std::make_shared<Scene>(shipped_scene(name)));
  for (int i = 0; i < steps; ++i) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    ASSERT_LT(simulation.statistics().complementarity_m_s, 1e-3) << name << ", step " << i;
  }
}

} // namespace lamina::test
