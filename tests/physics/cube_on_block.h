#pragma once

#include "tests/physics/tet_bodies.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {

inline constexpr double cube_side = 0.1; // m

/// A cube over a fixed block of tetrahedra, whose top is at 0.
inline std::shared_ptr<Scene> cube_on_block(SceneBody cube, const ContactSettings& contact,
                                            ResponseKind response) {
  SceneBody block = tet_body("block", 4, {0.4, 0.1, 0.4}, BodyKind::fixed, {0.007, -0.05, 0.011});
  auto scene = scene_of({block, std::move(cube)});
  scene->settings.contact = contact;
  scene->settings.response.response = response;
  return scene;
}

/// A soft cube of tetrahedra comes to rest there under either response.
inline void expect_soft_cube_rests(const ContactSettings& contact) {
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    SceneBody cube = tet_body("cube", 4, Vec3::Constant(cube_side), BodyKind::soft, {0, 0.06, 0});
    cube.material = {3e5, 0.4, 0.05};
    Simulation simulation(cube_on_block(cube, contact, response));
    EXPECT_EQ(simulation.notice(), "");
    run_for(simulation, 1);
    double pushed = 0;
    for (int k = 0; k < 50; ++k) {
      simulation.step();
      pushed += simulation.snapshot()->bodies[1].contact_force.y() / 50;
    }
    const BodyState rest = simulation.snapshot()->bodies[1];
    // Half of the side, less what the weight squeezes out, ρ g L² / (8 E). Under constraints a soft cube
    // trembles by half a millimetre, as it does under raytraced.
    const double squeezed = 1000 * 9.81 * cube_side * cube_side / (8 * 3e5);
    const bool trembles = response == ResponseKind::constraints;
    EXPECT_NEAR(rest.pose.position.y(), 0.5 * cube_side - squeezed, trembles ? 1.5e-3 : 3e-4);
    EXPECT_NEAR(pushed, 9.81, (trembles ? 0.05 : 0.001) * 9.81);
    EXPECT_LT(std::abs(rest.pose.position.x()) + std::abs(rest.pose.position.z()), trembles ? 0.01 : 1e-4);
  }
}

/// A rigid cube that has a surface alone does, too, and the run says what it cannot meet.
inline void expect_surface_cube_rests(const ContactSettings& contact) {
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    SceneBody cube = body_of("cube", make_box(Vec3::Constant(cube_side), 300), BodyKind::rigid,
                             {{0, 0.052, 0}, turn({0, 1, 0}, 0.3)});
    Simulation simulation(cube_on_block(cube, contact, response));
    EXPECT_EQ(simulation.notice(), "method " + contact.method +
                                       " needs tetrahedra that end at its surface, so these bodies, which "
                                       "have none, meet only those that have: \"cube\"");
    run_for(simulation, 1.5);
    const BodyState rest = simulation.snapshot()->bodies[1];
    // Constraints take bodies out of depth slowly.
    EXPECT_NEAR(rest.pose.position.y(), 0.5 * cube_side, 4e-3 * cube_side);
    EXPECT_LT(rest.velocity.norm(), 1e-4);
    EXPECT_NEAR(rest.contact_force.y(), 9.81, 0.01 * 9.81);
  }
}

/// Soft cubes that hit each other out of line keep their momentum.
inline void expect_momentum_kept(const ContactSettings& contact) {
  SceneBody left = tet_body("left", 4, Vec3::Constant(cube_side), BodyKind::soft, {0, 0, 0});
  SceneBody right = tet_body("right", 3, Vec3::Constant(cube_side), BodyKind::soft, {0.11, 0.03, 0.02});
  left.material = right.material = {3e5, 0.4, 0.05};
  left.velocity = {1, 0, 0};
  auto scene = scene_of({left, right});
  scene->gravity = Vec3::Zero();
  scene->settings.contact = contact;
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    scene->settings.response.response = response;
    Simulation simulation(scene);
    run_for(simulation, 0.3);
    const auto snapshot = simulation.snapshot();
    // Both have a kilogramme. What the solve leaves over is given back.
    const Vec3 sum = snapshot->bodies[0].velocity + snapshot->bodies[1].velocity;
    EXPECT_LT((sum - Vec3(1, 0, 0)).norm(), 1e-6);
    EXPECT_GT(snapshot->bodies[1].velocity.x(), 0.3);
  }
}

} // namespace lamina::test
