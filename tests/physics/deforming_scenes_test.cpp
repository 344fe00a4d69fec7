#include "core/contact/ldi/image_evidence.h"
#include "tests/physics/octopuses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

TEST(HeapMixed, HasTheSameHashesWithOneThreadAndWithTwo) {
  Simulation one(test::shipped("heap-mixed", 1)), two(test::shipped("heap-mixed", 2));
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
      return images_of(pair.contacts).volume;
  return 0;
}

TEST(OctopusInBowl, AnArmDraggedThroughItsOwnBodyComesFreeAgain) {
  if (test::sanitized)
    GTEST_SKIP() << "five seconds of an octopus take minutes under sanitizers";
  Simulation simulation(test::shipped("octopus-in-bowl", 0));
  test::run_for(simulation, 1.5);

  // The vertex farthest from the middle is the tip of an arm; it is pulled through the body to the other
  // side.
  auto snapshot = simulation.snapshot();
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
    deepest = std::max(deepest, self_overlap(*simulation.snapshot()));
  }
  simulation.apply(EndDrag{});
  test::run_for(simulation, 2);
  const double volume = simulation.snapshot()->infos->at(1).mass / 1000;
  // Arms that rest on one another overlap by what their weight asks for, far below a thousandth of the body.
  EXPECT_LT(self_overlap(*simulation.snapshot()), 1e-3 * volume) << "at most " << deepest << " while pulled";
  snapshot = simulation.snapshot();
  for (const Vec3& p : *snapshot->bodies[1].positions)
    ASSERT_TRUE(p.allFinite());
}

TEST(OctopusesInBowl, StayInTheBowlHoweverTheyArePulled) {
  Simulation simulation(test::shipped("octopuses-in-bowl", 0));
  test::pull_about(simulation, test::sanitized ? 20 : 1000, 4);
}

} // namespace
} // namespace lamina
