#include "core/mesh/procedural.h"
#include "core/simulation/state_history.h"
#include "tests/simulation/allocation_count.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;
using test::turn;

/// Steps beyond which a simulation is warm: what fell lies, asleep where it may be, and its history is full
/// of states that take as much room as the next.
constexpr int warm = 3 * StateHistory::capacity + 100;

/// One thread runs everything in the caller's: what the thread pool asks for, a task now and then, is its
/// own affair and depends on who gets which share of the work.
std::shared_ptr<Scene> small_scene(std::vector<SceneBody> bodies) {
  auto scene = scene_of(std::move(bodies));
  scene->settings.simulation.threads = 1;
  scene->settings.contact.ldi.resolution = 8;
  return scene;
}

/// Allocations of `steps` further steps of a simulation that is warm.
std::uint64_t allocations_of(Simulation& simulation, int steps) {
  for (int i = 0; i < warm; ++i)
    simulation.step();
  EXPECT_EQ(simulation.problem(), "");
  const std::uint64_t before = test::allocations();
  for (int i = 0; i < steps; ++i)
    simulation.step();
  return test::allocations() - before;
}

class AllocationsOfAStep : public testing::Test {
protected:
  void SetUp() override {
    if (!test::allocations_are_counted())
      GTEST_SKIP() << "a sanitizer brings its own malloc";
  }
};

TEST_F(AllocationsOfAStep, AreCounted) {
  const std::uint64_t before = test::allocations();
  const std::vector<double> memory(test::allocations());
  EXPECT_EQ(test::allocations() - before, 1u);
}

TEST_F(AllocationsOfAStep, AreNoneInARestingHeapOfRigidBodies) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 8; ++i) {
    const Pose pose{{0.21 * (i % 2) + 0.01 * i, 0.11 + 0.21 * (i / 4), 0.21 * (i / 2 % 2)},
                    turn({1, 2, 3}, 0.02 * i)};
    bodies.push_back(body_of("body " + std::to_string(i),
                             i % 4 == 3 ? make_sphere(0.1, 200) : make_box({0.2, 0.2, 0.2}, 100),
                             BodyKind::rigid, pose));
  }
  Simulation simulation(small_scene(bodies));
  EXPECT_EQ(allocations_of(simulation, 100), 0u);
  EXPECT_GE(simulation.statistics().contact_pixels, 100u);
}

/// Those of Embree and its threads are its own affair.
TEST_F(AllocationsOfAStep, AreNoneWhereRaysAreCast) {
  for (const RayTree tree : {RayTree::bvh, RayTree::octree}) {
    std::vector<SceneBody> bodies{ground()};
    for (int i = 0; i < 4; ++i)
      bodies.push_back(body_of("body " + std::to_string(i), make_box({0.2, 0.2, 0.2}, 300), BodyKind::rigid,
                               {{0.21 * (i % 2), 0.1 + 0.2 * (i / 2), 0.01 * i}}));
    auto scene = small_scene(bodies);
    scene->settings.contact.method = "raytraced";
    scene->settings.contact.raytraced.tree = tree;
    Simulation simulation(scene);
    EXPECT_EQ(allocations_of(simulation, 100), 0u);
    EXPECT_GE(simulation.statistics().colliding_points, 50u);
  }
}

TEST_F(AllocationsOfAStep, AreNoneByProximity) {
  for (const bool swept : {false, true}) {
    std::vector<SceneBody> bodies{test::room(4)};
    for (int i = 0; i < 4; ++i)
      bodies.push_back(body_of("body " + std::to_string(i), make_box({0.2, 0.2, 0.2}, 100), BodyKind::rigid,
                               {{0.25 * i, 0.11, 0}, turn({0, 1, 0}, 0.2 * i)}));
    auto scene = small_scene(bodies);
    scene->settings.contact.method = "proximity";
    scene->settings.contact.proximity.swept = swept;
    Simulation simulation(scene);
    EXPECT_EQ(allocations_of(simulation, 100), 0u) << swept;
    EXPECT_GE(simulation.statistics().colliding_points, 1u);
  }
}

TEST_F(AllocationsOfAStep, AreNoneWhereSoftAndRigidBodiesLieOnEachOther) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 3; ++i) {
    SceneBody body =
        body_of("body " + std::to_string(i), make_box({0.2, 0.1, 0.2}, 100),
                i == 1 ? BodyKind::rigid : BodyKind::soft, {{0, 0.06 + 0.11 * i, 0}, turn({0, 1, 0}, i)});
    body.lattice_cells = 3;
    body.material = {1e5, 0.3, 0.02};
    bodies.push_back(body);
  }
  auto scene = small_scene(bodies);
  scene->settings.response.response = ResponseKind::penalty; // constraints list the rows of what deforms anew
  Simulation simulation(scene);
  EXPECT_EQ(allocations_of(simulation, 100), 0u);
  EXPECT_GE(simulation.statistics().contact_pixels, 100u);
}

} // namespace
} // namespace lamina
