#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  for (const Vec3& p : *simulation.snapshot(false)->bodies[1].positions)
    ASSERT_TRUE(p.allFinite());
}

TEST(OctopusesInBowl, StayInTheBowlHoweverTheyArePulled) {
  Simulation simulation(shipped("octopuses-in-bowl", 0));
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(-1, 1);
  const int steps = test::sanitized ? 20 : 2000;
  for (int step = 0; step < steps; ++step) {
    if (step % 100 == 50) {
      const std::uint32_t body = 1 + static_cast<std::uint32_t>(random() % 3);
      const auto skin = simulation.snapshot(false)->bodies[body].positions;
      simulation.apply(BeginDrag{body, (*skin)[random() % skin->size()]});
    }
    // Within the bowl's rim and not below its floor, so that only contact keeps them out of its wall.
    if (step % 100 >= 50 && step % 10 == 0)
      simulation.apply(
          MoveDrag{Vec3(0.6 * number(random), 0.7 + 0.3 * number(random), 0.6 * number(random))});
    if (step % 100 == 99)
      simulation.apply(EndDrag{});
    ASSERT_TRUE(simulation.step()) << simulation.problem();
  }
  const auto snapshot = simulation.snapshot(false);
  for (std::size_t body = 1; body < snapshot->bodies.size(); ++body) {
    EXPECT_GT(snapshot->bodies[body].pose.position.y(), 0.05) << "body " << body;
    EXPECT_LT(snapshot->bodies[body].pose.position.norm(), 2) << "body " << body;
  }
}

} // namespace
} // namespace lamina
