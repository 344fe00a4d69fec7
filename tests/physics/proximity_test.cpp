#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

namespace lamina {
namespace {

using test::body_of;
using test::room;
using test::run_for;
using test::scene_of;

constexpr double degree = std::numbers::pi / 180;

constexpr double side = 0.1, mass = 1; // of a cube of water

std::shared_ptr<Scene> cube_in_a_room(std::size_t triangles, double height, const Quat& turn) {
  auto scene = scene_of({room(4), body_of("cube", make_box(Vec3::Constant(side), triangles), BodyKind::rigid,
                                          {{0.013, height, -0.021}, turn})});
  scene->settings.contact.method = "proximity";
  return scene;
}

double gap_below(const Simulation& simulation) {
  return simulation.snapshot()->bodies[1].pose.position.y() - 0.5 * side;
}

TEST(Proximity, RestsAsMuchNearerThanTheDistanceKeptAsItsWeightAsks) {
  // m g / (κ A), whatever the mesh of the cube: its vertices stand for its whole face.
  const double kept = 0.002, stiffness = 1e7, nearer = mass * 9.81 / (stiffness * side * side);
  for (const std::size_t triangles : {12, 1200})
    for (const double yaw : {0.0, 0.4}) {
      auto scene = cube_in_a_room(triangles, 0.5 * side + kept, test::turn({0, 1, 0}, yaw));
      scene->settings.contact.proximity.distance = kept;
      scene->settings.response.response = ResponseKind::penalty;
      scene->settings.response.stiffness_source = StiffnessSource::given;
      scene->settings.response.depth_stiffness = stiffness;
      Simulation simulation(scene);
      run_for(simulation, 2);
      EXPECT_NEAR(kept - gap_below(simulation), nearer, 0.01 * nearer);
      EXPECT_NEAR(simulation.snapshot()->bodies[1].contact_force.y(), mass * 9.81, 0.01 * mass * 9.81);
    }
}

TEST(Proximity, KeepsByDefaultAHundredthOfACube) {
  // A fiftieth of 3V/A, which is half of the side; and at rest a ten-thousandth of the side less.
  auto scene = cube_in_a_room(300, 0.5 * side, Quat::Identity());
  scene->settings.response.response = ResponseKind::penalty;
  Simulation simulation(scene);
  run_for(simulation, 2);
  EXPECT_NEAR(gap_below(simulation), (0.01 - 1e-4) * side, 1e-6 * side);
  EXPECT_LT(simulation.snapshot()->bodies[1].velocity.norm(), 1e-6);
}

TEST(Proximity, BringsADroppedCubeToRestOnAFace) {
  auto scene = cube_in_a_room(300, 0.12, test::turn({1, 2, 3}, 0.7));
  Simulation simulation(scene);
  run_for(simulation, 5);
  // Nothing stays deeper than one and a half times the depth of rest, a thousandth of the side. Where the
  // cube lies a little askew, its middle is less deep.
  EXPECT_NEAR(gap_below(simulation), (0.01 - 0.75e-3) * side, 0.75e-3 * side);
  EXPECT_LT(simulation.snapshot()->bodies[1].velocity.norm(), 1e-4);
}

/// Way and speed downhill on the room's floor after a while, gravity tilted by the angle.
std::pair<double, double> slide(double angle, double seconds) {
  auto scene = cube_in_a_room(300, 0.5 * side + 0.0099 * side, test::turn({0, 1, 0}, 0.3));
  scene->gravity = 9.81 * Vec3(std::sin(angle), -std::cos(angle), 0);
  Simulation simulation(scene);
  const double start = simulation.snapshot()->bodies[1].pose.position.x();
  run_for(simulation, seconds);
  const BodyState cube = simulation.snapshot()->bodies[1];
  return {cube.pose.position.x() - start, cube.velocity.x()};
}

TEST(Proximity, HoldsABlockBelowTheFrictionAngleAndLetsItSlideAboveIt) {
  // As of volumes: below the angle it creeps at v_s tan α / μ, at most 10⁻⁴ m/s.
  const auto [crept, creeping] = slide(26 * degree, 2);
  EXPECT_LT(creeping, 1.2e-4);
  EXPECT_LT(crept, 1e-3);
  const double acceleration = slide(30 * degree, 1).second - slide(30 * degree, 0.5).second;
  const double expected = 9.81 * (std::sin(30 * degree) - 0.5 * std::cos(30 * degree));
  EXPECT_NEAR(acceleration / 0.5, expected, 0.03 * expected);
}

/// Where a thin plate is that fell on the floor at 40 m/s, in steps of 0.4 m: twenty times its thickness.
double height_of_a_fast_plate(bool swept) {
  auto scene = scene_of({room(4), body_of("plate", make_box({0.3, 0.02, 0.3}, 300), BodyKind::rigid,
                                          {{0, 1.1, 0}, Quat::Identity()})});
  scene->bodies[1].velocity = {0, -40, 0};
  scene->settings.contact.method = "proximity";
  scene->settings.simulation.substeps = 1;
  scene->settings.contact.proximity.swept = swept;
  Simulation simulation(scene);
  run_for(simulation, 1);
  return simulation.snapshot()->bodies[1].pose.position.y();
}

TEST(Proximity, LetsAThinFastPlateTunnelUnlessItIsSwept) {
  EXPECT_LT(height_of_a_fast_plate(false), -1);
  EXPECT_GT(height_of_a_fast_plate(true), 0);
}

// In one step it goes from where its box does not reach the wall's to where none does behind it. On the way
// back its far side meets the wall from behind.
TEST(Proximity, SweepsAlsoWhatWasFarAway) {
  auto scene = scene_of({body_of("wall", make_box({0.01, 2, 2}, 300), BodyKind::fixed),
                         body_of("plate", make_box({0.02, 0.3, 0.3}, 300), BodyKind::rigid,
                                 {{1.1, 0.01, 0.02}, Quat::Identity()})});
  scene->bodies[1].velocity = {-40, 0, 0};
  scene->gravity = Vec3::Zero();
  scene->settings.contact.method = "proximity";
  scene->settings.simulation.substeps = 1;
  scene->settings.contact.proximity.swept = true;
  Simulation simulation(scene);
  run_for(simulation, 1);
  EXPECT_GT(simulation.snapshot()->bodies[1].pose.position.x(), 0.015) << "half of either";
}

TEST(Proximity, StatesAreTheSameForAnyNumberOfThreads) {
  std::uint64_t hashes[2];
  for (const int threads : {1, 4}) {
    std::vector<SceneBody> bodies{room(4)};
    for (int i = 0; i < 6; ++i)
      bodies.push_back(body_of(
          "body " + std::to_string(i), i % 2 ? make_sphere(0.05, 500) : make_box({0.1, 0.1, 0.1}, 300),
          BodyKind::rigid, {{0.02 * (i % 3), 0.06 + 0.11 * i, 0.01 * i}, test::turn({1, 2, 3}, 0.1 * i)}));
    auto scene = scene_of(bodies);
    scene->settings.contact.method = "proximity";
    scene->settings.simulation.threads = threads;
    Simulation simulation(scene);
    run_for(simulation, 0.5);
    EXPECT_GT(simulation.statistics().colliding_points, 0u);
    hashes[threads > 1] = simulation.statistics().state_hash;
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

} // namespace
} // namespace lamina
