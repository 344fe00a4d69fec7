#include "core/body/scripted_motion.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

Quat turn(const Vec3& axis, double angle) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// Uneven times, and turns of which neighbours are stated with opposite signs of the quaternion.
ScriptedMotion path(Interpolation interpolation) {
  ScriptedMotion motion;
  motion.interpolation = interpolation;
  motion.keyframes = {{0.5, {{0, 0, 0}, turn({0, 1, 0}, 0.1)}},
                      {1, {{1, 0.5, 0}, turn({1, 1, 0}, 1.2)}},
                      {2.25, {{1, 2, -1}, Quat(-turn({1, 0, 1}, 2.4).coeffs())}},
                      {3, {{0, 1, 0}, turn({0, 0, 1}, 0.4)}}};
  return motion;
}

/// The same, closed: it ends where it begins and starts over.
ScriptedMotion closed_path() {
  ScriptedMotion motion = path(Interpolation::cubic);
  motion.keyframes.push_back({4, motion.keyframes.front().pose});
  motion.repeat = true;
  return motion;
}

double distance(const Pose& a, const Pose& b) {
  return (a.position - b.position).norm() + a.orientation.angularDistance(b.orientation);
}

/// How far the velocities before and after a time differ, from differences over `step` seconds.
double jump_of_velocity(const ScriptedMotion& motion, double time, double step) {
  const Pose before = scripted_pose(motion, {}, time - step), at = scripted_pose(motion, {}, time),
             after = scripted_pose(motion, {}, time + step);
  const auto turned = [](const Pose& from, const Pose& to) {
    const Eigen::AngleAxisd turn((to.orientation * from.orientation.conjugate()).normalized());
    const double angle = std::remainder(turn.angle(), 2 * EIGEN_PI);
    return Vec3(angle * turn.axis());
  };
  return ((after.position - at.position) - (at.position - before.position)).norm() / step +
         (turned(at, after) - turned(before, at)).norm() / step;
}

TEST(ScriptedMotion, ACubicPassesThroughItsKeyframes) {
  for (const ScriptedMotion& motion : {path(Interpolation::cubic), closed_path()})
    for (const Keyframe& key : motion.keyframes)
      EXPECT_LT(distance(scripted_pose(motion, {}, key.time_s), key.pose), 1e-7) << key.time_s;
}

TEST(ScriptedMotion, TheVelocityOfACubicHasNoJump) {
  // Where the velocity is continuous the difference shrinks with the step, by the acceleration (some tens of
  // m/s² here) times the step. A motion that repeats sets off at full speed from its first keyframe.
  for (const ScriptedMotion& motion : {path(Interpolation::cubic), closed_path()})
    for (std::size_t i = motion.repeat ? 1 : 0; i < motion.keyframes.size(); ++i)
      EXPECT_LT(jump_of_velocity(motion, motion.keyframes[i].time_s, 1e-5), 1e-3) << i;
  // Straight lines have a corner at the second keyframe.
  EXPECT_GT(jump_of_velocity(path(Interpolation::linear), 1, 1e-5), 0.1);
}

TEST(ScriptedMotion, ACubicThatRepeatsRunsOnSmoothlyIntoTheNextRound) {
  const ScriptedMotion motion = closed_path();
  const double period = 3.5;
  for (const double time : {0.6, 1.7, 3.9})
    EXPECT_LT(distance(scripted_pose(motion, {}, time), scripted_pose(motion, {}, time + 2 * period)), 1e-7);
  EXPECT_LT(jump_of_velocity(motion, 0.5 + period, 1e-5), 1e-3);
  const double speed =
      (scripted_pose(motion, {}, 4 + 1e-5).position - scripted_pose(motion, {}, 4 - 1e-5).position).norm() /
      2e-5;
  EXPECT_GT(speed, 0.1) << "it does not stop where it starts over";
}

TEST(ScriptedMotion, ACubicThroughPointsOfAParabolaIsTheParabola) {
  ScriptedMotion motion;
  motion.interpolation = Interpolation::cubic;
  const auto parabola = [](double t) { return Vec3(2 * t, 1 - 3 * t + 0.5 * t * t, t * t); };
  for (const double t : {0.0, 0.4, 1.0, 1.9, 2.0, 3.0})
    motion.keyframes.push_back({t, {parabola(t), Quat::Identity()}});
  // Not in the outermost spans, whose ends are at rest.
  for (const double t : {0.5, 0.9, 1.3, 1.95})
    EXPECT_LT((scripted_pose(motion, {}, t).position - parabola(t)).norm(), 1e-14) << t;
}

TEST(ScriptedMotion, LinearMotionIsHalfWayAtHalfTime) {
  const ScriptedMotion motion = path(Interpolation::linear);
  const Pose middle = scripted_pose(motion, {}, 0.75);
  EXPECT_LT((middle.position - Vec3(0.5, 0.25, 0)).norm(), 1e-15);
  EXPECT_NEAR(middle.orientation.angularDistance(motion.keyframes[0].pose.orientation),
              middle.orientation.angularDistance(motion.keyframes[1].pose.orientation), 1e-7);
}

TEST(ScriptedMotion, BeforeTheFirstAndAfterTheLastKeyframeItStandsStill) {
  for (const Interpolation interpolation : {Interpolation::linear, Interpolation::cubic}) {
    const ScriptedMotion motion = path(interpolation);
    EXPECT_EQ(scripted_pose(motion, {}, 0).position, motion.keyframes.front().pose.position);
    EXPECT_EQ(scripted_pose(motion, {}, 9).position, motion.keyframes.back().pose.position);
  }
}

TEST(ScriptedMotion, OneKeyframeIsAPlace) {
  ScriptedMotion motion;
  motion.interpolation = Interpolation::cubic;
  motion.repeat = true;
  motion.keyframes = {{1, {{1, 2, 3}, turn({0, 1, 0}, 1)}}};
  for (const double time : {0.0, 1.0, 5.0})
    EXPECT_EQ(scripted_pose(motion, {}, time).position, Vec3(1, 2, 3));
}

} // namespace
} // namespace lamina
