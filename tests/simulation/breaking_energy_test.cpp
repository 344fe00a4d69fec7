// What a run in which a body breaks keeps: energy, mass and momentum.

#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "core/simulation/simulation.h"
#include "tests/simulation/breaking_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace lamina {
namespace {

using test::block_on_an_edge;
using test::body_of_tets;
using test::scene_of;
using test::tet_box;
using test::turn;

/// Of what moves and is strained, without springs of contacts.
double energy_of_bodies(const StepStatistics& now) {
  return now.kinetic_J + now.potential_J + now.elastic_J;
}

/// How far energies rise in a run, J.
struct EnergyRise {
  double start = 0;            ///< of everything before the first step
  double above_start = -1e300; ///< of everything, contacts included
  double of_bodies = 0;        ///< above the lowest that they had before
  std::size_t pieces = 0;
};

EnergyRise rise_of(const std::shared_ptr<Scene>& scene, double duration) {
  Simulation simulation(scene);
  EnergyRise rise;
  rise.start = energy_of_bodies(simulation.statistics());
  double lowest = rise.start;
  for (int i = 0; i * scene->settings.simulation.time_step < duration; ++i) {
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    const StepStatistics& now = simulation.statistics();
    const double bodies = energy_of_bodies(now);
    rise.above_start = std::max(rise.above_start, bodies + now.contact_J - rise.start);
    rise.of_bodies = std::max(rise.of_bodies, bodies - lowest);
    lowest = std::min(lowest, bodies);
  }
  rise.pieces = (*simulation.snapshot()->infos)[2].pieces;
  return rise;
}

class EnergyOfBreaking : public testing::TestWithParam<ResponseKind> {
protected:
  static std::shared_ptr<Scene> scene(double strength, double time_step) {
    const auto scene = block_on_an_edge();
    scene->settings.response.response = GetParam();
    scene->settings.simulation.time_step = time_step;
    scene->bodies[2].material.tensile_strength = strength;
    return scene;
  }
};

/// Of the energy that the run begins with: what bodies may get back from contacts. 0.03 % was the most that
/// was found; a tenth of the elastic energy of a piece that breaks off would be more.
constexpr double most_given_back = 0.002;

// Splitting a face keeps energy, and an implicit step and an inelastic contact lose some: two thirds are gone
// at the end. So the whole never has more than at its start.
TEST_P(EnergyOfBreaking, NeverGrows) {
  for (const double time_step : {0.005, 0.0025}) {
    const EnergyRise rise = rise_of(scene(4e3, time_step), 0.3);
    EXPECT_GE(rise.pieces, 2u);
    EXPECT_LE(rise.above_start, 0) << time_step;
    EXPECT_LE(rise.of_bodies, most_given_back * rise.start) << time_step;
  }
}

// The springs of a penalty are put at overlaps as these are found (F08, section 3.3), and splinters are found
// often. What those springs hold is damped, and moves no body.
TEST_P(EnergyOfBreaking, OfBodiesNeverGrowsAmongSplinters) {
  // The block hits the edge after 6 ms; with sanitizers only as long as splinters take to the ground.
  const EnergyRise rise = rise_of(scene(500, 0.0025), test::sanitized ? 0.12 : 0.3);
  EXPECT_GE(rise.pieces, 10u);
  EXPECT_LE(rise.of_bodies, most_given_back * rise.start);
  if (GetParam() == ResponseKind::constraints) {
    EXPECT_LE(rise.above_start, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Responses, EnergyOfBreaking,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

/// A block in the air that touches nothing.
SceneBody flying_block(double strength) {
  SceneBody block = body_of_tets("block", tet_box(4, {0.4, 0.1, 0.1}), {{0, 5, 0}, turn({1, 2, 3}, 1)});
  block.material = {2e5, 0.3, 0, strength};
  block.velocity = {1, 2, 3};
  block.self_contact = false;
  return block;
}

/// The state with the block drawn out by a twentieth and turning.
Simulation::StoredState stretched(Simulation::StoredState state, const Pose& pose) {
  const std::size_t nodes = state.bodies.size() / 6;
  const Vec3 along = pose.orientation * Vec3(1, 0, 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    Eigen::Map<Vec3> place(&state.bodies[3 * i]), velocity(&state.bodies[3 * (nodes + i)]);
    const Vec3 arm = place - pose.position;
    place += 0.05 * arm.dot(along) * along;
    velocity += Vec3(0.3, 1, 2).cross(arm);
  }
  return state;
}

/// How far off a flight of 0.1 s is at most, as shares.
struct FlightErrors {
  double mass = 0, momentum = 0, angular_momentum = 0;
  std::size_t pieces = 0;
};

FlightErrors errors_of_flight(double strength, double time_step) {
  const SceneBody block = flying_block(strength);
  const auto scene = scene_of({block});
  scene->settings.simulation.time_step = time_step;
  Simulation simulation(scene);
  EXPECT_TRUE(simulation.step());
  const Simulation::StoredState start = stretched(simulation.stored_state(), block.pose);
  simulation.go_to(1, {}, [&start](std::uint64_t) { return start; });

  NodalBody body(block, soft_parts(block));
  body.restore(start.bodies);
  const Vec3 momentum = body.momentum(), angular = body.angular_momentum();
  FlightErrors errors;
  for (int i = 1; i * time_step < 0.1; ++i) {
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    body.restore(simulation.body_states());
    const double mass = std::accumulate(body.masses().begin(), body.masses().end(), 0.0);
    const Vec3 by_gravity = body.mass() * i * time_step * scene->gravity;
    const Vec3 gained = body.momentum() - momentum - by_gravity;
    errors.mass = std::max(errors.mass, std::abs(mass / body.mass() - 1));
    errors.momentum = std::max(errors.momentum, gained.norm() / momentum.norm());
    errors.angular_momentum =
        std::max(errors.angular_momentum, (body.angular_momentum() - angular).norm() / angular.norm());
  }
  errors.pieces = (*simulation.snapshot()->infos)[0].pieces;
  return errors;
}

// No force but gravity acts on it, however it breaks while it springs back. A step goes along stiffness as it
// was at the step's start, so angular momentum is kept the better the shorter the step is, in one piece and
// in several.
TEST(MomentumOfBreaking, ChangesByGravityAlone) {
  double whole_before = 0.01, broken_before = 0.01;
  for (const double time_step : {4e-4, 5e-5}) {
    if (test::sanitized && time_step < 4e-4)
      continue;
    const FlightErrors whole = errors_of_flight(1e9, time_step);
    const FlightErrors broken = errors_of_flight(4e3, time_step);
    EXPECT_EQ(whole.pieces, 1u);
    EXPECT_GE(broken.pieces, 2u);
    // A sum over hundreds of nodes in each of up to two thousand steps.
    EXPECT_LT(broken.mass, 1e-12);
    EXPECT_LT(broken.momentum, 1e-12);
    // An eighth of the step; by which order they shrink depends on how fast what swings is.
    EXPECT_LT(whole.angular_momentum, 0.5 * whole_before);
    EXPECT_LT(broken.angular_momentum, 0.5 * broken_before);
    whole_before = whole.angular_momentum;
    broken_before = broken.angular_momentum;
  }
}

} // namespace
} // namespace lamina
