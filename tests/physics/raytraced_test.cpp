#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_under;
using test::turn;

constexpr double degree = std::numbers::pi / 180;

// A level box sinks until κ A d = m g, as it does under the cells of volume contact: of its vertices' areas
// the parts across the floor add up to its face, be it four corners or a grid.
TEST(RaytracedRest, IsAsDeepAsTheFaceNeeds) {
  for (const std::size_t triangles : {12u, 2000u})
    for (const double yaw : {0.0, 0.3}) {
      const double size = 0.1, mass = 1000 * size * size * size, area = size * size;
      auto scene = scene_under(
          "raytraced", {ground(), body_of("box", make_box(Vec3::Constant(size), triangles), BodyKind::rigid,
                                          {{0.013, 0.5 * size, -0.021}, turn({0, 1, 0}, yaw)})});
      scene->settings.response.response = ResponseKind::penalty;
      scene->settings.response.stiffness_source = StiffnessSource::given;
      scene->settings.response.depth_stiffness = 1e7;
      Simulation simulation(scene);
      run_for(simulation, 2);
      const auto snapshot = simulation.snapshot();
      const double expected = mass * 9.81 / (1e7 * area);
      EXPECT_NEAR(0.5 * size - snapshot->bodies[1].pose.position.y(), expected, 0.01 * expected)
          << triangles << " triangles, yaw " << yaw;
      EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), mass * 9.81, 0.01 * mass * 9.81);
      EXPECT_LT(snapshot->bodies[1].velocity.norm() + snapshot->bodies[1].spin.norm() * size, 1e-4);
    }
}

// Both boxes cast, and the contact between them counts once: two boxes press the lower face twice as deep.
TEST(RaytracedRest, OfABoxOnABoxIsNoDeeperThanItsWeightNeeds) {
  const double size = 0.1, mass = 1000 * size * size * size, area = size * size;
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 2; ++i)
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(size), 2000), BodyKind::rigid,
                             {{0.002 * i, size * (0.5 + i), 0.001 * i}, turn({0, 1, 0}, 0.03 * i)}));
  auto scene = scene_under("raytraced", std::move(bodies));
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e7;
  Simulation simulation(scene);
  run_for(simulation, 2);
  const auto snapshot = simulation.snapshot();
  const double lower = snapshot->bodies[1].pose.position.y(), upper = snapshot->bodies[2].pose.position.y();
  const double expected = mass * 9.81 / (1e7 * area);
  EXPECT_NEAR(0.5 * size - lower, 2 * expected, 0.02 * expected);
  EXPECT_NEAR(size - (upper - lower), expected, 0.15 * expected); // vertices at the rim count wholly or not
}

/// Speed and way downhill of a block on a slope of μ = 0.5, and its acceleration in the second half.
struct Slide {
  double speed, distance, acceleration;
};
Slide slide(double angle, std::size_t triangles, double seconds) {
  const Quat tilt = turn({0, 0, 1}, angle);
  const Vec3 downhill = -(tilt * Vec3::UnitX());
  const Pose slab{tilt * Vec3(0, -0.5, 0), tilt};
  const Pose block{tilt * Vec3(0, 0.05, 0), tilt * turn({0, 1, 0}, 0.3)};
  Simulation simulation(scene_under(
      "raytraced", {body_of("slab", make_box({20, 1, 4}), BodyKind::fixed, slab),
                    body_of("block", make_box(Vec3::Constant(0.1), triangles), BodyKind::rigid, block)}));
  run_for(simulation, 0.5 * seconds);
  const BodyState half = simulation.snapshot()->bodies[1];
  run_for(simulation, 0.5 * seconds);
  const BodyState body = simulation.snapshot()->bodies[1];
  return {downhill.dot(body.velocity), downhill.dot(body.pose.position - block.position),
          downhill.dot(body.velocity - half.velocity) / (0.5 * seconds)};
}

// The friction angle is 26.6°. Regularised friction creeps at no more than 10⁻⁴ m/s.
TEST(RaytracedSlope, HoldsABlockBelowTheFrictionAngle) {
  for (const std::size_t triangles : {12u, 1200u}) {
    const Slide found = slide(25 * degree, triangles, 2);
    EXPECT_LT(found.speed, 1.2e-4) << triangles;
    EXPECT_LT(found.distance, 1e-3) << triangles;
  }
}

TEST(RaytracedSlope, LetsABlockSlideAboveIt) {
  const double angle = 35 * degree;
  const double expected = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
  for (const std::size_t triangles : {12u, 1200u})
    EXPECT_NEAR(slide(angle, triangles, 1).acceleration, expected, 0.03 * expected) << triangles;
}

double deepest(const Simulation& simulation) {
  double depth = 0;
  const auto snapshot = simulation.snapshot({.pixels = true});
  for (const PairState& pair : snapshot->pairs)
    for (const Contact& contact : pair.contacts.contacts)
      depth = std::max(depth, contact.measure);
  return depth;
}

class RaytracedTangle : public testing::TestWithParam<RayForce> {};
INSTANTIATE_TEST_SUITE_P(Forces, RaytracedTangle, testing::Values(RayForce::ray, RayForce::normal),
                         [](const auto& parameter) {
                           return parameter.param == RayForce::ray ? "ray" : "normal";
                         });

TEST_P(RaytracedTangle, OfTwoSoftToriComesApart) {
  std::vector<SceneBody> bodies;
  for (int i = 0; i < 2; ++i) {
    SceneBody torus = body_of("torus" + std::to_string(i), make_torus(0.5, 0.2, 1600), BodyKind::soft,
                              {{0, 0.12 * i, 0.05 * i}, turn({1, 0, 0}, 0.2 * i)});
    torus.lattice_cells = 5;
    torus.material = {1e5, 0.3, 0.02};
    bodies.push_back(torus);
  }
  auto scene = scene_under("raytraced", std::move(bodies));
  scene->gravity = Vec3::Zero();
  scene->settings.contact.raytraced.force = GetParam();
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  scene->settings.solver.cg_tolerance = 1e-10;
  scene->settings.solver.cg_iterations = 2000;
  const double mass = 2 * 2 * std::numbers::pi * std::numbers::pi * 0.5 * 0.2 * 0.2 * 1000;
  Simulation simulation(scene);
  ASSERT_TRUE(simulation.step());
  EXPECT_GT(deepest(simulation), 0.1);
  run_for(simulation, 3);
  EXPECT_LT(deepest(simulation), 0.005);
  // Nothing outside acts on them: what contact gives to one it takes from the other, as exactly as the solve
  // is.
  const StepStatistics& statistics = simulation.statistics();
  EXPECT_LT(statistics.momentum.norm(), 1e-6 * std::sqrt(2 * statistics.kinetic_J * mass));
}

} // namespace
} // namespace lamina
