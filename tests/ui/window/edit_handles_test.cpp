#include "ui/window/editing/edit_handles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

constexpr ViewSize size{800, 600};

Camera camera_at(const Vec3& eye, const Vec3& target = Vec3::Zero()) {
  CameraView view;
  view.eye = eye;
  view.target = target;
  return Camera(view);
}

Vec3 in_picture(const Camera& camera, const Vec3& point) {
  return camera.project(point, size).value();
}

Ray through(const Camera& camera, const Vec3& point) {
  const Vec3 place = in_picture(camera, point);
  return camera.ray(place.x(), place.y(), size);
}

/// Steps so fine that rounding does not matter.
constexpr HandleSteps fine{1e-9, 1e-6, 1e-9};

TEST(RayAlongLine, IsWhereTheConnectionIsPerpendicularToBoth) {
  const Ray ray{Vec3(1, 2, 5), Vec3(0.3, -0.2, -1).normalized()};
  const Vec3 point(0.5, 0, 0.2), direction = Vec3(1, 1, 0.2).normalized();
  const Vec3 on_line = point + ray_along_line(ray, point, direction).value() * direction;
  const Vec3 to_ray = on_line - ray.origin;
  const Vec3 shortest = to_ray - to_ray.dot(ray.direction) * ray.direction;
  EXPECT_NEAR(shortest.dot(direction), 0, 1e-12);
}

TEST(RayAlongLine, SaysNothingForARayAlongTheLine) {
  EXPECT_FALSE(ray_along_line({Vec3(0, 0, 5), -Vec3::UnitZ()}, Vec3::Zero(), Vec3::UnitZ()));
}

TEST(RayOnPlane, MeetsThePlaneAheadOnly) {
  const Ray ray{Vec3(1, 3, 2), -Vec3::UnitY()};
  EXPECT_EQ(ray_on_plane(ray, Vec3(9, 1, 9), Vec3::UnitY()).value(), Vec3(1, 1, 2));
  EXPECT_FALSE(ray_on_plane(ray, Vec3(0, 4, 0), Vec3::UnitY())) << "behind";
  EXPECT_FALSE(ray_on_plane(ray, Vec3::Zero(), Vec3::UnitX())) << "along the plane";
}

TEST(EditHandles, HaveTheSameSizeInThePictureAtAnyDistance) {
  const Camera camera = camera_at(Vec3(0, 0, 4));
  for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(0.2, 0.1, 2), Vec3(0.5, -0.3, -20)}) {
    const EditHandles handles(centre, camera, size);
    const Vec3 from = in_picture(camera, centre), to = in_picture(camera, handles.tip(1));
    EXPECT_NEAR((to - from).head<2>().norm(), EditHandles::arrow_pixels, 1.5) << centre.transpose();
  }
  EXPECT_FALSE(EditHandles(Vec3(0, 0, 5), camera, size).visible()) << "behind the eye";
}

TEST(EditHandles, EveryPartIsPickedWhereItIsDrawn) {
  const Camera camera = camera_at(Vec3(2, 1.7, 3), Vec3(0.1, 0.2, 0));
  const EditHandles handles(Vec3(0.1, 0.2, 0), camera, size);
  const auto picked = [&](const Vec3& point) {
    const Vec3 place = in_picture(camera, point);
    return handles.pick(place.x(), place.y(), 3);
  };
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(picked(handles.tip(axis)), HandlePart(axis));
    int hits = 0;
    for (int i = 0; i < 40; ++i)
      hits += picked(handles.ring_point(axis, 0.157 * i)) == HandlePart(3 + axis);
    // Elsewhere rings cross each other and the arrows.
    EXPECT_GT(hits, 25) << "ring " << axis;
  }
  EXPECT_EQ(picked(handles.scale_cube()), HandlePart::scale);
  EXPECT_EQ(picked(handles.centre()), HandlePart::move_all);
  EXPECT_FALSE(handles.pick(5, 5));
}

TEST(EditHandles, WhatCannotBeDraggedFromHereIsLeftOut) {
  const EditHandles handles(Vec3::Zero(), camera_at(Vec3(0, 0, 4)), size);
  EXPECT_FALSE(handles.usable(HandlePart::move_z)) << "seen from its end";
  EXPECT_FALSE(handles.usable(HandlePart::turn_x)) << "seen from its edge";
  EXPECT_TRUE(handles.usable(HandlePart::move_x));
  EXPECT_TRUE(handles.usable(HandlePart::turn_z));
}

TEST(HandleDrag, AnArrowFollowsThePointerAlongItsAxisAndNoOther) {
  const Camera camera = camera_at(Vec3(2, 1.5, 3));
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 grabbed = 0.1 * Vec3::Unit(axis);
    HandleDrag drag(HandlePart(axis), Vec3::Zero(), Vec3::Zero(), camera, through(camera, grabbed));
    const HandleChange change = drag.follow(through(camera, grabbed + 0.7 * Vec3::Unit(axis)), fine);
    EXPECT_LT((change.shift - 0.7 * Vec3::Unit(axis)).norm(), 1e-8);
    EXPECT_EQ(change.degrees, 0);
    EXPECT_EQ(change.factor, 1);
  }
}

TEST(HandleDrag, PositionsEndOnWholeSteps) {
  const Camera camera = camera_at(Vec3(2, 1.5, 3));
  const Vec3 origin(0.12345, 0.5, 0);
  HandleDrag drag(HandlePart::move_x, Vec3::Zero(), origin, camera, through(camera, Vec3::Zero()));
  drag.follow(through(camera, Vec3(0.2, 0, 0)), handle_steps(0.5, false));
  EXPECT_EQ(drag.moved_origin(), Vec3(0.323, 0.5, 0));
  drag.follow(through(camera, Vec3(0.2, 0, 0)), handle_steps(0.5, true));
  EXPECT_EQ(drag.moved_origin(), Vec3(0.32, 0.5, 0));
}

TEST(HandleDrag, ARingTurnsWithThePointerAndCountsOnBeyondAHalfTurn) {
  const Camera camera = camera_at(Vec3(1, 3, 2));
  HandleDrag drag(HandlePart::turn_y, Vec3::Zero(), Vec3::Zero(), camera, through(camera, Vec3(0, 0, 1)));
  // About y, right-handed: z towards x.
  HandleChange change;
  for (int step = 1; step <= 27; ++step) {
    const double angle = step * 10 * std::numbers::pi / 180;
    change = drag.follow(through(camera, Vec3(std::sin(angle), 0, std::cos(angle))), fine);
  }
  EXPECT_NEAR(change.degrees, 270, 1e-4);
  EXPECT_EQ(change.shift, Vec3(0, 0, 0));
}

TEST(HandleDrag, TwiceAsFarFromTheMiddleIsTwiceAsLarge) {
  const Camera camera = camera_at(Vec3(0, 0, 4));
  HandleDrag drag(HandlePart::scale, Vec3::Zero(), Vec3::Zero(), camera, through(camera, Vec3(-0.3, 0.3, 0)));
  EXPECT_NEAR(drag.follow(through(camera, Vec3(-0.6, 0.6, 0)), fine).factor, 2, 1e-8);
  EXPECT_GT(drag.follow(through(camera, Vec3::Zero()), handle_steps(1, false)).factor, 0) << "never nothing";
}

TEST(HandleDrag, TheMiddleMovesInThePlaneOfThePicture) {
  const Camera camera = camera_at(Vec3(2, 1.5, 3));
  const Vec3 up = camera.right().cross(camera.forward());
  const Vec3 shift = 0.3 * camera.right() - 0.2 * up;
  HandleDrag drag(HandlePart::move_all, Vec3::Zero(), Vec3(1, 1, 1), camera, through(camera, Vec3::Zero()));
  EXPECT_LT((drag.follow(through(camera, shift), fine).shift - shift).norm(), 1e-8);
}

TEST(HandleDrag, ARayThatSaysNothingLeavesTheLastChange) {
  const Camera camera = camera_at(Vec3(2, 1.5, 3));
  HandleDrag drag(HandlePart::move_x, Vec3::Zero(), Vec3::Zero(), camera, through(camera, Vec3::Zero()));
  const HandleChange before = drag.follow(through(camera, Vec3(0.4, 0, 0)), fine);
  EXPECT_EQ(drag.follow({Vec3(5, 0, 0), -Vec3::UnitX()}, fine), before);
}

TEST(HandleSteps, AreAThousandthToAHundredthOfTheSize) {
  for (const double body : {0.003, 0.02, 0.5, 1.0, 7.0, 300.0}) {
    const double step = handle_steps(body, false).length;
    EXPECT_LE(step, 0.0101 * body);
    EXPECT_GE(step, 0.00099 * body);
    EXPECT_NEAR(handle_steps(body, true).length, 10 * step, 1e-12 * step + 1e-15);
  }
}

} // namespace
} // namespace lamina
