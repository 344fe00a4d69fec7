#include "core/drag/drag_spring.h"

#include "core/body/rigid_body.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

/// A moving cube without weight that is pulled at its centre.
struct Pulled {
  static constexpr double h = 0.01;
  RigidBody body;
  BlockSystem system;
  DragSpring drag;
  BlockVector start = BlockVector::Zero(6);

  Pulled() : body(test::body_of("cube", make_box({1, 1, 1}))) {
    Body* const bodies[1] = {&body};
    system.set_bodies(bodies);
    start.head<3>() = Vec3(0.3, -0.1, 0);
    drag.jacobian = {{0, Mat3::Identity()}};
    drag.mass = body.mass();
    drag.target = {0.1, 0.2, -0.05};
    drag.force_cap = 1e9;
  }

  /// The velocities after a step in which nothing else acts.
  BlockVector step() {
    BlockVector free = BlockVector::Zero(6), impulse, v = start;
    body.predict(0, h, true, free);
    system.clear_terms(h);
    system.multiply_inertia(start, impulse);
    add_drag(drag, h, system, impulse);
    system.factor_preconditioner();
    solve_conjugate_gradients(system, impulse, 1e-14, impulse.norm(), 100, v);
    return v;
  }
};

TEST(DragSpring, GivesTheImpulseOfItsForceAtTheEndOfTheStep) {
  Pulled pulled;
  const BlockVector v = pulled.step();
  const double impulse = pulled.body.mass() * (v - pulled.start).head<3>().norm();
  // As far as the system is solved.
  EXPECT_NEAR(drag_force(pulled.drag, Pulled::h, pulled.system, v) * Pulled::h, impulse, 1e-9 * impulse);
}

TEST(DragSpring, PullsNoHarderAtAFarTargetThanWhereTheForceEnds) {
  Pulled far, farther;
  far.start.setZero();
  farther.start.setZero();
  for (Pulled* pulled : {&far, &farther})
    pulled->drag.force_cap = 10;
  far.drag.target = {1e3, 0, 0};
  farther.drag.target = {1e6, 0, 0};
  const BlockVector v = far.step();
  EXPECT_GT(v[0], 0);
  EXPECT_LE(far.body.mass() * v[0], 10 * Pulled::h);
  EXPECT_NEAR(farther.step()[0], v[0], 1e-12 * v[0]);
}

TEST(DragSpring, BrakesTheSpinAndTurnsTowardsWhatIsStillToBeTurned) {
  Pulled pulled;
  pulled.drag.inertia = pulled.body.spin_inertia();
  pulled.start.tail<3>() = Vec3(0, 2, 0);
  const double braked = pulled.step()[4];
  EXPECT_GT(braked, 0);
  EXPECT_LT(braked, 2);
  pulled.start.setZero();
  pulled.drag.turn = Vec3(0, 0, 0.5);
  EXPECT_GT(pulled.step()[5], 0);
}

} // namespace
} // namespace lamina
