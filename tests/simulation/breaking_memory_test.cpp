// What a body that came apart leaves behind in memory.

#include "core/simulation/simulation.h"
#include "tests/simulation/allocation_count.h"
#include "tests/simulation/breaking_scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(MemoryOfBreaking, ReturnsToWhereItWasAfterEachReset) {
  if (!test::allocations_are_counted())
    GTEST_SKIP() << "a sanitizer brings its own malloc";
  const auto scene = test::block_on_an_edge();
  scene->settings.simulation.threads = 1;
  scene->bodies[2].material.tensile_strength = 300;
  Simulation simulation(scene);
  std::uint64_t after_first = 0;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 60; ++i)
      ASSERT_TRUE(simulation.step()) << simulation.problem();
    ASSERT_GE((*simulation.snapshot()->infos)[2].pieces, 10u);
    const std::uint64_t broken = test::live_bytes();
    simulation.apply(Reset{});
    const std::uint64_t now = test::live_bytes();
    // The history of states alone takes 2 MB.
    EXPECT_LT(now + 1'000'000, broken);
    if (round == 0)
      after_first = now;
    // Blocks are as large as what malloc has at hand, up to 16 bytes more than was asked for. The least that
    // a round could leave, a list of pieces, has 4 kB.
    EXPECT_NEAR(static_cast<double>(now), static_cast<double>(after_first), 2048) << round;
  }
}

} // namespace
} // namespace lamina
