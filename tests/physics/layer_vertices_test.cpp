#include "core/contact/method.h"
#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::turn;

std::shared_ptr<Scene> by_vertices(std::vector<SceneBody> bodies) {
  auto scene = test::scene_of(std::move(bodies));
  scene->settings.contact.ldi.measure = LdiMeasure::vertices;
  scene->settings.contact.ldi.resolution = 32;
  return scene;
}

// A level box sinks until κ A d = m g, be it four corners or a grid.
TEST(LayerVerticesRest, IsAsDeepAsTheFaceNeeds) {
  for (const std::size_t triangles : {12u, 1200u}) {
    const double size = 0.1, mass = 1000 * size * size * size;
    auto scene =
        by_vertices({ground(), body_of("box", make_box(Vec3::Constant(size), triangles), BodyKind::rigid,
                                       {{0.013, 0.5 * size, -0.021}, turn({0, 1, 0}, 0.3)})});
    scene->settings.response.response = ResponseKind::penalty;
    scene->settings.response.stiffness_source = StiffnessSource::given;
    scene->settings.response.depth_stiffness = 1e7;
    Simulation simulation(scene);
    run_for(simulation, 1);
    const auto snapshot = simulation.snapshot();
    const double expected = mass * 9.81 / (1e7 * size * size);
    EXPECT_NEAR(0.5 * size - snapshot->bodies[1].pose.position.y(), expected, 0.02 * expected);
    EXPECT_NEAR(snapshot->bodies[1].contact_force.y(), mass * 9.81, 0.02 * mass * 9.81);
    EXPECT_LT(snapshot->bodies[1].velocity.norm() + snapshot->bodies[1].spin.norm() * size, 1e-4);
  }
}

TEST(LayerVerticesRest, HoldsABoxOnABoxByConstraints) {
  auto scene = by_vertices(
      {ground(),
       body_of("lower", make_box({0.3, 0.1, 0.3}), BodyKind::rigid, {{0, 0.05, 0}, turn({0, 1, 0}, 0.2)}),
       body_of("upper", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
               {{0.03, 0.152, 0.02}, turn({0, 1, 0}, 0.7)})});
  Simulation simulation(scene);
  run_for(simulation, 1.5);
  const auto snapshot = simulation.snapshot();
  EXPECT_NEAR(snapshot->bodies[2].pose.position.y(), 0.15, 0.002);
  EXPECT_LT(snapshot->bodies[2].velocity.norm(), 1e-3);
}

// A body of particles falls on a ball of many vertices and slides off, or lies in a bowl.
TEST(LayerVerticesRest, LetsParticlesComeToRestInABowl) {
  SceneBody soft =
      body_of("particles", make_sphere(0.08, 320), BodyKind::particles, {{0.01, 0.16, 0}, Quat::Identity()});
  auto scene = by_vertices({body_of("bowl", make_bowl(0.2, 0.15, 0.03, 2000), BodyKind::fixed), soft});
  Simulation simulation(scene);
  run_for(simulation, 1.5);
  const auto snapshot = simulation.snapshot();
  const Vec3 middle = snapshot->bodies[1].pose.position;
  EXPECT_GT(middle.y(), 0.03 + 0.04);
  EXPECT_LT(middle.y(), 0.03 + 0.1);
  EXPECT_LT(snapshot->bodies[1].velocity.norm(), 0.05);
}

TEST(LayerVertices, AFallingBodyKeepsTheMomentumOfBoth) {
  std::vector<SceneBody> bodies;
  for (int k = 0; k < 2; ++k) {
    bodies.push_back(body_of("ball" + std::to_string(k), make_sphere(0.1, 1280), BodyKind::rigid,
                             {{0.25 * k, 0.03 * k, 0}, Quat::Identity()}));
    bodies.back().velocity = Vec3(k == 0 ? 1 : -1, 0, 0);
  }
  auto scene = by_vertices(std::move(bodies));
  scene->gravity = Vec3::Zero();
  Simulation simulation(scene);
  run_for(simulation, 0.2);
  const auto snapshot = simulation.snapshot();
  EXPECT_GT((snapshot->bodies[0].velocity - Vec3(1, 0, 0)).norm(), 0.5) << "they have met";
  EXPECT_LT((snapshot->bodies[0].velocity + snapshot->bodies[1].velocity).norm(), 1e-6);
}

} // namespace
} // namespace lamina
