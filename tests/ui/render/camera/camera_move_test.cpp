#include "ui/render/camera/camera_move.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

Camera looking_from(const Vec3& eye, const Vec3& target) {
  CameraView view;
  view.eye = eye;
  view.target = target;
  return Camera(view);
}

TEST(CameraBetween, IsTheOneAtItsStartAndTheOtherAtItsEnd) {
  const Camera a = looking_from({1, 2, 3}, {0, 0.5, 0}), b = looking_from({-4, 1, 0}, {0.3, 0, -1});
  // Angles go through sines and back: a few rounding errors of metres.
  EXPECT_LT((Camera::between(a, b, 0).eye() - a.eye()).norm(), 1e-12);
  EXPECT_LT((Camera::between(a, b, 1).eye() - b.eye()).norm(), 1e-12);
  EXPECT_LT((Camera::between(a, b, 1).target() - b.target()).norm(), 1e-12);
}

TEST(CameraBetween, HalfwayToFourTimesTheDistanceIsTwice) {
  const Camera near = looking_from({0, 0, 1}, Vec3::Zero()), far = looking_from({0, 0, 4}, Vec3::Zero());
  EXPECT_NEAR(Camera::between(near, far, 0.5).distance(), 2, 1e-12);
}

TEST(CameraBetween, TurnsTheShorterWayRound) {
  Camera a, b;
  a.orbit(3.0 - 0.6, 0); // heading 3 rad, for a camera begins at 0.6
  b.orbit(-3.0 - 0.6, 0);
  // From 3 rad to -3 rad it is 0.28 rad through the half turn, so the middle of the way is there.
  Camera half_turn;
  half_turn.orbit(M_PI - 0.6, 0);
  EXPECT_LT((Camera::between(a, b, 0.5).eye() - half_turn.eye()).norm(), 1e-12);
}

TEST(CameraMove, GetsNearerAllTheTimeAndEndsExactlyThere) {
  const Camera from = looking_from({0, 1, 5}, Vec3::Zero()), to = looking_from({0, 1, 3}, {2, 0, 0});
  CameraMove move;
  move.begin(from, to, 10);
  Camera camera = from;
  double left = (from.target() - to.target()).norm();
  for (int i = 1; i < 20; ++i) {
    move.follow(camera, 10 + i * CameraMove::duration_s / 20);
    const double now_left = (camera.target() - to.target()).norm();
    EXPECT_LT(now_left, left);
    EXPECT_TRUE(move.going());
    left = now_left;
  }
  move.follow(camera, 10 + CameraMove::duration_s + 1e-9); // rounding may fall short of it
  EXPECT_FALSE(move.going());
  EXPECT_EQ(camera.eye(), to.eye());
  EXPECT_EQ(camera.target(), to.target());
}

TEST(CameraMove, BeginsAndEndsSlowly) {
  const Camera from, to = looking_from({10, 0, 5}, {10, 0, 0});
  CameraMove move;
  Camera camera = from;
  const auto way_at = [&](double share) {
    move.begin(from, to, 0);
    move.follow(camera, share * CameraMove::duration_s);
    return (camera.target() - from.target()).norm() / (to.target() - from.target()).norm();
  };
  EXPECT_LT(way_at(0.1), 0.05);
  EXPECT_NEAR(way_at(0.5), 0.5, 1e-9);
  EXPECT_GT(way_at(0.9), 0.95);
}

TEST(CameraMove, StoppedItLeavesTheCameraToTheHand) {
  CameraMove move;
  Camera camera;
  const Vec3 eye = camera.eye();
  move.begin(camera, looking_from({9, 9, 9}, {1, 1, 1}), 0);
  move.stop();
  move.follow(camera, 0.1);
  EXPECT_EQ(camera.eye(), eye);
  EXPECT_FALSE(move.going());
}

TEST(CameraMove, AClockThatStandsBeforeTheStartDoesNotThrowTheCameraAway) {
  const Camera from, to = looking_from({1, 1, 9}, {1, 1, 1});
  CameraMove move;
  move.begin(from, to, 100);
  Camera camera;
  move.follow(camera, 0);
  EXPECT_LT((camera.eye() - from.eye()).norm(), 1e-12);
}

} // namespace
} // namespace lamina
