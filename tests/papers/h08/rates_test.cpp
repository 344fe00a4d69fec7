#include "tests/papers/h08/rates.h"

#include "core/simulation/simulation.h"
#include "tests/papers/h08/many_tori.h"

#include <gtest/gtest.h>

namespace lamina::papers::h08 {
namespace {

// Pairs are spread over threads as each gets free; that must show in nothing but time.
TEST(H08Par, ManyPairsComeOutTheSameBitForBitForAnyNumberOfThreads) {
  for (const std::string method : {"raytraced", "raytraced H08", "proximity"}) {
    const std::uint64_t one = state_after(10, method, 1, 5);
    for (const int threads : {2, 5})
      EXPECT_EQ(state_after(10, method, threads, 5), one) << method << ", " << threads << " threads";
  }
}

// The scene that is timed: pairs in proportion to the tori, all of which find contacts at the start.
TEST(H08Fig13, PairsGrowInProportionToTheTori) {
  const auto pairs = [](int tori) {
    Simulation simulation(many_tori(tori, "raytraced", 1));
    EXPECT_TRUE(simulation.step());
    std::size_t found = 0;
    const auto snapshot = simulation.snapshot({.pixels = true});
    for (const PairState& pair : snapshot->pairs)
      found += pair.contacts.contacts.empty() ? 0 : 1;
    return static_cast<double>(found);
  };
  // A column of five has four; columns that touch add to them, and towards the inside of the field more.
  EXPECT_GE(pairs(5), 4);
  const double fifteen = pairs(15), sixty = pairs(60);
  EXPECT_GT(sixty, 4 * fifteen);
  EXPECT_LT(sixty, 6 * fifteen);
}

} // namespace
} // namespace lamina::papers::h08
