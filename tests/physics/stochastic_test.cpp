#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_under;
using test::turn;

// As under raytraced: the parts of its vertices' areas across the floor add up to its face.
TEST(StochasticRest, OfALevelBoxIsAsDeepAsItsFaceNeeds) {
  for (const std::size_t triangles : {12u, 1000u}) {
    const double size = 0.1, mass = 1000 * size * size * size, area = size * size;
    auto scene = scene_under(
        "stochastic", {ground(), body_of("box", make_box(Vec3::Constant(size), triangles), BodyKind::rigid,
                                         {{0.013, 0.5 * size, -0.021}, turn({0, 1, 0}, 0.3)})});
    scene->settings.response.response = ResponseKind::penalty;
    scene->settings.response.stiffness_source = StiffnessSource::given;
    scene->settings.response.depth_stiffness = 1e7;
    Simulation simulation(scene);
    run_for(simulation, 2);
    const auto snapshot = simulation.snapshot();
    const double expected = mass * 9.81 / (1e7 * area);
    EXPECT_NEAR(0.5 * size - snapshot->bodies[1].pose.position.y(), expected, 0.01 * expected) << triangles;
    EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), mass * 9.81, 0.01 * mass * 9.81);
    EXPECT_LT(snapshot->bodies[1].velocity.norm() + snapshot->bodies[1].spin.norm() * size, 1e-4);
  }
}

TEST(StochasticRest, IsReachedByWhatFallsOnAFloor) {
  // A box that lands on an edge, and a ball, whose floor has two triangles.
  auto scene = scene_under(
      "stochastic",
      {ground(),
       body_of("box", make_box(Vec3::Constant(0.1)), BodyKind::rigid, {{0, 0.12, 0}, turn({0, 0, 1}, 0.4)}),
       body_of("ball", make_sphere(0.1, 2000), BodyKind::rigid, {{0.5, 0.15, 0}, {}})});
  scene->bodies[2].pose.orientation = Quat::Identity();
  Simulation simulation(scene);
  run_for(simulation, 2.5);
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[1].pose.position.y(), 0.05, 5e-4);
  EXPECT_LT(snapshot->bodies[1].velocity.norm(), 1e-3);
  // On a facet: a ball of triangles has a radius of 0.1 at its corners.
  EXPECT_NEAR(snapshot->bodies[2].pose.position.y(), 0.1, 1e-3);
}

TEST(StochasticRest, OfBoxesOnEachOtherStands) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 3; ++i)
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(0.1), i == 1 ? 12u : 300u),
                             BodyKind::rigid,
                             {{0.004 * i, 0.1 * i + 0.05, 0.003 * i}, turn({0, 1, 0}, 0.05 * i)}));
  Simulation simulation(scene_under("stochastic", bodies));
  run_for(simulation, 2);
  const auto snapshot = simulation.snapshot();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(snapshot->bodies[i + 1].pose.position.y(), 0.1 * static_cast<double>(i) + 0.05, 1e-3);
    EXPECT_LT(snapshot->bodies[i + 1].velocity.norm(), 1e-3);
  }
}

TEST(StochasticMotion, OfThrownBodiesKeepsTheirMomentum) {
  SceneBody left = body_of("left", make_blob({0.2, 0.16, 0.18}, 0.02, 12, 3, 1200), BodyKind::rigid);
  SceneBody right = body_of("right", make_blob({0.2, 0.18, 0.16}, 0.02, 12, 4, 900), BodyKind::rigid,
                            {{0.24, 0.05, 0.02}, Quat::Identity()});
  left.velocity = {1, 0, 0};
  auto scene = scene_under("stochastic", {left, right});
  scene->gravity = Vec3::Zero();
  scene->settings.solver.cg_tolerance = 1e-12;
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    scene->settings.response.response = response;
    Simulation simulation(scene);
    ASSERT_TRUE(simulation.step());
    const Vec3 start = simulation.statistics().momentum;
    run_for(simulation, 0.3);
    EXPECT_LT((simulation.statistics().momentum - start).norm(), 1e-9 * start.norm());
    EXPECT_GT(simulation.snapshot()->bodies[1].velocity.x(), 0.2);
  }
}

TEST(StochasticRuns, RepeatAndRewindBitForBit) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 4; ++i)
    bodies.push_back(body_of(
        "blob" + std::to_string(i), make_blob({0.2, 0.16, 0.18}, 0.02, 12, 3 + static_cast<unsigned>(i), 800),
        BodyKind::rigid, {{0.03 * i, 0.1 + 0.17 * i, 0.02 * i}, turn({0, 0, 1}, 0.4 * i)}));
  auto scene = scene_under("stochastic", bodies);
  scene->settings.simulation.threads = 1;
  Simulation simulation(scene);
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    hashes.push_back(simulation.statistics().state_hash);
  }
  std::uint64_t kept = 0;
  const auto snapshot = simulation.snapshot();
  for (const PairState& pair : snapshot->pairs)
    kept += stochastic_of(pair.contacts).kept;
  EXPECT_GT(kept, 0u);

  scene->settings.simulation.threads = 2;
  Simulation again(scene);
  for (const std::uint64_t hash : hashes) {
    ASSERT_TRUE(again.step());
    ASSERT_EQ(again.statistics().state_hash, hash) << "step " << again.statistics().step;
  }
  for (const std::size_t step : {45u, 20u}) {
    ASSERT_TRUE(simulation.go_back(step));
    for (std::size_t i = step; i < hashes.size(); ++i) {
      ASSERT_TRUE(simulation.step());
      ASSERT_EQ(simulation.statistics().state_hash, hashes[i]) << "from step " << step << " on, at " << i + 1;
    }
  }
}

} // namespace
} // namespace lamina
