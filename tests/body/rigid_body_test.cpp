#include "core/body/rigid_body.h"

#include "core/base/error.h"
#include "core/body/rotation.h"
#include "core/body/scripted_motion.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::turn;

SceneBody brick() {
  SceneBody body = body_of("brick", make_box({0.3, 0.2, 0.1}));
  body.density = 500;
  body.pose = {{1, 2, 3}, turn({1, 2, 3}, 0.7)};
  body.velocity = {0.1, -0.2, 0.3};
  body.spin = {5, 1, -8};
  return body;
}

void step_freely(RigidBody& body, double h, int steps) {
  BlockVector v(6);
  for (int i = 0; i < steps; ++i) {
    body.predict(i * h, h, true, v);
    body.advance(h, v);
  }
}

TEST(Rotation, LogUndoesExp) {
  for (const Vec3& turn_vector : {Vec3(0, 0, 0), Vec3(1e-9, 0, 0), Vec3(0.3, -2, 1), Vec3(0, 3.1, 0)})
    EXPECT_NEAR((rotation_log(rotation_exp(turn_vector)) - turn_vector).norm(), 0, 1e-12);
}

TEST(RigidBody, MassComesFromDensityOrIsGiven) {
  SceneBody description = brick();
  EXPECT_NEAR(RigidBody(description).mass(), 500 * 0.3 * 0.2 * 0.1, 1e-12);
  description.mass = 7;
  EXPECT_NEAR(RigidBody(description).mass(), 7, 1e-12);
}

// A surface stays until a vertex would be too far from its place; the lag leads from the one to the other.
TEST(RigidBody, SurfaceLagsByNoMoreThanItMay) {
  RigidBody lags(brick()), follows(brick());
  constexpr double most = 2e-3;
  lags.let_surface_lag(most);
  int stayed = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 before = lags.surface().positions[0];
    step_freely(lags, 5e-5, 1);
    step_freely(follows, 5e-5, 1);
    EXPECT_EQ(lags.pose().position, follows.pose().position);
    stayed += lags.surface().positions[0] == before;
    const Body::Lag lag = lags.surface_lag();
    const Quat turned = rotation_exp(lag.turn);
    for (std::size_t v = 0; v < lags.surface().positions.size(); ++v) {
      const Vec3 seen = lags.surface().positions[v], is = follows.surface().positions[v];
      EXPECT_LE((seen - is).norm(), most);
      const Vec3 centre = lags.surface_pose()->position;
      EXPECT_NEAR((centre + turned * (seen - centre) + lag.way - is).norm(), 0, 1e-12);
    }
  }
  EXPECT_GT(stayed, 100);
  EXPECT_LT(stayed, 200);
  std::vector<double> state;
  lags.save(state);
  lags.restore(state);
  EXPECT_TRUE(lags.surface_lag().way.isZero(0) && lags.surface_lag().turn.isZero(0));
}

TEST(RigidBody, InertiaOfABrickIsTheTextbookOne) {
  SceneBody description = brick();
  description.pose = {};
  const Mat3 inertia = RigidBody(description).world_inertia();
  const double m = 3;
  const Vec3 expected = m / 12 * Vec3(0.2 * 0.2 + 0.1 * 0.1, 0.3 * 0.3 + 0.1 * 0.1, 0.3 * 0.3 + 0.2 * 0.2);
  EXPECT_NEAR((inertia - Mat3(expected.asDiagonal())).norm(), 0, 1e-14);
}

/// Only the bounds at rest are known: what they become holds the vertices, up to rounding, and no more than
/// the ball has.
TEST(RigidBody, BoundsOfItsBlocksHoldTheirVerticesWhereverItTurns) {
  SceneBody description = brick();
  description.mesh = body_of("torus", make_torus(1, 0.3, 3000)).mesh;
  RigidBody body(description);
  for (int step = 0; step < 20; ++step) {
    step_freely(body, 0.1, 1);
    const Surface& surface = body.surface();
    for (std::size_t b = 0; b < surface.balls.size(); ++b) {
      const Ball& ball = surface.balls[b];
      EXPECT_LE(ball.half_size.maxCoeff(), ball.radius);
      for (const std::uint32_t vertex : surface.meshlets->vertices(b)) {
        const Vec3 away = (surface.positions[vertex] - ball.centre).cwiseAbs();
        EXPECT_TRUE((away.array() <= ball.half_size.array() + 1e-12).all());
      }
    }
  }
}

TEST(RigidBody, FreeRotationKeepsEnergyAndAngularMomentum) {
  RigidBody body(brick());
  const double energy = body.kinetic_energy();
  const Vec3 momentum = body.angular_momentum();
  step_freely(body, 0.01, 1000);
  // The implicit midpoint rule keeps energy and the length of the angular momentum to rounding; its direction
  // is second order in h·ω, here (0.1)² a radian, and does not drift.
  EXPECT_NEAR(body.kinetic_energy(), energy, 1e-9 * energy);
  EXPECT_NEAR(body.angular_momentum().norm(), momentum.norm(), 1e-9 * momentum.norm());
  EXPECT_NEAR((body.angular_momentum() - momentum).norm() / momentum.norm(), 0, 0.02);
}

TEST(RigidBody, DirectionOfFreeAngularMomentumConvergesWithTheSquareOfTheStep) {
  double error[2];
  for (const int k : {0, 1}) {
    RigidBody body(brick());
    const Vec3 momentum = body.angular_momentum();
    const double h = k == 0 ? 0.01 : 0.005;
    step_freely(body, h, static_cast<int>(1.0 / h + 0.5));
    error[k] = (body.angular_momentum() - momentum).norm() / momentum.norm();
  }
  EXPECT_LT(error[1], error[0] / 3) << error[0] << " " << error[1];
}

TEST(RigidBody, TransposedMappingDoesTheSameWorkAsTheVertices) {
  RigidBody body(brick());
  const std::vector<VertexGradient> entries{{0, {1, 2, 3}}, {3, {-2, 0, 1}}, {7, {0.5, 0.5, -4}}};
  std::vector<BlockEntry> row;
  body.transpose(entries, row);
  const double generalised =
      row[0].value.dot(body.linear_velocity()) + row[1].value.dot(body.angular_velocity());

  double work = 0;
  for (const VertexGradient& entry : entries) {
    const Vec3 r = body.surface().positions[entry.vertex] - body.pose().position;
    work += entry.value.dot(body.linear_velocity() + body.angular_velocity().cross(r));
  }
  EXPECT_NEAR(generalised, work, 1e-12);
}

TEST(RigidBody, PointJacobianGivesTheVelocityOfThePoint) {
  RigidBody body(brick());
  const Vec3 point = body.surface().positions[2];
  std::vector<BlockJacobian> jacobian;
  body.point_jacobian(0, {0, 0}, point, jacobian);
  const Vec3 velocity =
      jacobian[0].value * body.linear_velocity() + jacobian[1].value * body.angular_velocity();

  // A short free motion moves the vertex by velocity · h, up to second order.
  const double h = 1e-7;
  step_freely(body, h, 1);
  EXPECT_NEAR(((body.surface().positions[2] - point) / h - velocity).norm(), 0, 1e-4);
}

TEST(RigidBody, SavedStateComesBackBitForBit) {
  RigidBody body(brick());
  step_freely(body, 0.01, 7);
  std::vector<double> saved, again;
  body.save(saved);
  step_freely(body, 0.01, 7);
  body.restore(saved);
  body.save(again);
  EXPECT_EQ(saved, again);
}

TEST(RigidBody, RefusesToMoveWhatHasNoVolume) {
  SceneBody description = test::ground();
  description.kind = BodyKind::rigid;
  EXPECT_THROW(RigidBody{description}, InputError);
}

TEST(ScriptedMotion, FollowsKeyframesAndStopsAtTheLast) {
  ScriptedMotion motion;
  motion.keyframes = {{1, {{0, 0, 0}, Quat::Identity()}}, {3, {{4, 0, 0}, turn({0, 1, 0}, 1)}}};
  EXPECT_EQ(scripted_pose(motion, {}, 0).position, Vec3(0, 0, 0));
  EXPECT_NEAR(scripted_pose(motion, {}, 2.5).position.x(), 3, 1e-12);
  EXPECT_NEAR(rotation_log(scripted_pose(motion, {}, 2).orientation).y(), 0.5, 1e-12);
  EXPECT_EQ(scripted_pose(motion, {}, 9).position, Vec3(4, 0, 0));
  motion.repeat = true;
  EXPECT_NEAR(scripted_pose(motion, {}, 4).position.x(), 2, 1e-12);
}

TEST(ScriptedMotion, VelocityIsThatOfTheMotion) {
  SceneBody description = body_of("driver", make_box({1, 1, 1}), BodyKind::scripted);
  description.motion.rotation_rate = 2;
  description.motion.amplitude = {0.1, 0, 0};
  description.motion.frequency = 0.5;
  RigidBody body(description);
  BlockVector v(6);
  const double h = 1e-4;
  body.predict(0, h, true, v);
  // Sinusoid x = A sin(2πft): at the start v = 2πfA; the forward difference is second order small here.
  EXPECT_NEAR(v[0], 2 * std::numbers::pi * 0.5 * 0.1, 1e-6);
  EXPECT_NEAR(v[4], 2, 1e-9);
  body.advance(h, v);
  EXPECT_NEAR(rotation_log(body.mesh_pose().orientation).y(), 2 * h, 1e-12);
}

} // namespace
} // namespace lamina
