#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;
using test::turn;

/// Blocks of the same friction, root of 0.25, on a plane of so many degrees.
std::shared_ptr<Scene> block_on_a_slope(double degrees, ResponseKind response) {
  const Quat tilt = turn({0, 0, 1}, degrees * std::acos(-1.0) / 180);
  auto scene = scene_of({body_of("slope", make_box({4, 0.2, 2}), BodyKind::fixed, {Vec3::Zero(), tilt}),
                         body_of("block", make_box({0.25, 0.2, 0.25}), BodyKind::rigid,
                                 {tilt * Vec3(0.5, 0.2, 0.1), tilt * turn({0, 1, 0}, 0.5)})});
  scene->settings.contact.method = "adaptive";
  scene->settings.response.response = response;
  scene->settings.friction.coefficient = 0.5;
  return scene;
}

// `ldi` moves bodies the same with error bars, also where contacts are kept, and says what they may be off
// by.
TEST(ErrorBar, ChangesNothingButWhatIsKnown) {
  std::array<std::uint64_t, 2> states{};
  for (const bool bars : {false, true}) {
    auto scene = block_on_a_slope(20, ResponseKind::constraints);
    scene->settings.contact.method = "ldi";
    scene->settings.contact.ldi.error_bar = bars;
    Simulation simulation(scene);
    int overlaps = 0;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(simulation.step());
      const StepStatistics& step = simulation.statistics();
      if (step.volume_m3 == 0)
        continue;
      ++overlaps;
      EXPECT_EQ(std::isfinite(step.volume_bound_m3), bars) << i;
      // Flat faces are found exactly, but for what the tilt of the sinking block cuts off.
      EXPECT_EQ(step.volume_bound_m3 < 0.1 * step.volume_m3, bars) << i;
    }
    EXPECT_GT(overlaps, 50);
    states[bars] = simulation.statistics().state_hash;
  }
  EXPECT_EQ(states[0], states[1]);
}

class AdaptiveUnder : public testing::TestWithParam<ResponseKind> {};

TEST_P(AdaptiveUnder, ABlockRestsAndHoldsOnASlope) {
  for (const double degrees : {0.0, 20.0}) { // tan 20° = 0.36
    Simulation simulation(block_on_a_slope(degrees, GetParam()));
    const Vec3 start = simulation.snapshot()->bodies[1].pose.position;
    for (int i = 0; i < 100; ++i)
      ASSERT_TRUE(simulation.step()) << simulation.problem();
    const BodyState block = simulation.snapshot()->bodies[1];
    EXPECT_LT((block.pose.position - start).norm(), 2e-3) << degrees << "°";
    EXPECT_LT(block.velocity.norm(), 1e-3) << degrees << "°";
  }
}

TEST_P(AdaptiveUnder, ABlockSlidesWhereFrictionDoesNotHold) {
  // tan 35° = 0.70. A penalty takes a while to press as hard as the block weighs: then `ldi` does too.
  std::array<double, 2> speeds{};
  for (const bool tiles : {false, true}) {
    auto scene = block_on_a_slope(35, GetParam());
    scene->settings.contact.method = tiles ? "adaptive" : "ldi";
    Simulation simulation(scene);
    for (int i = 0; i < 50; ++i)
      ASSERT_TRUE(simulation.step());
    speeds[tiles] = simulation.snapshot()->bodies[1].velocity.norm();
  }
  EXPECT_GT(speeds[1], 0.4);
  EXPECT_NEAR(speeds[1], speeds[0], 0.02 * speeds[0]);
}

/// Two bumpy bodies that fly at each other, with nothing else to push them.
std::shared_ptr<Scene> blobs_that_meet(ResponseKind response) {
  auto scene = scene_of({body_of("left", make_blob({0.2, 0.15, 0.2}, 0.01, 8, 2, 1280), BodyKind::rigid,
                                 {{-0.12, 0, 0}, turn({1, 1, 0}, 0.3)}),
                         body_of("right", make_blob({0.2, 0.2, 0.2}, 0.01, 8, 3, 1280), BodyKind::rigid,
                                 {{0.1, 0.02, 0.01}, turn({0, 1, 1}, 0.5)})});
  scene->settings.contact.method = "adaptive";
  scene->settings.contact.adaptive.tiles = TileKind::w12;
  scene->settings.contact.adaptive.error_image = 16;
  scene->settings.contact.adaptive.tile_budget = 1024;
  scene->settings.response.response = response;
  scene->gravity.setZero();
  scene->bodies[0].velocity = {1, 0, 0};
  return scene;
}

// On W12's own tiles too the forces on both bodies are each other's opposites.
TEST_P(AdaptiveUnder, BodiesThatMeetOnTilesOfW12KeepTheirMomentum) {
  Simulation simulation(blobs_that_meet(GetParam()));
  ASSERT_TRUE(simulation.step());
  const Vec3 before = simulation.statistics().momentum;
  int contacts = 0;
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    contacts += simulation.statistics().volume_m3 > 0;
  }
  EXPECT_GT(contacts, 0);
  EXPECT_GT(simulation.snapshot()->bodies[1].velocity.x(), 0.1);
  EXPECT_LT((simulation.statistics().momentum - before).norm(), 1e-9 * before.norm());
}

TEST_P(AdaptiveUnder, ThreadsChangeNothingOnTilesOfW12) {
  std::array<std::uint64_t, 2> states{};
  for (const int threads : {1, 4}) {
    auto scene = blobs_that_meet(GetParam());
    scene->settings.simulation.threads = threads;
    Simulation simulation(scene);
    for (int i = 0; i < 12; ++i)
      ASSERT_TRUE(simulation.step());
    states[threads > 1] = simulation.statistics().state_hash;
  }
  EXPECT_EQ(states[0], states[1]);
}

class AdaptiveGoesBack : public testing::TestWithParam<std::pair<ResponseKind, TileDirections>> {};

TEST_P(AdaptiveGoesBack, AndGivesTheSameFutureBitForBit) {
  auto scene = scene_of(
      {ground(),
       body_of("low", make_blob({0.2, 0.15, 0.2}, 0.01, 8, 2, 1280), BodyKind::rigid,
               {{0, 0.09, 0}, turn({1, 1, 0}, 0.3)}),
       body_of("high", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0.02, 0.25, 0}, turn({0, 1, 1}, 0.5)})});
  scene->settings.contact.method = "adaptive";
  scene->settings.contact.adaptive.tile_budget = 256;
  scene->settings.contact.adaptive.directions = GetParam().second;
  scene->settings.contact.adaptive.area_bound = true;
  scene->settings.response.response = GetParam().first;
  Simulation simulation(scene);
  std::vector<std::uint64_t> hashes{simulation.statistics().state_hash};
  constexpr std::uint64_t steps = 40;
  while (simulation.statistics().step < steps) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    hashes.push_back(simulation.statistics().state_hash);
  }
  EXPECT_TRUE(std::isfinite(simulation.statistics().volume_bound_m3));
  EXPECT_TRUE(std::isfinite(simulation.statistics().area_vector_bound_m2));
  for (const std::uint64_t back : {25u, 10u, 0u}) {
    ASSERT_TRUE(simulation.go_back(back));
    while (simulation.statistics().step < steps) {
      ASSERT_TRUE(simulation.step());
      const std::uint64_t step = simulation.statistics().step;
      ASSERT_EQ(simulation.statistics().state_hash, hashes[step]) << step << " from " << back;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, AdaptiveGoesBack,
                         testing::Values(std::pair{ResponseKind::penalty, TileDirections::smallest},
                                         std::pair{ResponseKind::constraints, TileDirections::smallest},
                                         std::pair{ResponseKind::penalty, TileDirections::optimised},
                                         std::pair{ResponseKind::constraints, TileDirections::optimised}));

INSTANTIATE_TEST_SUITE_P(Responses, AdaptiveUnder,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

} // namespace
} // namespace lamina
