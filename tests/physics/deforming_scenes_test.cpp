#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace lamina {
namespace {

std::shared_ptr<Scene> shipped(const char* name, int threads) {
  const std::vector<std::filesystem::path> files{resolve_scene_name(name)};
  auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.threads = threads;
  return scene;
}

TEST(HeapMixed, HasTheSameHashesWithOneThreadAndWithTwo) {
  Simulation one(shipped("heap-mixed", 1)), two(shipped("heap-mixed", 2));
  ASSERT_GE(one.scene().bodies.size(), 60u);
  for (int step = 0; step < (test::sanitized ? 5 : 60); ++step) {
    ASSERT_TRUE(one.step()) << one.problem();
    ASSERT_TRUE(two.step()) << two.problem();
    ASSERT_EQ(one.statistics().state_hash, two.statistics().state_hash) << "step " << step;
  }
  EXPECT_GT(one.statistics().contacts, 0u);
}

/// Overlap of body 1 with itself, m³.
double self_overlap(const Snapshot& snapshot) {
  for (const PairState& pair : snapshot.pairs)
    if (pair.contacts.body[0] == 1 && pair.contacts.body[1] == 1)
      return pair.contacts.volume;
  return 0;
}

TEST(OctopusInBowl, AnArmDraggedThroughItsOwnBodyComesFreeAgain) {
  if (test::sanitized)
    GTEST_SKIP() << "five seconds of an octopus take minutes under sanitizers";
  Simulation simulation(shipped("octopus-in-bowl", 0));
  test::run_for(simulation, 1.5);

  // The vertex farthest from the middle is the tip of an arm; it is pulled through the body to the other
  // side.
  auto snapshot = simulation.snapshot(false);
  const std::vector<Vec3>& skin = *snapshot->bodies[1].positions;
  const Vec3 middle = snapshot->bodies[1].pose.position;
  const Vec3 tip = *std::max_element(skin.begin(), skin.end(), [&](const Vec3& a, const Vec3& b) {
    return (a - middle).norm() < (b - middle).norm();
  });
  simulation.apply(BeginDrag{1, tip});
  double deepest = 0;
  for (int step = 0; step < 150; ++step) {
    simulation.apply(MoveDrag{tip + std::min(1.0, step / 100.0) * 1.6 * (middle - tip)});
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    deepest = std::max(deepest, self_overlap(*simulation.snapshot(false)));
  }
  simulation.apply(EndDrag{});
  test::run_for(simulation, 2);
  const double volume = simulation.snapshot(false)->infos->at(1).mass / 1000;
  // Arms that rest on one another overlap by what their weight asks for, far below a thousandth of the body.
  EXPECT_LT(self_overlap(*simulation.snapshot(false)), 1e-3 * volume)
      << "at most " << deepest << " while pulled";
  snapshot = simulation.snapshot(false);
  for (const Vec3& p : *snapshot->bodies[1].positions)
    ASSERT_TRUE(p.allFinite());
}

/// Pulls a random spot of a random octopus about within the bowl's rim and above its floor for half of every
/// second, so that only contact keeps them out of its wall.
void pull_about(Simulation& simulation, int steps, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int step = 0; step < steps; ++step) {
    if (step % 100 == 50) {
      const std::uint32_t body = 1 + static_cast<std::uint32_t>(random() % 3);
      const auto skin = simulation.snapshot(false)->bodies[body].positions;
      simulation.apply(BeginDrag{body, (*skin)[random() % skin->size()]});
    }
    if (step % 100 >= 50 && step % 10 == 0)
      simulation.apply(
          MoveDrag{Vec3{0.6 * number(random), 0.7 + 0.3 * number(random), 0.6 * number(random)}});
    if (step % 100 == 99)
      simulation.apply(EndDrag{});
    ASSERT_TRUE(simulation.step()) << simulation.problem() << ", step " << step;
  }
  const auto snapshot = simulation.snapshot(false);
  for (std::size_t body = 1; body < snapshot->bodies.size(); ++body) {
    const Vec3& middle = snapshot->bodies[body].pose.position;
    EXPECT_GT(middle.y(), 0.05) << "body " << body;
    EXPECT_LT(std::hypot(middle.x(), middle.z()), 1.2)
        << "body " << body << ": a metre from the axis is the rim";
  }
}

TEST(OctopusesInBowl, StayInTheBowlHoweverTheyArePulled) {
  Simulation simulation(shipped("octopuses-in-bowl", 0));
  pull_about(simulation, test::sanitized ? 20 : 2000, 4);
}

/// Run by hand: lamina_physics_tests --gtest_also_run_disabled_tests --gtest_filter='*TenMinutes'.
TEST(OctopusesInBowl, DISABLED_StayInTheBowlForTenMinutes) {
  Simulation simulation(shipped("octopuses-in-bowl", 0));
  for (unsigned minute = 0; minute < 10 && !HasFailure(); ++minute)
    pull_about(simulation, 6000, minute);
}

} // namespace
} // namespace lamina
