#include "core/contact/method.h"
#include "core/simulation/simulation.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::body_of_tets;
using test::ground;
using test::scene_of;
using test::tet_box;
using test::turn;

/// A block that falls onto an edge and breaks over it.
std::shared_ptr<Scene> block_on_an_edge() {
  SceneBody block =
      body_of_tets("block", tet_box(4, {0.4, 0.1, 0.1}), {{-0.2, 0.22, -0.05}, turn({0, 0, 1}, 0)});
  block.material = {2e5, 0.3, 0.01, 4e3};
  block.velocity = {0, -3, 0};
  SceneBody edge =
      body_of("edge", make_box({0.1, 0.1, 0.3}), BodyKind::fixed, {{0, 0.1, 0}, turn({0, 0, 1}, 0.785)});
  auto scene = scene_of({ground(), edge, block});
  scene->settings.simulation.time_step = 0.005;
  return scene;
}

void take_steps(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

std::size_t vertices_of(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].positions->size();
}

class BreakingUnder : public testing::TestWithParam<ResponseKind> {};

TEST_P(BreakingUnder, ARunRepeatsAndRewindsBitForBit) {
  const auto scene = block_on_an_edge();
  scene->settings.response.response = GetParam();
  Simulation simulation(scene);
  const std::size_t whole = vertices_of(simulation, 2);
  std::vector<std::uint64_t> hashes, sizes;
  for (int i = 0; i < 60; ++i) {
    take_steps(simulation, 1);
    hashes.push_back(simulation.statistics().state_hash);
    sizes.push_back(vertices_of(simulation, 2));
  }
  ASSERT_GT(sizes.back(), whole) << "it broke";

  scene->settings.simulation.threads = 3;
  Simulation again(scene);
  for (const std::uint64_t hash : hashes) {
    take_steps(again, 1);
    ASSERT_EQ(again.statistics().state_hash, hash) << "step " << again.statistics().step;
  }

  // Back to before it broke, into the breaking, and on from there.
  for (const std::size_t step : {40u, 20u, 5u}) {
    ASSERT_TRUE(simulation.go_back(step));
    EXPECT_EQ(simulation.statistics().state_hash, hashes[step - 1]);
    EXPECT_EQ(vertices_of(simulation, 2), sizes[step - 1]);
    const auto seen = simulation.snapshot({.pixels = true, .inside = true});
    EXPECT_EQ((*seen->infos)[2].mesh->mesh.vertices.size(), sizes[step - 1]);
  }
  for (std::size_t step = 5; step < hashes.size(); ++step) {
    take_steps(simulation, 1);
    ASSERT_EQ(simulation.statistics().state_hash, hashes[step]) << "step " << step + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Responses, BreakingUnder,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

// A stored state is all that it takes to go on, however it broke.
TEST(Breaking, StoredStatesGoOnBitForBit) {
  const auto scene = block_on_an_edge();
  Simulation simulation(scene);
  std::vector<Simulation::StoredState> stored{simulation.stored_state()};
  for (int i = 0; i < 40; ++i) {
    take_steps(simulation, 1);
    stored.push_back(simulation.stored_state());
  }
  Simulation other(scene);
  for (const std::size_t step : {40u, 10u, 30u}) {
    other.go_to(step, simulation.events(), [&](std::uint64_t asked) { return stored[asked]; });
    EXPECT_EQ(vertices_of(other, 2), vertices_of(other, 2));
    for (std::size_t next = step + 1; next < std::min<std::size_t>(step + 5, stored.size()); ++next) {
      take_steps(other, 1);
      EXPECT_EQ(other.statistics().state_hash, stored[next].statistics.state_hash) << next;
    }
  }
}

TEST(Breaking, AHandThatHoldsABreakingBodyIsPartOfTheRun) {
  const auto scene = block_on_an_edge();
  const auto play = [&scene](std::vector<std::uint64_t>& hashes) {
    Simulation simulation(scene);
    take_steps(simulation, 4);
    simulation.apply(BeginDrag{2, {0.18, 0.25, 0}});
    for (int i = 0; i < 40; ++i) {
      simulation.apply(MoveDrag{{0.18, 0.25 + 0.02 * i, 0}});
      take_steps(simulation, 1);
      hashes.push_back(simulation.statistics().state_hash);
    }
    EXPECT_FALSE(simulation.snapshot()->drags.empty());
  };
  std::vector<std::uint64_t> first, second;
  play(first);
  play(second);
  EXPECT_EQ(first, second);
}

/// Every method that can be made here, with every backend of it.
class BreakingWith : public testing::TestWithParam<MethodRegistration> {};

TEST_P(BreakingWith, BodiesBreakAndGoOn) {
  const auto scene = block_on_an_edge();
  scene->settings.contact.method = GetParam().method;
  scene->settings.contact.backend = GetParam().backend;
  Simulation simulation(scene);
  const std::size_t whole = vertices_of(simulation, 2);
  std::size_t broken = whole;
  for (int i = 0; i < 60; ++i) {
    take_steps(simulation, 1);
    const auto seen = simulation.snapshot({.pixels = true, .inside = true, .tree_level = 3, .trees = true});
    ASSERT_GE(seen->bodies[2].positions->size(), broken);
    broken = seen->bodies[2].positions->size();
  }
  EXPECT_GT(broken, whole);
  EXPECT_GT(simulation.snapshot()->bodies[2].pose.position.y(), 0) << "it stays above the ground";
  ASSERT_TRUE(simulation.go_back(3));
  take_steps(simulation, 20);
}

INSTANTIATE_TEST_SUITE_P(Methods, BreakingWith, testing::ValuesIn(contact_methods()),
                         [](const auto& info) { return info.param.method + "_" + info.param.backend; });

} // namespace
} // namespace lamina
