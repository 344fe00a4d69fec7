#include "tests/body/skinned_support.h"

#include <gtest/gtest.h>

#include <numbers>

namespace lamina {
namespace {

using std::numbers::pi;
using test::Bar;
using test::bar_of;
using test::hold;
using test::step_alone;
using test::turn;

constexpr double step = 0.01; // s, the default
const Vec3 gravity(0, -9.81, 0);

Rig& rig_of(SceneBody& description) {
  auto own = std::make_shared<Rig>(*description.rig);
  Rig& rig = *own;
  description.rig = std::move(own);
  return rig;
}

/// The turn of a bone against its parent.
Quat relative(const SkinnedBody& body, std::size_t bone) {
  const auto parent = static_cast<std::size_t>(body.rig().bones[bone].parent);
  return body.bones()[parent].orientation.conjugate() * body.bones()[bone].orientation;
}

/// Angle of a turn about z.
double about_z(const Quat& turned) {
  return 2 * std::atan2(turned.z(), turned.w());
}

double widest_opening(const SkinnedBody& body) {
  double widest = 0;
  for (std::size_t b = 0; b < body.bones().size(); ++b)
    widest = std::max(widest, body.opening(b));
  return widest;
}

SceneBody spinning_bar() {
  SceneBody description = bar_of({1, 0.1, 4});
  description.velocity = {0.3, -0.2, 0.5};
  description.spin = {2, -1, 3};
  return description;
}

TEST(SkinnedMotion, FreeFlightKeepsMomentum) {
  SkinnedBody body(spinning_bar());
  const Vec3 before = body.momentum();
  step_alone(body, step, 100);
  EXPECT_NEAR((body.momentum() - before).norm(), 0, 1e-9 * before.norm());
}

TEST(SkinnedMotion, FreeFallIsThatOfAPoint) {
  SkinnedBody body(spinning_bar());
  const Vec3 start = body.pose().position, velocity = body.linear_velocity();
  step_alone(body, step, 100, gravity);
  // Implicit Euler falls by g h t / 2 further.
  const Vec3 expected = start + velocity + 0.5 * gravity * (1 + step);
  EXPECT_NEAR((body.pose().position - expected).norm(), 0, 1e-9);
}

TEST(SkinnedMotion, DriftOfFreeAngularMomentumShrinksWithTheStep) {
  double drift[2];
  for (const int k : {0, 1}) {
    SkinnedBody body(spinning_bar());
    const Vec3 before = body.angular_momentum();
    const double h = k == 0 ? step : step / 2;
    step_alone(body, h, static_cast<int>(1 / h + 0.5));
    drift[k] = (body.angular_momentum() - before).norm() / before.norm();
  }
  EXPECT_LT(drift[0], 0.05);
  EXPECT_LT(drift[1], 0.7 * drift[0]);
}

TEST(SkinnedMotion, APendulumOnAHingeHasThePhysicalPeriod) {
  // Hanging down, under gravity that leans by 0.1 rad, it swings about the leaning direction.
  SceneBody description = bar_of({1, 0.1, 2, JointKind::hinge}, {Vec3::Zero(), turn({0, 0, 1}, -pi / 2)});
  description.clamps = {hold({0, 0.25, 0}, 0.05)};
  SkinnedBody body(description);
  const double lean = 0.1, h = 5e-4;
  const Vec3 leaning(9.81 * std::sin(lean), -9.81 * std::cos(lean), 0);
  std::vector<double> crossings;
  double before = -lean;
  for (int i = 0; crossings.size() < 3 && i < 6000; ++i) {
    step_alone(body, h, 1, leaning);
    const double angle = about_z(relative(body, 1)) - lean;
    if (before * angle < 0)
      crossings.push_back(h * (i + 1 - angle / (angle - before)));
    before = angle;
  }
  ASSERT_EQ(crossings.size(), 3u);
  const BoneMass& bone = body.masses()[1];
  const double arm = bone.centre.x(), inertia = bone.inertia(2, 2) + bone.mass * arm * arm;
  // The swing adds lean²/16 to the period; implicit Euler's error is of second order in hω, below 1e-5.
  const double period = 2 * pi * std::sqrt(inertia / (bone.mass * 9.81 * arm)) * (1 + lean * lean / 16);
  EXPECT_NEAR(crossings[2] - crossings[0], period, 2e-3 * period);
}

// Started 30° aside. What opens a joint in motion is of second order in how far its bones turn within a step:
// a chain that cracks like a whip opens by more.
TEST(SkinnedMotion, JointsOfASwingingChainStayClosed) {
  const Quat aside = turn({0, 0, 1}, -pi / 3);
  SceneBody description = bar_of({1, 0.05, 10, JointKind::ball, 4000}, {Vec3::Zero(), aside});
  description.clamps = {hold(aside * Vec3(-0.45, 0, 0), 0.01)};
  SkinnedBody body(description);
  double widest = 0;
  for (int i = 0; i < 300; ++i) {
    step_alone(body, step, 1, gravity);
    widest = std::max(widest, widest_opening(body));
  }
  EXPECT_LT(widest, 1e-3); // of its length, 1 m
  EXPECT_GT(widest, 0);
}

TEST(SkinnedMotion, JointsOfAHangingChainOpenByAsMuchAsStated) {
  SceneBody description =
      bar_of({1, 0.05, 10, JointKind::ball, 4000}, {Vec3::Zero(), turn({0, 0, 1}, -pi / 2)});
  description.clamps = {hold({0, 0.45, 0}, 0.01)};
  SkinnedBody body(description);
  step_alone(body, step, 200, gravity);
  for (std::size_t b = 1; b < 10; ++b) {
    // All that hangs below over the whole weight, times 1e-4 of the length.
    double below = 0;
    for (std::size_t c = b; c < 10; ++c)
      below += body.masses()[c].mass;
    EXPECT_NEAR(body.opening(b), 1e-4 * below / body.mass(), 1e-6);
  }
}

TEST(SkinnedMotion, AHingeTurnsAboutItsAxisOnly) {
  SceneBody description = bar_of({1, 0.1, 3, JointKind::hinge});
  description.clamps = {hold({-1.0 / 3, 0, 0}, 0.05)};
  SkinnedBody body(description);
  for (int i = 0; i < 100; ++i) {
    step_alone(body, step, 1, {0, -9.81, 5});
    for (const std::size_t b : {1u, 2u})
      EXPECT_LT((relative(body, b) * Vec3::UnitZ()).cross(Vec3::UnitZ()).norm(), 1e-3);
  }
  EXPECT_GT(std::abs(about_z(relative(body, 1))), 0.1);
}

TEST(SkinnedMotion, AFixedJointCarriesTheWeight) {
  SceneBody description = bar_of({1, 0.1, 3, JointKind::fixed});
  description.clamps = {hold({-1.0 / 3, 0, 0}, 0.05)};
  SkinnedBody body(description);
  step_alone(body, step, 100, gravity);
  // Torque over stiffness, 1e-4 rad for the whole weight at the whole length, and less here.
  for (const std::size_t b : {1u, 2u})
    EXPECT_LT(relative(body, b).vec().norm(), 0.5e-4);
}

TEST(SkinnedMotion, ALimitGivesWayByNoMoreThanStated) {
  for (const JointKind kind : {JointKind::ball, JointKind::hinge}) {
    SceneBody description = bar_of({1, 0.1, 2, kind});
    Bone& bone = rig_of(description).bones[1];
    bone.swing = 0.3;
    bone.least = -0.3;
    bone.greatest = 0.1;
    description.clamps = {hold({-0.25, 0, 0}, 0.05)};
    SkinnedBody body(description);
    step_alone(body, step, 300, gravity);
    const double angle = about_z(relative(body, 1));
    EXPECT_LT(angle, -0.3);
    EXPECT_GT(angle, -0.3 - 0.05);
    EXPECT_LT(body.kinetic_energy(), 1e-8);
  }
}

TEST(SkinnedMotion, ATwistBeyondItsLimitComesBack) {
  SceneBody description = bar_of({1, 0.1, 2});
  rig_of(description).bones[1].twist = 0.2;
  description.clamps = {hold({-0.25, 0, 0}, 0.05)};
  SkinnedBody body(description);
  std::vector<double> state;
  body.save(state);
  const Quat twisted = turn({1, 0, 0}, 1);
  std::copy(twisted.coeffs().data(), twisted.coeffs().data() + 4, state.begin() + 13 + 3);
  body.restore(state);
  step_alone(body, step, 200);
  EXPECT_LT(std::abs(2 * std::atan2(relative(body, 1).x(), relative(body, 1).w())), 0.2 + 0.01);
}

TEST(SkinnedMotion, ADrivenJointSagsByTorqueOverStiffness) {
  for (const JointKind kind : {JointKind::ball, JointKind::hinge}) {
    SceneBody description = bar_of({1, 0.1, 2, kind});
    description.clamps = {hold({-0.25, 0, 0}, 0.05)};
    description.drive.stiffness = 100;
    SkinnedBody body(description);
    step_alone(body, step, 500, gravity);
    const double sag = -about_z(relative(body, 1));
    const BoneMass& bone = body.masses()[1];
    EXPECT_NEAR(100 * sag, bone.mass * 9.81 * bone.centre.x() * std::cos(sag), 1e-3 * 100 * sag);
  }
}

TEST(SkinnedMotion, JointsFollowAnAnimation) {
  SceneBody description = bar_of({1, 0.1, 2});
  Animation wave;
  wave.name = "wave";
  wave.duration = 2;
  wave.samples = 41;
  for (std::size_t i = 0; i < wave.samples; ++i) {
    wave.rotations.push_back(Quat::Identity());
    wave.rotations.push_back(turn({0, 0, 1}, 0.5 * std::sin(2 * pi * static_cast<double>(i) / 40)));
    wave.root.push_back(Vec3::Zero());
  }
  rig_of(description).animations.push_back(wave);
  description.clamps = {hold({-0.25, 0, 0}, 0.05)};
  description.drive.stiffness = 1000;
  description.drive.animation = "wave";
  SkinnedBody body(description);
  for (int i = 0; i < 400; ++i) {
    step_alone(body, step, 1, Vec3::Zero(), i * step);
    if (i < 50)
      continue;
    // Inertia I α against the drive: I = m l²/3 below 1 kg·m², α = 0.5 π² rad/s², over 1000 N·m.
    EXPECT_NEAR(about_z(relative(body, 1)), about_z(animated_rotation(wave, 2, 1, (i + 1) * step)), 5e-3);
  }
}

TEST(SkinnedMotion, AClampCarriesItsBonesAlong) {
  SceneBody description = bar_of({1, 0.1, 3});
  Clamp clamp = hold({-1.0 / 3, 0, 0}, 0.05);
  ScriptedMotion motion;
  motion.amplitude = {0, 0.2, 0};
  motion.frequency = 1;
  clamp.motion = motion;
  description.clamps = {clamp};
  SkinnedBody body(description);
  const double start = body.bones()[0].centre.y();
  step_alone(body, step, 25, gravity);
  EXPECT_NEAR(body.bones()[0].centre.y() - start, 0.2, 1e-12);
  EXPECT_LT(widest_opening(body), 1e-3);
  BlockVector ones = BlockVector::Ones(18);
  body.filter(ones);
  EXPECT_EQ(ones.head<6>().norm(), 0);
  EXPECT_EQ(ones.tail<12>().minCoeff(), 1);
}

TEST(SkinnedMotion, ForcesAreTheGradientOfTheEnergy) {
  SceneBody description = bar_of({1, 0.1, 3});
  Rig& rig = rig_of(description);
  rig.bones[1].swing = 0.2;
  rig.bones[1].twist = 0.1;
  rig.bones[2].joint = JointKind::fixed;
  description.drive.stiffness = 50;
  SkinnedBody body(description);
  std::vector<double> state;
  body.save(state);
  for (std::size_t b = 0; b < 3; ++b) {
    const Quat turned = turn({1, 0.3 * static_cast<double>(b), 2}, 0.35 * static_cast<double>(b));
    std::copy(turned.coeffs().data(), turned.coeffs().data() + 4,
              state.begin() + static_cast<std::ptrdiff_t>(13 * b + 3));
    state[13 * b] += 0.01 * static_cast<double>(b);
  }
  body.restore(state);
  BlockVector force = BlockVector::Zero(18);
  body.add_forces(Vec3::Zero(), force);
  for (Eigen::Index i = 0; i < 18; ++i) {
    // Moving along the i-th velocity for ±1e-6 s; central differences leave about 1e-12 of the curvature.
    double energy[2];
    for (const int side : {0, 1}) {
      body.restore(state);
      BlockVector v = BlockVector::Zero(18);
      const double h = 1e-6;
      body.predict(0, h, false, v);
      v.setZero();
      v[i] = side == 0 ? 1 : -1;
      body.advance(h, v);
      energy[side] = body.elastic_energy();
    }
    const double slope = (energy[0] - energy[1]) / 2e-6;
    EXPECT_NEAR(force[i], -slope, 1e-5 * force.cwiseAbs().maxCoeff()) << "component " << i;
  }
}

TEST(SkinnedMotion, TheFactorsInvertTheOperator) {
  SceneBody description = bar_of({1, 0.1, 6});
  description.clamps = {hold({0.25, 0, 0}, 0.05)};
  description.spin = {1, 2, 3};
  SkinnedBody body(description);
  step_alone(body, step, 10, gravity);
  BlockVector x(36), y = BlockVector::Zero(36), z = BlockVector::Zero(36);
  body.predict(0.1, step, true, x);
  for (Eigen::Index i = 0; i < 36; ++i)
    x[i] = std::sin(1.0 + 3.0 * static_cast<double>(i));
  body.filter(x);
  body.multiply(step, x, y);
  body.filter(y);
  body.factor(step, std::vector<Mat3>(24, Mat3::Zero()));
  body.precondition(y, z);
  // Springs are some 10⁷ times as stiff as the lightest bone is heavy.
  EXPECT_NEAR((z - x).norm(), 0, 1e-6 * x.norm());
}

} // namespace
} // namespace lamina
