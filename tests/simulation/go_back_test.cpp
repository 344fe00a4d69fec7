#include "core/simulation/simulation.h"
#include "core/simulation/state_history.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;
using test::turn;

std::shared_ptr<Scene> falling_boxes() {
  return scene_of(
      {ground(),
       body_of("low", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, 0.07, 0}, turn({1, 1, 0}, 0.3)}),
       body_of("high", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0.02, 0.2, 0}, turn({0, 1, 1}, 0.5)})});
}

void run(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

class GoingBackUnder : public testing::TestWithParam<ResponseKind> {};

TEST_P(GoingBackUnder, GivesTheSameStateAndTheSameFutureBitForBit) {
  const auto scene = falling_boxes();
  scene->settings.response.response = GetParam();
  Simulation simulation(scene);
  run(simulation, 30);
  const std::uint64_t then = simulation.statistics().state_hash;
  const double contact_J = simulation.statistics().contact_J;
  run(simulation, 40);
  const std::uint64_t later = simulation.statistics().state_hash;
  ASSERT_NE(then, later);

  ASSERT_TRUE(simulation.go_back(30));
  EXPECT_EQ(simulation.statistics().step, 30u);
  EXPECT_EQ(simulation.statistics().state_hash, then);
  EXPECT_EQ(simulation.statistics().contact_J, contact_J);
  EXPECT_FALSE(simulation.snapshot({.pixels = true})->pairs.empty())
      << "contacts of that state are there to look at";
  run(simulation, 40);
  EXPECT_EQ(simulation.statistics().state_hash, later);
}

INSTANTIATE_TEST_SUITE_P(Responses, GoingBackUnder,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

// A thin plate goes through the floor within one step, and further, until what was found crossed has pushed
// it back: what the sweep knows of the steps before belongs to the state.
std::shared_ptr<Scene> plate_through_the_floor() {
  auto scene = scene_of({test::room(4), body_of("plate", make_box({0.3, 0.02, 0.3}, 300), BodyKind::rigid,
                                                {{0, 1.1, 0}, turn({1, 0, 2}, 0.2)})});
  scene->bodies[1].velocity = {0, -40, 0};
  scene->settings.contact.method = "proximity";
  scene->settings.simulation.substeps = 1;
  scene->settings.contact.proximity.swept = true;
  return scene;
}

TEST(GoingBack, AlsoGivesBackWhatASweepRemembers) {
  constexpr std::uint64_t steps = 12;
  Simulation simulation(plate_through_the_floor());
  std::vector<std::uint64_t> hashes{simulation.statistics().state_hash};
  bool through = false;
  for (std::uint64_t i = 0; i < steps; ++i) {
    ASSERT_TRUE(simulation.step());
    hashes.push_back(simulation.statistics().state_hash);
    through = through || simulation.snapshot()->bodies[1].pose.position.y() < -0.05;
  }
  EXPECT_TRUE(through) << "nothing was swept through";
  for (std::uint64_t back = 0; back < steps; ++back) {
    ASSERT_TRUE(simulation.go_back(back));
    while (simulation.statistics().step < steps) {
      ASSERT_TRUE(simulation.step());
      const std::uint64_t step = simulation.statistics().step;
      ASSERT_EQ(simulation.statistics().state_hash, hashes[step]) << step << " from " << back;
    }
  }
  simulation.apply(Reset{});
  for (std::uint64_t step = 1; step <= steps; ++step) {
    ASSERT_TRUE(simulation.step());
    EXPECT_EQ(simulation.statistics().state_hash, hashes[step]) << "nothing from before is swept from";
  }
}

TEST(GoingBack, ReachesTheFirstStateAndNotFarther) {
  Simulation simulation(falling_boxes());
  const std::uint64_t first = simulation.statistics().state_hash;
  run(simulation, 5);
  EXPECT_EQ(simulation.oldest_step(), 0u);
  EXPECT_FALSE(simulation.go_back(6));
  EXPECT_TRUE(simulation.go_back(0));
  EXPECT_EQ(simulation.statistics().state_hash, first);
  EXPECT_TRUE(simulation.go_back(0));
}

TEST(GoingBack, KeepsSettingsAndALogThatRepeatsTheRun) {
  Simulation simulation(falling_boxes());
  run(simulation, 10);
  simulation.apply(BeginDrag{2, {0.02, 0.2, 0}});
  simulation.apply(MoveDrag{{0.2, 0.3, 0}});
  run(simulation, 10);
  simulation.apply(SetSetting{"resolution", std::int64_t{24}});
  run(simulation, 10);
  ASSERT_TRUE(simulation.go_back(15)); // in the middle of the drag, before the setting
  EXPECT_EQ(simulation.settings().contact.ldi.resolution, 24);
  EXPECT_TRUE(simulation.snapshot()->drags.empty());
  run(simulation, 20);

  Simulation again(falling_boxes());
  std::size_t next = 0;
  const auto events = simulation.events();
  for (std::uint64_t step = 0; step < 35; ++step) {
    for (; next < events.size() && events[next].step == step; ++next)
      again.apply(events[next].event);
    ASSERT_TRUE(again.step());
  }
  EXPECT_EQ(next, events.size());
  EXPECT_EQ(again.statistics().state_hash, simulation.statistics().state_hash);
}

TEST(StateHistory, ForgetsTheOldestBeyondItsCapacity) {
  StateHistory history;
  for (std::uint64_t step = 0; step < StateHistory::capacity + 10; ++step) {
    KeptState state;
    state.statistics.step = step;
    history.add(state);
  }
  EXPECT_EQ(history.oldest(), 10u);
  EXPECT_EQ(history.go_back(9), nullptr);
  ASSERT_NE(history.go_back(500), nullptr);
  EXPECT_EQ(history.go_back(501), nullptr) << "what came after is forgotten";
  EXPECT_EQ(history.go_back(10)->statistics.step, 10u);
}

TEST(StateHistory, IsBoundedInBytes) {
  StateHistory history;
  for (std::uint64_t step = 0; step < 40; ++step) {
    KeptState state;
    state.statistics.step = step;
    state.bodies.assign(2'000'000, 0.0); // 16 MB
    history.add(std::move(state));
  }
  EXPECT_EQ(history.oldest(), 40u - StateHistory::most_bytes / 16'001'000);
}

} // namespace
} // namespace lamina
