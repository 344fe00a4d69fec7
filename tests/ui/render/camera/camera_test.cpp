#include "ui/render/camera/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace lamina {
namespace {

constexpr ViewSize size{1600, 1000};

/// A camera that looks from anywhere at anything, with any axis up.
Camera random_camera(std::mt19937& random) {
  std::uniform_real_distribution<double> spread(-1, 1);
  Camera camera;
  camera.set_up(Vec3::Unit(static_cast<int>(random() % 3)));
  camera.centre_on(10 * Vec3(spread(random), spread(random), spread(random)));
  camera.orbit(3 * spread(random), spread(random));
  camera.zoom(std::exp(2 * spread(random)));
  camera.set_orthographic(random() % 2 == 0);
  camera.set_lens_shift(0.4 * spread(random));
  return camera;
}

TEST(Camera, ProjectsEveryPointOfARayToThePixelTheRayWentThrough) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < 200; ++i) {
    const Camera camera = random_camera(random);
    const double x = share(random) * size.width, y = share(random) * size.height;
    const Ray ray = camera.ray(x, y, size);
    const auto shown = camera.project(ray.at(camera.distance() * (0.1 + 5 * share(random))), size);
    ASSERT_TRUE(shown);
    // Rounding only: about 1e3 pixels times the machine epsilon, with room for the angles.
    EXPECT_NEAR(shown->x(), x, 1e-8);
    EXPECT_NEAR(shown->y(), y, 1e-8);
  }
}

TEST(Camera, OrthographicRaysAreParallelAndBeginBehindTheWholePicture) {
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    Camera camera = random_camera(random);
    camera.set_orthographic(true);
    const Ray a = camera.ray(10, 20, size), b = camera.ray(1500, 900, size);
    EXPECT_LT((a.direction - b.direction).norm(), 1e-12);
    EXPECT_LT((a.origin - camera.target()).dot(camera.forward()), -7 * camera.distance());
  }
}

TEST(Camera, WhatLiesAtTheTargetIsEquallyLargeInBothProjections) {
  std::mt19937 random(8);
  for (int i = 0; i < 20; ++i) {
    Camera camera = random_camera(random);
    camera.set_orthographic(false);
    const Vec3 point = camera.target() + 0.2 * camera.distance() * camera.right();
    const auto before = camera.project(point, size);
    camera.set_orthographic(true);
    const auto after = camera.project(point, size);
    ASSERT_TRUE(before && after);
    EXPECT_NEAR(before->x(), after->x(), 1e-7);
    EXPECT_NEAR(before->y(), after->y(), 1e-7);
  }
}

TEST(Camera, LooksAlongAnyDirectionAtItsTarget) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> spread(-1, 1);
  for (int i = 0; i < 60; ++i) {
    Camera camera = random_camera(random);
    const Vec3 target = camera.target();
    const double distance = camera.distance();
    const Vec3 direction = i < 6 ? Vec3((i % 2 ? 1 : -1) * Vec3::Unit(i / 2))
                                 : Vec3(spread(random), spread(random), spread(random));
    camera.look_along(direction);
    EXPECT_LT((camera.forward() - direction.normalized()).norm(), 1e-7);
    EXPECT_EQ(camera.target(), target);
    EXPECT_EQ(camera.distance(), distance);
  }
  Camera camera;
  const Vec3 before = camera.forward();
  camera.look_along(Vec3::Zero());
  EXPECT_EQ(camera.forward(), before);
}

TEST(Camera, TheFrontShowsXToTheRightAndTheTopShowsTheFrontBelow) {
  Camera camera;
  camera.look_along(camera.front());
  EXPECT_LT((camera.right() - Vec3::UnitX()).norm(), 1e-12);
  camera.look_along(-Vec3::UnitY());
  EXPECT_LT((camera.right() - Vec3::UnitX()).norm(), 1e-12);
  EXPECT_LT((camera.right().cross(camera.forward()) + Vec3::UnitZ()).norm(), 1e-12);
  const Camera again(camera.view(900));
  EXPECT_LT((again.view_matrix() - camera.view_matrix()).norm(), 1e-9) << "also as a scene's view";
  camera.look_along(camera.side());
  EXPECT_LT((camera.forward() + Vec3::UnitX()).norm(), 1e-12);
}

TEST(Camera, StaysAboveAFloorHoweverLowItIsTurnedPannedOrZoomed) {
  std::mt19937 random(10);
  std::uniform_real_distribution<double> spread(-1, 1);
  Camera camera;
  camera.centre_on(Vec3(0, 0.3, 0));
  for (int i = 0; i < 500; ++i) {
    camera.orbit(spread(random), 2 * spread(random));
    camera.pan(400 * spread(random), 400 * spread(random), size);
    camera.zoom_at(std::exp(spread(random)), 700, 500, size);
    camera.stay_above(0.1);
    ASSERT_TRUE(camera.is_above(0.1)) << i;
  }
  const Vec3 eye = camera.eye();
  camera.stay_above(0.1);
  EXPECT_LT((camera.eye() - eye).norm(), 1e-9 * camera.distance()) << "what is above stays";
}

TEST(Camera, GivesThePointBehindTheEyeNoPlaceInThePicture) {
  const Camera camera;
  EXPECT_FALSE(camera.project(camera.eye() - camera.forward(), size));
}

TEST(Camera, MatricesAgreeWithProject) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> spread(-1, 1);
  for (int i = 0; i < 100; ++i) {
    const Camera camera = random_camera(random);
    const Vec3 origin(spread(random), spread(random), spread(random));
    const Vec3 point =
        camera.target() + 0.3 * camera.distance() * Vec3(spread(random), spread(random), spread(random));
    const Eigen::Matrix4d all = camera.projection_matrix(size, {0.01, 1e3}) * camera.view_matrix(origin);
    const Eigen::Vector4d clip = all * (point - origin).homogeneous();
    const auto shown = camera.project(point, size);
    ASSERT_TRUE(shown);
    EXPECT_NEAR((0.5 + 0.5 * clip.x() / clip.w()) * size.width, shown->x(), 1e-7);
    EXPECT_NEAR((0.5 - 0.5 * clip.y() / clip.w()) * size.height, shown->y(), 1e-7);
    const double depth = camera.orthographic() ? 0.01 + 0.5 * (clip.z() + 1) * (1e3 - 0.01) : clip.w();
    EXPECT_NEAR(depth, shown->z(), 1e-9);
  }
}

TEST(Camera, FramePutsAllCornersInsideAndFillsMostOfThePicture) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0.05, 1);
  for (const ViewSize picture : {ViewSize{1600, 1000}, ViewSize{300, 900}})
    for (int i = 0; i < 100; ++i) {
      Camera camera = random_camera(random);
      const Vec3 corner(share(random), -share(random), 20 * share(random));
      const Box box{corner, corner + Vec3(share(random), 3 * share(random), share(random))};
      camera.frame(box, picture);
      double widest = 0;
      for (int k = 0; k < 8; ++k) {
        const Vec3 p(k & 1 ? box.max.x() : box.min.x(), k & 2 ? box.max.y() : box.min.y(),
                     k & 4 ? box.max.z() : box.min.z());
        const auto shown = camera.project(p, picture);
        ASSERT_TRUE(shown);
        widest = std::max({widest, std::abs(shown->x() / picture.width - 0.5 - camera.lens_shift()),
                           std::abs(shown->y() / picture.height - 0.5)});
      }
      EXPECT_LT(widest, 0.5);
      // The stated margin is 15 % of the distance; near corners grow more than that, never to under half.
      EXPECT_GT(widest, 0.3);
    }
}

TEST(Camera, FramingAnEmptyBoxOrOnePointKeepsTheDistance) {
  Camera camera;
  const double before = camera.distance();
  camera.frame(Box{}, size);
  EXPECT_EQ(camera.distance(), before);
  camera.frame(Box{Vec3::Ones(), Vec3::Ones()}, size);
  EXPECT_EQ(camera.distance(), before);
  EXPECT_EQ(camera.target(), Vec3::Ones());
}

TEST(Camera, SurvivesTheRoundTripThroughACameraView) {
  std::mt19937 random(4);
  for (int i = 0; i < 100; ++i) {
    const Camera camera = random_camera(random);
    const Camera again(camera.view(900));
    EXPECT_LT((camera.eye() - again.eye()).norm(), 1e-9);
    EXPECT_LT((camera.view_matrix() - again.view_matrix()).norm(), 1e-9);
  }
}

TEST(Camera, AShiftedLensMovesThePictureAsideAndNothingElse) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> spread(-1, 1);
  for (int i = 0; i < 50; ++i) {
    Camera camera = random_camera(random);
    const Vec3 point =
        camera.target() + 0.3 * camera.distance() * Vec3(spread(random), spread(random), spread(random));
    camera.set_lens_shift(0);
    const Vec3 eye = camera.eye();
    const auto before = camera.project(point, size);
    camera.set_lens_shift(0.125);
    const auto after = camera.project(point, size);
    ASSERT_TRUE(before && after);
    EXPECT_LT((*after - *before - Vec3(200, 0, 0)).norm(), 1e-9);
    EXPECT_EQ(camera.eye(), eye);
  }
}

TEST(Camera, TakesAUselessViewWithoutHarm) {
  CameraView view;
  view.eye = view.target = Vec3(1, 2, 3);
  EXPECT_EQ(Camera(view).target(), Vec3(1, 2, 3));
  view.eye.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(Camera(view).eye().allFinite());
}

TEST(Camera, KeepsUpUpwardsAndItsDistanceWhileItOrbits) {
  Camera camera;
  const double distance = (camera.eye() - camera.target()).norm();
  for (int i = 0; i < 50; ++i) {
    camera.orbit(0.7, i < 25 ? 0.3 : -0.3);
    EXPECT_NEAR((camera.eye() - camera.target()).norm(), distance, 1e-12);
    EXPECT_GT(camera.right().cross(camera.forward()).dot(camera.up()), 0);
    EXPECT_NEAR(camera.right().dot(camera.up()), 0, 1e-12);
  }
}

TEST(Camera, OrbitingToTheRightBringsTheEyeToTheRight) {
  Camera camera;
  const Vec3 right = camera.right();
  const Vec3 before = camera.eye();
  camera.orbit(0.1, 0);
  EXPECT_GT((camera.eye() - before).dot(right), 0);
  const double height = camera.eye().dot(camera.up());
  camera.orbit(0, 0.1);
  EXPECT_GT(camera.eye().dot(camera.up()), height);
}

TEST(Camera, PanCarriesWhatLiesAtTheTargetWithThePointer) {
  std::mt19937 random(5);
  for (int i = 0; i < 50; ++i) {
    Camera camera = random_camera(random);
    const Vec3 held = camera.target();
    camera.pan(120, -45, size);
    const auto shown = camera.project(held, size);
    ASSERT_TRUE(shown);
    EXPECT_NEAR(shown->x(), 800 + camera.lens_shift() * size.width + 120, 1e-7);
    EXPECT_NEAR(shown->y(), 500 - 45, 1e-7);
  }
}

TEST(Camera, ZoomKeepsWhatIsUnderThePointerInPlace) {
  std::mt19937 random(6);
  for (int i = 0; i < 50; ++i) {
    Camera camera = random_camera(random);
    const Ray ray = camera.ray(1200, 300, size);
    const Vec3 held = ray.at(camera.distance() / ray.direction.dot(camera.forward()));
    const double before = camera.distance();
    camera.zoom_at(0.8, 1200, 300, size);
    EXPECT_NEAR(camera.distance(), 0.8 * before, 1e-12 * before);
    const auto shown = camera.project(held, size);
    ASSERT_TRUE(shown);
    EXPECT_NEAR(shown->x(), 1200, 1e-6);
    EXPECT_NEAR(shown->y(), 300, 1e-6);
  }
}

TEST(Camera, ClipRangeHoldsTheSceneAndStaysUseful) {
  Camera camera;
  const Box box{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  camera.frame(box, size);
  const ClipRange range = camera.clip_range(box);
  for (int k = 0; k < 8; ++k) {
    const auto shown = camera.project(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1), size);
    ASSERT_TRUE(shown);
    EXPECT_GT(shown->z(), range.nearest);
    EXPECT_LT(shown->z(), range.farthest);
  }
  EXPECT_GT(range.nearest, 0);
  EXPECT_GT(camera.clip_range(Box{}).farthest, camera.distance());
}

Box cube(const Vec3& centre, double side) {
  Box box;
  box.include(Vec3(centre - Vec3::Constant(side / 2)));
  box.include(Vec3(centre + Vec3::Constant(side / 2)));
  return box;
}

bool lies_between(const Camera& camera, const Box& box, double left, double right) {
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int k = 0; k < 3; ++k)
      p[k] = corner >> k & 1 ? box.max[k] : box.min[k];
    const auto at = camera.project(p, size);
    // A millionth of a pixel for rounding: the outermost corner lies exactly on the edge.
    if (!at || at->x() < left - 1e-6 || at->x() > right + 1e-6)
      return false;
  }
  return true;
}

TEST(Camera, FitsWhatIsInThePictureBetweenThePanels) {
  CameraView view;
  view.eye = Vec3(1.5, 1.65, 3.1);
  view.target = Vec3(0, 0.3, 0);
  Camera camera(view);
  const std::vector<Box> boxes{cube({1.2, 0.2, 0.1}, 0.3), cube({-1, 0.1, 0}, 0.2), cube({0, 0.1, 0}, 0.4)};
  for (const Box& box : boxes)
    ASSERT_TRUE(lies_between(camera, box, 0, 1600));
  ASSERT_FALSE(lies_between(camera, boxes[0], 450, 1150));
  const Vec3 forward = camera.forward();
  camera.fit_between(boxes, size, 700);
  for (const Box& box : boxes)
    EXPECT_TRUE(lies_between(camera, box, 450, 1150));
  EXPECT_EQ(camera.forward(), forward);
  EXPECT_EQ(camera.target(), view.target);
  const double distance = camera.distance();
  camera.fit_between(boxes, size, 700);
  EXPECT_EQ(camera.distance(), distance) << "what fits stays as it is";
}

TEST(Camera, FittingNeverMovesBackForWhatIsOutsideThePictureNorBeyondTwiceTheDistance) {
  Camera camera;
  const double distance = camera.distance();
  const std::vector<Box> aside{cube(50 * camera.right(), 1), Box()};
  camera.fit_between(aside, {800, 600}, 400);
  EXPECT_EQ(camera.distance(), distance);
  const std::vector<Box> wide{cube(Vec3::Zero(), 1)};
  camera.fit_between(wide, {800, 600}, 1);
  EXPECT_EQ(camera.distance(), 2 * distance);
}

} // namespace
} // namespace lamina
