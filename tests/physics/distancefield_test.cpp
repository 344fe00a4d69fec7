#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_under;
using test::turn;

std::shared_ptr<Scene> with_fields(std::vector<SceneBody> bodies,
                                   FieldStructure structure = FieldStructure::grid) {
  auto scene = scene_under("distancefield", std::move(bodies));
  scene->settings.contact.distancefield.cells = 64;
  scene->settings.contact.distancefield.structure = structure;
  return scene;
}

SceneBody box(const std::string& name, double size, std::size_t triangles, const Pose& pose) {
  return body_of(name, make_box(Vec3::Constant(size), triangles), BodyKind::rigid, pose);
}

// A level box sinks until κ A d = m g: its vertices stand for its face, be they four corners or a grid. The
// ground is flat, so that an octree's values are those of a grid.
TEST(DistanceFieldRest, IsAsDeepAsTheFaceNeeds) {
  const double size = 0.1, mass = 1000 * size * size * size;
  for (const FieldStructure structure : {FieldStructure::grid, FieldStructure::octree})
    for (const std::size_t triangles : {12u, 300u}) {
      auto scene = with_fields(
          {ground(4), box("box", size, triangles, {{0.013, 0.5 * size, -0.021}, turn({0, 1, 0}, 0.3)})},
          structure);
      scene->settings.response.response = ResponseKind::penalty;
      scene->settings.response.stiffness_source = StiffnessSource::given;
      scene->settings.response.depth_stiffness = 1e7;
      Simulation simulation(scene);
      run_for(simulation, 1.5);
      const BodyState rest = simulation.snapshot()->bodies[1];
      const double expected = mass * 9.81 / (1e7 * size * size);
      // Distances are rounded to 1e-7 of the band of the ground, which is 1 m wide.
      EXPECT_NEAR(0.5 * size - rest.pose.position.y(), expected, 0.02 * expected) << triangles;
      EXPECT_NEAR(rest.contact_force.y(), mass * 9.81, 0.01 * mass * 9.81);
      EXPECT_LT(rest.velocity.norm() + size * rest.spin.norm(), 1e-4);
    }
}

// A ball in a bowl of a torus: both are round, so that each change of the field moves the surface by its
// tolerance. What rests goes on to rest, on the new surface.
TEST(DistanceFieldRest, GoesOnWhereTheFieldBecomesAnOctreeAndBack) {
  const double radius = 0.1, weight = 1000 * 4.0 / 3 * std::numbers::pi * radius * radius * radius * 9.81;
  const auto scene = with_fields({body_of("bowl", make_torus(0.1, 0.05, 3000), BodyKind::fixed),
                                  body_of("ball", make_sphere(radius, 1500), BodyKind::rigid,
                                          {{0, std::sqrt(0.15 * 0.15 - 0.1 * 0.1), 0}, Quat::Identity()})});
  Simulation simulation(scene), again(scene);
  run_for(simulation, 0.3);
  run_for(again, 0.3);
  const Vec3 before = simulation.snapshot()->bodies[1].pose.position;
  // Of the bowl, whose outer width is 0.3 m.
  const double cell = 0.3 / 64;
  const std::pair<const char*, SettingValue> changes[] = {{"field_structure", std::string("octree")},
                                                          {"field_tolerance", 0.5},
                                                          {"field_tolerance", 0.02},
                                                          {"field_structure", std::string("grid")}};
  for (const auto& [name, value] : changes) {
    simulation.apply(SetSetting{name, value});
    again.apply(SetSetting{name, value});
    for (int step = 0; step < 30; ++step) {
      run_for(simulation, 0.01);
      const BodyState ball = simulation.snapshot()->bodies[1];
      // The tolerance, once in a cell and once on what its corners hang, over the sine at which the ball
      // leans on the bowl: (0.15² − 0.1²)^½ / 0.15.
      EXPECT_LT((ball.pose.position - before).norm(), 2 * 0.5 * cell / 0.745 + 1e-4) << name << step;
      EXPECT_LT(ball.velocity.norm(), 0.3) << name << step;
    }
    const BodyState ball = simulation.snapshot()->bodies[1];
    EXPECT_NEAR(ball.contact_force.y(), weight, 0.05 * weight) << name;
    EXPECT_LT(ball.velocity.norm(), 5e-3) << name;
    run_for(again, 0.3);
    EXPECT_EQ(again.statistics().state_hash, simulation.statistics().state_hash) << name;
  }
  EXPECT_LT((simulation.snapshot()->bodies[1].pose.position - before).norm(), 0.1 * cell);
}

TEST(DistanceFieldRest, UnderConstraintsKeepsAnOffset) {
  const double size = 0.1, offset = 0.004;
  auto scene = with_fields({ground(4), box("box", size, 12, {{0, 0.5 * size + 0.01, 0}, Quat::Identity()})});
  scene->settings.contact.distancefield.offset = offset;
  Simulation simulation(scene);
  run_for(simulation, 1);
  // Less the depth at which it landed, which constraints take it out of slowly: 0.4 mm.
  EXPECT_NEAR(simulation.snapshot()->bodies[1].pose.position.y(), 0.5 * size + offset, 5e-3 * size);
}

// No vertex of either bar ever lies within the other: their edges carry the upper one.
TEST(DistanceFieldRest, OfABarAcrossABarIsOnTheirEdges) {
  const Quat edge_up = turn({1, 0, 0}, std::numbers::pi / 4), across = turn({0, 1, 0}, std::numbers::pi / 2);
  const double side = 0.1, reach = side * std::sqrt(0.5);
  const TriangleMesh bar = make_box({0.6, side, side});
  auto scene =
      with_fields({body_of("below", bar, BodyKind::fixed, {{0, 0, 0}, edge_up}),
                   body_of("above", bar, BodyKind::rigid, {{0, 2 * reach + 0.002, 0}, across * edge_up})});
  Simulation simulation(scene);
  run_for(simulation, 0.25);
  const BodyState above = simulation.snapshot()->bodies[1];
  // In free fall it would be 0.3 m lower, and move with 2.5 m/s. Rounded edges let it in by a part of a cell.
  EXPECT_GT(above.pose.position.y(), 2 * reach - 0.01);
  EXPECT_LT(std::abs(above.velocity.y()), 0.1);
  EXPECT_NEAR(above.contact_force.y(), above.velocity.norm() < 1 ? 6 * 9.81 : 0, 0.3 * 6 * 9.81);
}

TEST(DistanceFieldRest, OfASoftBodyIsOnTheFieldOfTheFloor) {
  for (const FieldStructure structure : {FieldStructure::grid, FieldStructure::octree}) {
    SceneBody cube =
        body_of("cube", make_box(Vec3::Constant(0.2), 300), BodyKind::soft, {{0, 0.11, 0}, Quat::Identity()});
    cube.material = {3e5, 0.4, 0.05};
    auto scene = with_fields({ground(4), cube}, structure);
    Simulation simulation(scene);
    run_for(simulation, 1);
    // Half of the side, less what the weight squeezes out, ρ g L² / (8 E), and some trembling.
    EXPECT_NEAR(simulation.snapshot()->bodies[1].pose.position.y(), 0.1 - 1000 * 9.81 * 0.04 / (8 * 3e5),
                2e-3);
  }
}

// Both keep the fields of their shapes at rest. Momentum is kept to what the solver leaves.
class SoftBalls : public testing::TestWithParam<FieldStructure> {};

TEST_P(SoftBalls, ComeApartAgain) {
  const double radius = 0.1, speed = 0.5;
  std::vector<SceneBody> balls;
  for (const int side : {-1, 1}) {
    SceneBody ball = body_of(side < 0 ? "left" : "right", make_sphere(radius, 600), BodyKind::soft,
                             {{1.1 * side * radius, 0.004 * side, 0}, Quat::Identity()});
    ball.material = {1e5, 0.3, 0.01};
    ball.velocity = {-side * speed, 0, 0};
    balls.push_back(ball);
  }
  auto scene = with_fields(balls, GetParam());
  scene->gravity = Vec3::Zero();
  Simulation simulation(scene);
  double nearest = 1;
  for (int i = 0; i < 30; ++i) {
    run_for(simulation, 0.01);
    const auto seen = simulation.snapshot();
    nearest = std::min(nearest, (seen->bodies[1].pose.position - seen->bodies[0].pose.position).norm());
    EXPECT_LT((seen->bodies[0].velocity + seen->bodies[1].velocity).norm(), 1e-6 * speed);
  }
  const auto after = simulation.snapshot();
  EXPECT_LT(nearest, 2 * radius) << "they were pressed together";
  EXPECT_GT(nearest, 1.4 * radius);
  EXPECT_GT((after->bodies[1].pose.position - after->bodies[0].pose.position).x(), 2 * radius);
  EXPECT_GT(after->bodies[1].velocity.x(), 0.1 * speed);
}

INSTANTIATE_TEST_SUITE_P(OfBothStructures, SoftBalls,
                         testing::Values(FieldStructure::grid, FieldStructure::octree));

} // namespace
} // namespace lamina
